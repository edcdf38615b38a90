#pragma once

#include "domain/jobs/job.h"
#include "store/sql/query.h"

#include <string>
#include <string_view>

namespace ph {

/// The columns of a job's summary, in the order of JobRow.
inline constexpr std::string_view kSummaryColumns =
    "jobs.id, jobs.org, jobs.owner, jobs.owner_name, jobs.number, jobs.name, jobs.state, jobs.reason, "
    "jobs.resources, jobs.time_limit, jobs.priority, jobs.attempt, jobs.node, jobs.node_name, jobs.array_of, "
    "jobs.array_index, jobs.queued_at, jobs.started_at, jobs.ended_at, jobs.seq";
/// The rest of a job; its spec stands in job_origins.
inline constexpr std::string_view kJobColumns =
    "jobs.task_run, jobs.transient_retries, jobs.permanent_retries, jobs.not_before, job_origins.spec";

/// Targets of kSummaryColumns and, for whole jobs, kJobColumns.
struct JobRow {
    std::string id, org, owner, ownerName, name, state, reason, resources, node, nodeName, arrayOf;
    std::int64_t number = 0, timeLimit = 0, priority = 0, attempt = 0, arrayIndex = 0, queuedAt = 0, startedAt = 0,
                 endedAt = 0, seq = 0;
    std::string taskRun, spec;
    std::int64_t transientRetries = 0, permanentRetries = 0, notBefore = 0;

    void summaryInto(Query& query);
    void jobInto(Query& query);
    JobSummary summary() const;
    Job job() const;
};

}  // namespace ph
