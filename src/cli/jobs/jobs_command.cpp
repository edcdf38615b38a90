#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/job_listing.h"
#include "client/accounts/account_client.h"
#include "client/jobs/job_client.h"
#include "reflect/codec.h"

#include <algorithm>

namespace ph::cli {

namespace {

class JobsCommand final : public Command {
public:
    std::string_view name() const override { return "jobs"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-jobs"; }

    void describe(Options options) override {
        options.choices("--state", m_states, reflect::detail::words<JobState>(), "STATE", "help-jobs-state");
        options.text("--name", m_query.name, "TEXT", "help-jobs-name");
        options.flag("--mine", m_mine, "help-jobs-mine");
        options.flag("-a,--all", m_all, "help-jobs-all");
        options.number("-n,--limit", m_limit, {1, {}}, "N", "help-limit");
        options.example(
            "  phctl jobs --state running --state queued\n  phctl jobs --mine -o wide\n"
            "  phctl jobs --state failed -o json | jq -r '.[].id'");
    }

    void start(Context& context) override {
        m_context = &context;
        for (const auto& word : m_states) m_query.states.push_back(*reflect::parseWord<JobState>(word));
        auto* connection = context.connection();
        if (!connection) return;
        if (!m_mine) return page();
        context.then<api::Me>(client::AccountClient(*connection).me(), [this](const api::Me& me) {
            m_query.owner = me.user.id.str();
            page();
        });
    }

private:
    void page() {
        constexpr std::int64_t kMost = 1000;
        m_query.limit =
            static_cast<int>(m_all ? kMost : std::min(kMost, m_limit - static_cast<std::int64_t>(m_jobs.size())));
        m_context->then<api::JobList>(
            client::JobClient(*m_context->connection()).list(m_query), [this](const api::JobList& list) {
                m_jobs.insert(m_jobs.end(), list.items.begin(), list.items.end());
                m_query.cursor = list.next;
                const bool enough = !m_all && static_cast<std::int64_t>(m_jobs.size()) >= m_limit;
                if (!list.next.empty() && !enough) return page();
                m_context->output().print(jobListing(m_jobs, m_context->language()));
                if (!list.next.empty() && m_context->output().isTable()) m_context->note("more-jobs");
                if (m_jobs.empty() && m_context->output().isTable()) m_context->note("no-jobs");
                m_context->finish();
            });
    }

    std::vector<std::string> m_states;
    bool m_mine = false;
    bool m_all = false;
    std::int64_t m_limit = 50;
    client::JobListQuery m_query;
    std::vector<JobSummary> m_jobs;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeJobsCommand() {
    return std::make_unique<JobsCommand>();
}

}  // namespace ph::cli
