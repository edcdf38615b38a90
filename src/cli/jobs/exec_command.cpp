#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/exec_session.h"
#include "cli/jobs/job_reference.h"

namespace ph::cli {

namespace {

class ExecCommand final : public Command {
public:
    std::string_view name() const override { return "exec"; }
    std::string_view group() const override { return "group-running-jobs"; }
    std::string_view summary() const override { return "help-exec"; }

    void describe(Options options) override {
        options.argument("JOB", m_reference, "help-one-job");
        options.arguments("COMMAND", m_plan.command, "help-run-command", false);
        options.flag("-i,--stdin", m_plan.input, "help-exec-stdin");
        options.flag("-t,--tty", m_plan.terminal, "help-exec-tty");
        options.example("  phctl exec 142 -it -- bash\n  phctl exec 142 -- nvidia-smi");
    }

    std::vector<std::string>* rest() override { return &m_plan.command; }

    void start(Context& context) override {
        if (m_plan.terminal && m_plan.input && !context.streams().inIsTerminal)
            return context.fail(ExitCode::Usage, "no-terminal");
        if (!context.connection()) return;
        resolveJob(context, m_reference, [this, &context](JobId id) {
            m_session = std::make_unique<ExecSession>(context, id, m_plan);
            QObject::connect(m_session.get(), &ExecSession::failed, &context,
                             [&context](const Error& e) { context.fail(e); });
            QObject::connect(m_session.get(), &ExecSession::ended, &context, [&context](int code) {
                if (code != 0) context.note("command-ended", {{"code", std::to_string(code)}});
                context.finish(code == 0 ? ExitCode::Ok : ExitCode::WorkFailed);
            });
            m_session->start();
        });
    }

private:
    std::string m_reference;
    ExecSession::Plan m_plan;
    std::unique_ptr<ExecSession> m_session;
};

}  // namespace

std::unique_ptr<Command> makeExecCommand() {
    return std::make_unique<ExecCommand>();
}

}  // namespace ph::cli
