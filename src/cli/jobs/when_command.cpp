#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_reference.h"
#include "cli/time_text.h"
#include "client/jobs/job_client.h"
#include "messages/foresight_text.h"
#include "messages/reason_text.h"
#include "reflect/codec.h"

#include <ostream>

namespace ph::cli {

namespace {

class WhenCommand final : public Command {
public:
    std::string_view name() const override { return "when"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-when"; }

    void describe(Options options) override {
        options.argument("JOB", m_reference, "help-one-job");
        options.example("  phctl when 142");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        resolveJob(context, m_reference, [this, connection](JobId id) {
            m_context->then<Verdict>(client::JobClient(*connection).why(id),
                                     [this](const Verdict& verdict) { tell(verdict); });
        });
    }

private:
    void tell(const Verdict& verdict) {
        if (!m_context->output().isTable() && m_context->output().format() != Format::Name) {
            m_context->output().printData(reflect::encode(verdict.estimate));
            return m_context->finish();
        }
        const auto language = m_context->language();
        std::string text = messages::estimateText(verdict, language, currentTime());
        if (verdict.estimate && verdict.estimate->at) text += " (" + localText(verdict.estimate->at) + ")";
        // What waits for no room has a reason instead.
        if (text.empty()) text = messages::reasonText(verdict.reason, language);
        if (text.empty()) text = m_context->text("when-not-waiting");
        m_context->streams().out << printable(text) << '\n';
        m_context->finish();
    }

    std::string m_reference;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeWhenCommand() {
    return std::make_unique<WhenCommand>();
}

}  // namespace ph::cli
