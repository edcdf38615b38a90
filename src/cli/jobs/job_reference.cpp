#include "cli/jobs/job_reference.h"

#include "cli/context.h"
#include "client/jobs/job_client.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace ph::cli {

namespace {

std::optional<std::int64_t> numberOf(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
    return number;
}

/// Walks the list from the newest job until every number is found.
class Search : public std::enable_shared_from_this<Search> {
public:
    Search(Context& context, std::vector<std::string> references, std::function<void(std::vector<JobId>)> next)
        : m_context(context), m_references(std::move(references)), m_next(std::move(next)) {}

    void start() {
        for (const auto& reference : m_references) {
            if (JobId::parse(reference)) continue;
            const auto number = numberOf(reference);
            if (!number) return notFound(reference);
            m_wanted[*number] = JobId();
        }
        if (m_wanted.empty()) return finish();
        page({});
    }

private:
    void page(const std::string& cursor) {
        constexpr int kFirst = 100, kMore = 1000;
        auto* connection = m_context.connection();
        if (!connection) return;
        client::JobListQuery query;
        query.cursor = cursor;
        query.limit = cursor.empty() ? kFirst : kMore;
        m_context.then<api::JobList>(client::JobClient(*connection).list(query),
                                     [self = shared_from_this()](const api::JobList& list) { self->look(list); });
    }

    void look(const api::JobList& list) {
        for (const auto& job : list.items)
            if (const auto found = m_wanted.find(job.number); found != m_wanted.end() && found->second.empty())
                found->second = job.id;
        const auto open =
            std::find_if(m_wanted.begin(), m_wanted.end(), [](const auto& w) { return w.second.empty(); });
        if (open == m_wanted.end()) return finish();
        if (list.next.empty()) return notFound("#" + std::to_string(open->first));
        page(list.next);
    }

    void finish() {
        std::vector<JobId> ids;
        for (const auto& reference : m_references) {
            const auto id = JobId::parse(reference);
            ids.push_back(id ? *id : m_wanted.at(*numberOf(reference)));
        }
        m_next(std::move(ids));
    }

    void notFound(const std::string& reference) { m_context.fail(Error(kJobNotFound).with("job", reference)); }

    Context& m_context;
    std::vector<std::string> m_references;
    std::function<void(std::vector<JobId>)> m_next;
    std::map<std::int64_t, JobId> m_wanted;
};

}  // namespace

void resolveJobs(Context& context, std::vector<std::string> references, std::function<void(std::vector<JobId>)> next) {
    std::make_shared<Search>(context, std::move(references), std::move(next))->start();
}

void resolveJob(Context& context, const std::string& reference, std::function<void(JobId)> next) {
    resolveJobs(context, {reference}, [next = std::move(next)](const std::vector<JobId>& ids) { next(ids.front()); });
}

}  // namespace ph::cli
