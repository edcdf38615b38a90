#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_reference.h"
#include "cli/time_text.h"
#include "client/jobs/job_client.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

#include <ostream>

namespace ph::cli {

namespace {

class WhyCommand final : public Command {
public:
    std::string_view name() const override { return "why"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-why"; }

    void describe(Options options) override {
        options.argument("JOB", m_reference, "help-one-job");
        options.example("  phctl why 142");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        resolveJob(context, m_reference, [this, connection](JobId id) {
            m_context->then<Verdict>(
                client::JobClient(*connection).why(id), [this, connection, id](const Verdict& verdict) {
                    if (!m_context->output().isTable() && m_context->output().format() != Format::Name) {
                        m_context->output().printData(reflect::encode(verdict));
                        return m_context->finish();
                    }
                    if (verdict.reason.code != ReasonCode::None) return tell(verdict);
                    m_context->then<api::JobDetail>(client::JobClient(*connection).get(id),
                                                    [this](const api::JobDetail& detail) { tell(detail.job); });
                });
        });
    }

private:
    void tell(const Verdict& verdict) {
        auto lines = messages::verdictLines(verdict, m_context->language(), currentTime());
        if (m_context->output().format() == Format::Wide && !lines.empty())
            lines.front() += " (" + reflect::word(verdict.reason.code) + ")";
        for (const auto& line : lines) m_context->streams().out << printable(line) << '\n';
        m_context->finish();
    }

    /// What neither waits nor has ended has no reason, but a place and a time.
    void tell(const JobSummary& job) {
        const auto language = m_context->language();
        const bool runs = job.state == JobState::Running;
        const std::string text =
            runs ? m_context->text("why-running", {{"node", job.nodeName},
                                                   {"time", localText(job.startedAt)},
                                                   {"age", ageText(job.startedAt, currentTime(), language)}})
                 : messages::stateText(job.state, language);
        m_context->streams().out << printable(text) << '\n';
        m_context->finish();
    }

    std::string m_reference;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeWhyCommand() {
    return std::make_unique<WhyCommand>();
}

}  // namespace ph::cli
