#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/job_listing.h"
#include "cli/jobs/job_reference.h"
#include "client/jobs/job_client.h"

namespace ph::cli {

namespace {

class StopCommand final : public Command {
public:
    std::string_view name() const override { return "stop"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-stop"; }

    void describe(Options options) override {
        options.arguments("JOB", m_references, "help-several-jobs");
        options.example("  phctl stop 142\n  phctl jobs --mine --state queued -o name | xargs -r phctl stop");
    }

    void start(Context& context) override {
        m_context = &context;
        if (!context.connection()) return;
        resolveJobs(context, m_references, [this](std::vector<JobId> ids) {
            m_ids = std::move(ids);
            next();
        });
    }

private:
    void next() {
        if (m_stopped.size() == m_ids.size()) {
            m_context->output().print(jobListing(m_stopped, m_context->language()));
            return m_context->finish();
        }
        client::JobClient jobs(*m_context->connection());
        m_context->then<JobSummary>(jobs.stop(m_ids[m_stopped.size()]), [this](const JobSummary& job) {
            m_stopped.push_back(job);
            next();
        });
    }

    std::vector<std::string> m_references;
    std::vector<JobId> m_ids;
    std::vector<JobSummary> m_stopped;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeStopCommand() {
    return std::make_unique<StopCommand>();
}

}  // namespace ph::cli
