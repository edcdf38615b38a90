#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_reference.h"
#include "client/jobs/job_client.h"
#include "messages/reason_text.h"
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
            m_context->then<Verdict>(client::JobClient(*connection).why(id), [this](const Verdict& verdict) {
                if (!m_context->output().isTable() && m_context->output().format() != Format::Name) {
                    m_context->output().printData(reflect::encode(verdict));
                } else {
                    for (const auto& line : messages::verdictLines(verdict, m_context->language()))
                        m_context->streams().out << printable(line) << '\n';
                }
                m_context->finish();
            });
        });
    }

private:
    std::string m_reference;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeWhyCommand() {
    return std::make_unique<WhyCommand>();
}

}  // namespace ph::cli
