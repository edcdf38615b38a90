#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/job_follower.h"
#include "cli/jobs/job_listing.h"
#include "cli/jobs/job_outcome.h"
#include "cli/jobs/submission.h"
#include "reflect/codec.h"

#include <ostream>

namespace ph::cli {

namespace {

class SubmitCommand final : public Command {
public:
    std::string_view name() const override { return "submit"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-submit"; }

    void describe(Options options) override {
        options.argument("FILE", m_path, "help-job-file");
        options.flag("-f,--follow", m_follow, "help-submit-follow");
        options.flag("-w,--wait", m_wait, "help-wait");
        options.flag("--dry-run", m_dryRun, "help-dry-run");
        options.example(
            "  phctl submit train.yaml --follow\n  phctl submit train.yaml --dry-run\n"
            "  ID=$(phctl submit train.yaml -o name)");
        options.example(
            "  name: digits\n  template: python-sklearn\n  command: [python3, train.py]\n"
            "  files: [train.py]\n  resources: {cpu: 2, memory: 2GiB}\n  outputs: [model.joblib]",
            "help-example-of-a-file");
    }

    void start(Context& context) override {
        m_context = &context;
        auto file = readSpecFile(m_path, context.streams().in);
        if (!file) return context.fail(file.error());
        m_submission.emplace(context, std::move(*file), m_dryRun);
        m_submission->start([this](const api::Submitted& submitted) { took(submitted); });
    }

private:
    void took(const api::Submitted& submitted) {
        if (m_dryRun) return tellForecast(submitted);
        m_jobs = submitted.jobs;
        for (const auto& job : m_jobs) m_context->note("submitted", {{"job", jobTitle(job)}, {"id", job.id.str()}});
        if (!m_follow && !m_wait) return print();
        if (m_follow && m_jobs.size() > 1) m_context->note("follow-array");
        m_open = m_jobs.size();
        for (std::size_t i = 0; i < m_jobs.size(); ++i) watch(i);
    }

    void tellForecast(const api::Submitted& submitted) {
        if (!m_context->output().isTable()) {
            m_context->output().printData(reflect::encode(submitted));
            return m_context->finish();
        }
        const auto lines = forecastLines(submitted.forecast, m_context->language());
        m_context->note(!lines.empty()                   ? "dry-run-but"
                        : m_submission->waitsForOthers() ? "dry-run-after"
                                                         : "dry-run-good");
        for (const auto& line : lines) m_context->streams().err << line << '\n';
        m_context->finish();
    }

    void watch(std::size_t index) {
        const bool withLog = m_follow && m_jobs.size() == 1;
        m_followers.push_back(std::make_unique<JobFollower>(*m_context->connection(), m_jobs[index].id, withLog));
        auto* follower = m_followers.back().get();
        QObject::connect(follower, &JobFollower::bytes, m_context,
                         [this](const QByteArray& piece) { m_context->pass(piece); });
        QObject::connect(follower, &JobFollower::failed, m_context,
                         [this](const Error& error) { m_context->fail(error); });
        QObject::connect(follower, &JobFollower::finished, m_context, [this, index](const JobSummary& job) {
            m_jobs[index] = job;
            if (tellOutcome(*m_context, job) != ExitCode::Ok) m_code = ExitCode::WorkFailed;
            if (--m_open == 0) print();
        });
        follower->start();
    }

    void print() {
        // A followed job's log is on the output already; only data formats were asked for besides.
        const bool log = m_follow && m_jobs.size() == 1;
        if (!log || !m_context->output().isTable())
            m_context->output().print(jobListing(m_jobs, m_context->language(), m_jobs.size() == 1));
        m_context->finish(m_code);
    }

    std::string m_path;
    bool m_follow = false;
    bool m_wait = false;
    bool m_dryRun = false;
    Context* m_context = nullptr;
    std::optional<Submission> m_submission;
    std::vector<JobSummary> m_jobs;
    std::vector<std::unique_ptr<JobFollower>> m_followers;
    std::size_t m_open = 0;
    ExitCode m_code = ExitCode::Ok;
};

}  // namespace

std::unique_ptr<Command> makeSubmitCommand() {
    return std::make_unique<SubmitCommand>();
}

}  // namespace ph::cli
