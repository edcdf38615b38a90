#include "store/jobs/job_list.h"

#include "reflect/codec.h"
#include "store/jobs/job_row.h"
#include "store/sql/row_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace ph {

namespace {

/// A LIKE pattern for "contains", with `!` as the escape character. Lower case is made here as the stored names' is,
/// of ASCII alone.
std::string containsPattern(const std::string& text) {
    std::string pattern = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '!') pattern += '!';
        pattern += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return pattern + "%";
}

}  // namespace

JobListQuery::JobListQuery(const OrgScope& scope, const JobFilter& filter) : m_scope(scope), m_filter(filter) {
    const auto& states = filter.states;
    const auto same = [&](JobState state) { return outcomeOf(state) == outcomeOf(states.front()); };
    if (!states.empty() && std::all_of(states.begin(), states.end(), same)) m_outcome = outcomeOf(states.front());
    if (filter.arrayOf)
        m_leads = Leads::Array;
    else if (scope.owner || filter.owner)
        m_leads = Leads::Owner;
    else if (m_outcome)
        m_leads = Leads::Outcome;
    else if (scope.org)
        m_leads = Leads::Org;
    else
        m_leads = Leads::Nothing;
}

std::string JobListQuery::column(const char* name, Leads part) const {
    // An expression is no index's column, so that only the leading part can choose one.
    return m_leads == part ? std::string(name) : fmt::format("({} || '')", name);
}

std::string JobListQuery::sql() const {
    std::string sql = fmt::format("SELECT {} FROM jobs WHERE ord < :before", kSummaryColumns);
    sql += scopeClause(m_scope, column("org", Leads::Org), column("owner", Leads::Owner));
    if (m_filter.owner) sql += fmt::format(" AND {} = :owner", column("owner", Leads::Owner));
    if (m_filter.arrayOf) sql += " AND array_of = :array_of AND array_of <> ''";
    if (m_leads == Leads::Outcome) sql += fmt::format(" AND outcome = {}", *m_outcome);
    if (!m_filter.states.empty()) {
        sql += " AND state IN (";
        for (std::size_t i = 0; i < m_filter.states.size(); ++i)
            sql += fmt::format("{}:state{}", i == 0 ? "" : ", ", i);
        sql += ")";
    }
    if (!m_filter.nameContains.empty()) sql += " AND lower(name) LIKE :name ESCAPE '!'";
    return sql + " ORDER BY ord DESC LIMIT :most";
}

void JobListQuery::bind(Query& query, std::int64_t before, int most) const {
    query.bind(before > 0 ? before : std::numeric_limits<std::int64_t>::max());
    bindScope(query, m_scope);
    if (m_filter.owner) query.bind(*m_filter.owner);
    if (m_filter.arrayOf) query.bind(*m_filter.arrayOf);
    for (const JobState state : m_filter.states) query.bind(reflect::word(state));
    if (!m_filter.nameContains.empty()) query.bind(containsPattern(m_filter.nameContains));
    query.bind(most);
}

int outcomeOf(JobState state) {
    if (!isFinal(state)) return 0;
    return state == JobState::Succeeded ? 1 : 2;
}

std::vector<JobSummary> listJobs(SqlConnection& connection, const OrgScope& scope, const JobFilter& filter,
                                 std::int64_t before, int most) {
    const JobListQuery list(scope, filter);
    Query query(connection, list.sql());
    list.bind(query, before, most);
    JobRow row;
    row.summaryInto(query);
    std::vector<JobSummary> page;
    while (query.next()) page.push_back(row.summary());
    return page;
}

}  // namespace ph
