#pragma once

#include "ports/job_stores.h"
#include "store/sql/query.h"

#include <string>
#include <vector>

namespace ph {

/// The query of one page of a job list. One part of the filter leads an index that also gives the order, the others are
/// checked row by row: array, owner, state, organisation, in this order of preference.
class JobListQuery {
public:
    JobListQuery(const OrgScope& scope, const JobFilter& filter);
    std::string sql() const;
    void bind(Query& query, std::int64_t before, int most) const;
    /// States lead: asked for one at a time, because an index gives the order only within one.
    bool stateLeads() const { return m_leads == Leads::State; }

private:
    enum class Leads { Array, Owner, State, Org, Nothing };
    std::string column(const char* name, Leads part) const;

    const OrgScope& m_scope;
    const JobFilter& m_filter;
    Leads m_leads;
};

/// Newest first; see JobStore::list.
std::vector<JobSummary> listJobs(SqlConnection& connection, const OrgScope& scope, const JobFilter& filter,
                                 std::int64_t before, int most);

}  // namespace ph
