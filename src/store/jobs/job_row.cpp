#include "store/jobs/job_row.h"

#include "store/sql/json_row.h"

namespace ph {

void JobRow::summaryInto(Query& query) {
    query.into(id, org, owner, ownerName, number, name, state, reason, resources, timeLimit, priority, attempt, node,
               nodeName, arrayOf, arrayIndex, queuedAt, startedAt, endedAt, seq);
}

void JobRow::jobInto(Query& query) {
    summaryInto(query);
    query.into(taskRun, transientRetries, permanentRetries, notBefore, spec);
}

JobSummary JobRow::summary() const {
    JobSummary s;
    s.id = idFromRow<JobId>(id);
    s.org = idFromRow<OrgId>(org);
    s.owner = idFromRow<UserId>(owner);
    s.ownerName = ownerName;
    s.number = number;
    s.name = name;
    s.state = wordFromRow<JobState>(state);
    s.reason = jsonFromRow<Reason>(reason);
    s.resources = jsonFromRow<Resources>(resources);
    s.timeLimit = {timeLimit};
    s.priority = static_cast<int>(priority);
    s.attempt = static_cast<int>(attempt);
    s.node = optionalIdFromRow<NodeId>(node);
    s.nodeName = nodeName;
    s.arrayOf = optionalIdFromRow<JobId>(arrayOf);
    s.arrayIndex = static_cast<int>(arrayIndex);
    s.queuedAt = {queuedAt};
    s.startedAt = {startedAt};
    s.endedAt = {endedAt};
    s.seq = seq;
    return s;
}

Job JobRow::job() const {
    return {summary(),
            jsonFromRow<JobSpec>(spec),
            optionalIdFromRow<TaskRunId>(taskRun),
            static_cast<int>(transientRetries),
            static_cast<int>(permanentRetries),
            {notBefore}};
}

}  // namespace ph
