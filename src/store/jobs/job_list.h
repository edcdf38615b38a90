#pragma once

#include "ports/job_stores.h"
#include "store/sql/query.h"

#include <string>
#include <vector>

namespace ph {

/// The query of one page of a job list. One part of the filter leads an index that also gives the order, the others are
/// checked row by row: array, owner, outcome (if all states asked for share one), organisation, in this order of
/// preference.
class JobListQuery {
public:
    JobListQuery(const OrgScope& scope, const JobFilter& filter);
    std::string sql() const;
    void bind(Query& query, std::int64_t before, int most) const;

private:
    enum class Leads { Array, Owner, Outcome, Org, Nothing };
    std::string column(const char* name, Leads part) const;

    const OrgScope& m_scope;
    const JobFilter& m_filter;
    std::optional<int> m_outcome;  ///< of all states asked for
    Leads m_leads;
};

/// How the `outcome` column sorts states: 0 not final, 1 succeeded, 2 failed or stopped.
int outcomeOf(JobState state);

/// Newest first; see JobStore::list.
std::vector<JobSummary> listJobs(SqlConnection& connection, const OrgScope& scope, const JobFilter& filter,
                                 std::int64_t before, int most);

}  // namespace ph
