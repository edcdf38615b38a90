#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_listing.h"
#include "cli/jobs/job_reference.h"
#include "cli/time_text.h"
#include "client/jobs/job_client.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

namespace ph::cli {

namespace {

class JobCommand final : public Command {
public:
    std::string_view name() const override { return "job"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-job"; }

    void describe(Options options) override {
        options.argument("JOB", m_reference, "help-one-job");
        options.example("  phctl job 142\n  phctl job 142 -o yaml");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        resolveJob(context, m_reference, [this, connection](JobId id) {
            m_context->then<api::JobDetail>(client::JobClient(*connection).get(id),
                                            [this](const api::JobDetail& detail) {
                                                auto& output = m_context->output();
                                                if (output.isTable())
                                                    print(detail);
                                                else if (output.format() == Format::Name)
                                                    m_context->streams().out << detail.job.id.view() << '\n';
                                                else
                                                    output.printData(reflect::encode(detail));
                                                m_context->finish();
                                            });
        });
    }

private:
    void line(const std::string& title, const std::string& value) {
        constexpr std::size_t kColumns = 14;
        if (value.empty() || value == "-") return;
        m_context->streams().out << padded(title, kColumns) << printable(value) << '\n';
    }

    void print(const api::JobDetail& detail) {
        const auto language = m_context->language();
        const auto& context = *m_context;
        const auto& job = detail.job;
        m_context->streams().out << m_context->output().coloured(printable(jobTitle(job)), colourOf(job.state)) << '\n';
        line(context.text("job-id"), job.id.str());
        line(context.text("job-state"), messages::stateText(job.state, language));
        line(context.text("job-reason"), messages::reasonText(job.reason, language));
        line(context.text("job-owner"), job.ownerName);
        line(context.text("job-command"), fmt::format("{}", fmt::join(detail.spec.command, " ")));
        line(context.text("job-template"), detail.spec.template_);
        line(context.text("job-resources"),
             context.text("resources", {{"cpu", cpuText(job.resources.cpu)},
                                        {"memory", std::to_string(job.resources.memory.value)},
                                        {"scratch", std::to_string(job.resources.scratch.value)}}));
        line(context.text("job-accelerators"), acceleratorsText(job.resources, language));
        line(context.text("job-time-limit"), messages::durationText(job.timeLimit, language));
        line(context.text("job-node"), job.nodeName);
        line(context.text("job-queued"), localText(job.queuedAt));
        line(context.text("job-started"), localText(job.startedAt));
        line(context.text("job-ended"), localText(job.endedAt));
        line(context.text("job-ran"), spanText(job.startedAt, job.endedAt, currentTime(), language));
        for (const auto& run : detail.taskRuns)
            line(context.text("job-attempt", {{"number", std::to_string(run.attempt)}}), attemptText(run));
        printHistory(detail);
    }

    std::string attemptText(const TaskRun& run) const {
        const std::string state = messages::stateText(run.state, m_context->language());
        if (!run.exit) return state;
        return m_context->text("attempt-used",
                               {{"state", state},
                                {"memory", std::to_string(run.exit->peakMemory.value)},
                                {"seconds", fmt::format("{:.1f}", static_cast<double>(run.exit->cpuMicros) / 1e6)}});
    }

    void printHistory(const api::JobDetail& detail) {
        constexpr std::size_t kColumns = 10;
        auto& out = m_context->streams().out;
        out << m_context->text("job-history") << '\n';
        for (const auto& step : detail.history)
            out << "  " << localText(step.at) << "  "
                << padded(messages::stateText(step.state, m_context->language()), kColumns) << "  "
                << printable(messages::reasonText(step.reason, m_context->language())) << '\n';
    }

    std::string m_reference;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeJobCommand() {
    return std::make_unique<JobCommand>();
}

}  // namespace ph::cli
