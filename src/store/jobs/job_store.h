#pragma once

#include "base/clock.h"
#include "ports/job_stores.h"
#include "store/events/event_log.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlJobStore final : public JobStore {
public:
    SqlJobStore(SqlConnection& connection, SqlEventLog& events, const Clock& clock)
        : m_connection(connection), m_events(events), m_clock(clock) {}
    Result<std::int64_t> nextNumber(OrgId org) override;
    Result<> insert(Job& job) override;
    Result<> update(Job& job) override;
    Result<std::optional<Job>> find(const OrgScope& scope, JobId id) override;
    Result<std::vector<JobSummary>> list(const OrgScope& scope, const JobFilter& filter, std::int64_t before,
                                         int most) override;
    Result<std::vector<Job>> changedSince(std::int64_t after) override;
    Result<std::vector<Job>> unfinished() override;
    Result<std::vector<JobTransition>> history(JobId id) override;
    Result<> remove(const Job& job) override;
    Result<std::int64_t> orderOf(JobId id) override;

private:
    Result<> writeEvent(const JobSummary& summary, EventKind kind, Timestamp at);
    void writeHistory(std::int64_t order, const JobSummary& summary, Timestamp at);
    void writeOrigin(const Job& job, Timestamp at);

    SqlConnection& m_connection;
    SqlEventLog& m_events;
    const Clock& m_clock;
};

}  // namespace ph
