#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/job_reference.h"
#include "client/jobs/job_client.h"

namespace ph::cli {

namespace {

class RmCommand final : public Command {
public:
    std::string_view name() const override { return "rm"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-rm"; }

    void describe(Options options) override {
        options.arguments("JOB", m_references, "help-several-jobs");
        options.example("  phctl rm 142\n  phctl jobs --mine --state failed -o name | xargs -r phctl rm");
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
        if (m_done == m_ids.size()) return m_context->finish();
        client::JobClient jobs(*m_context->connection());
        m_context->then<api::Empty>(jobs.remove(m_ids[m_done]), [this](const api::Empty&) {
            m_context->note("removed", {{"name", m_references[m_done++]}});
            next();
        });
    }

    std::vector<std::string> m_references;
    std::vector<JobId> m_ids;
    std::size_t m_done = 0;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeRmCommand() {
    return std::make_unique<RmCommand>();
}

}  // namespace ph::cli
