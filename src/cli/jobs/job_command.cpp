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
    std::string_view group() const override { return "Jobs"; }
    std::string_view summary() const override { return "Show one job with its attempts and history"; }

    void describe(Options options) override {
        options.argument("job", m_reference, "Id, number or #number");
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
        if (value.empty() || value == "-") return;
        m_context->streams().out << fmt::format("{:<14}", title + ":") << printable(value) << '\n';
    }

    void print(const api::JobDetail& detail) {
        const auto language = m_context->language();
        const auto& job = detail.job;
        auto& out = m_context->streams().out;
        out << m_context->output().coloured(printable(jobTitle(job)), colourOf(job.state)) << '\n';
        line("Id", job.id.str());
        line("State", messages::stateText(job.state, language));
        line("Reason", messages::reasonText(job.reason, language));
        line("Owner", job.ownerName);
        line("Command", fmt::format("{}", fmt::join(detail.spec.command, " ")));
        line("Template", detail.spec.template_);
        line("Resources", fmt::format("{} CPU, {} memory, {} scratch", cpuText(job.resources.cpu),
                                      bytesForPeople(job.resources.memory), bytesForPeople(job.resources.scratch)));
        line("Accelerators", acceleratorsText(job.resources));
        line("Time limit", durationForPeople(job.timeLimit));
        line("Node", job.nodeName);
        line("Queued", localText(job.queuedAt));
        line("Started", localText(job.startedAt));
        line("Ended", localText(job.endedAt));
        line("Ran", spanText(job.startedAt, job.endedAt, currentTime()));
        for (const auto& run : detail.taskRuns) {
            const std::string used =
                run.exit ? fmt::format(", peak memory {}, CPU time {:.1f} s", bytesForPeople(run.exit->peakMemory),
                                       static_cast<double>(run.exit->cpuMicros) / 1e6)
                         : std::string();
            line(fmt::format("Attempt {}", run.attempt), messages::stateText(run.state, language) + used);
        }
        out << "History:\n";
        for (const auto& step : detail.history)
            out << "  " << localText(step.at) << "  "
                << fmt::format("{:<10}", messages::stateText(step.state, language)) << "  "
                << printable(messages::reasonText(step.reason, language)) << '\n';
    }

    std::string m_reference;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeJobCommand() {
    return std::make_unique<JobCommand>();
}

}  // namespace ph::cli
