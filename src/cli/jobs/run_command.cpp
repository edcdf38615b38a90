#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/exec_session.h"
#include "cli/jobs/job_follower.h"
#include "cli/jobs/job_listing.h"
#include "cli/jobs/job_outcome.h"
#include "cli/jobs/run_options.h"
#include "cli/jobs/submission.h"

#include <QFileInfo>

#include <ostream>

namespace ph::cli {

namespace {

/// What an interactive job itself runs: it only holds the resources while the person's command runs beside it.
const std::vector<std::string> kHolder{"sleep", "infinity"};

class RunCommand final : public Command {
public:
    std::string_view name() const override { return "run"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-run"; }

    void describe(Options options) override {
        options.arguments("COMMAND", m_command, "help-run-command", false);
        m_options.describe(options);
        options.text("-C,--folder", m_folder, "FOLDER", "help-folder");
        options.flag("--no-files", m_noFiles, "help-no-files");
        options.flag("-d,--detach", m_detach, "help-detach");
        options.flag("-i,--stdin", m_input, "help-run-stdin");
        options.flag("-t,--tty", m_terminal, "help-run-tty");
        options.example(
            "  phctl run --cpu 2 --memory 2GiB --template python-sklearn -- python3 train.py --epochs 3\n"
            "  phctl run --accelerator H100:1 --keep 'out/**' -- ./train.sh\n  phctl run -it -- bash");
    }

    std::vector<std::string>* rest() override { return &m_command; }

    void start(Context& context) override {
        m_context = &context;
        const bool interactive = m_input || m_terminal;
        if (m_terminal && !context.streams().inIsTerminal) return context.fail(ExitCode::Usage, "no-terminal");
        if (!m_noFiles && !QFileInfo(QString::fromStdString(m_folder)).isDir())
            return context.fail(ExitCode::Usage, "no-folder", {{"path", m_folder}});
        auto spec = m_options.spec(interactive ? kHolder : m_command);
        if (!spec) return context.fail(spec.error());
        if (spec->name.empty()) spec->name = m_command.front();
        if (interactive) spec->retries.transient = 0;
        SpecFile file{std::move(*spec), {}};
        if (!m_noFiles) file.local = client::filesBelow(QString::fromStdString(m_folder));
        m_submission.emplace(context, std::move(file), false);
        m_submission->start([this, interactive](const api::Submitted& submitted) {
            m_job = submitted.jobs.front();
            for (const auto& job : submitted.jobs)
                m_context->note("submitted", {{"job", jobTitle(job)}, {"id", job.id.str()}});
            if (m_detach || submitted.jobs.size() > 1) {
                m_context->output().print(
                    jobListing(submitted.jobs, m_context->language(), submitted.jobs.size() == 1));
                return m_context->finish();
            }
            follow(interactive);
        });
    }

private:
    void follow(bool interactive) {
        m_follower = std::make_unique<JobFollower>(*m_context->connection(), m_job.id, !interactive);
        auto* follower = m_follower.get();
        QObject::connect(follower, &JobFollower::failed, m_context,
                         [this](const Error& error) { m_context->fail(error); });
        QObject::connect(follower, &JobFollower::bytes, m_context,
                         [this](const QByteArray& piece) { m_context->pass(piece); });
        QObject::connect(follower, &JobFollower::finished, m_context, [this](const JobSummary& job) { finished(job); });
        QObject::connect(follower, &JobFollower::changed, m_context, [this, interactive](const JobSummary& job) {
            m_job = job;
            if (interactive && job.state == JobState::Running && !m_session) enter();
        });
        if (!interactive) m_context->note("following", {{"number", std::to_string(m_job.number)}});
        follower->start();
    }

    void enter() {
        m_session =
            std::make_unique<ExecSession>(*m_context, m_job.id, ExecSession::Plan{m_command, m_input, m_terminal});
        QObject::connect(m_session.get(), &ExecSession::failed, m_context, [this](const Error& error) {
            m_context->complain(error);
            leave(ExitCode::WorkFailed);
        });
        QObject::connect(m_session.get(), &ExecSession::ended, m_context, [this](int code) {
            if (code != 0) m_context->note("command-ended", {{"code", std::to_string(code)}});
            leave(code == 0 ? ExitCode::Ok : ExitCode::WorkFailed);
        });
        m_session->start();
    }

    /// The person's command is over, so the job that held its place ends too.
    void leave(ExitCode code) {
        m_left = code;
        m_context->whenDone<JobSummary>(client::JobClient(*m_context->connection()).stop(m_job.id),
                                        [this](Result<JobSummary> stopped) {
                                            if (stopped.has_error() && stopped.error().id != kJobEnded)
                                                return m_context->fail(stopped.error());
                                            m_context->finish(*m_left);
                                        });
    }

    void finished(const JobSummary& job) {
        if (m_left) return;
        m_context->finish(tellOutcome(*m_context, job));
    }

    std::vector<std::string> m_command;
    RunOptions m_options;
    std::string m_folder = ".";
    bool m_noFiles = false;
    bool m_detach = false;
    bool m_input = false;
    bool m_terminal = false;
    Context* m_context = nullptr;
    std::optional<Submission> m_submission;
    JobSummary m_job;
    std::unique_ptr<JobFollower> m_follower;
    std::unique_ptr<ExecSession> m_session;
    std::optional<ExitCode> m_left;
};

}  // namespace

std::unique_ptr<Command> makeRunCommand() {
    return std::make_unique<RunCommand>();
}

}  // namespace ph::cli
