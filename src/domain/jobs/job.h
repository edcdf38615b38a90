#pragma once

#include "base/id.h"
#include "domain/jobs/job_spec.h"
#include "domain/jobs/job_state.h"

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// What lists, events and mirrors carry of a job. `seq` is the event that last changed it.
struct JobSummary {
    JobId id;
    OrgId org;
    UserId owner;
    std::string ownerName;
    std::int64_t number = 0;  ///< "#142" within the organisation
    std::string name;
    JobState state = JobState::Queued;
    Reason reason;
    Resources resources;
    Seconds timeLimit;
    int priority = 0;
    int attempt = 0;  ///< 0 before the first one
    std::optional<NodeId> node;
    std::string nodeName;
    std::optional<JobId> arrayOf;  ///< the first job of its array
    int arrayIndex = 0;
    Timestamp queuedAt;
    Timestamp startedAt;  ///< of the last attempt
    Timestamp endedAt;
    std::int64_t seq = 0;
};
BOOST_DESCRIBE_STRUCT(JobSummary, (), (id, org, owner, ownerName, number, name, state, reason, resources, timeLimit, priority,
                                       attempt, node, nodeName, arrayOf, arrayIndex, queuedAt, startedAt, endedAt, seq))

/// A stored job. `transientRetries` and `permanentRetries` count the retries already used.
struct Job {
    JobSummary summary;
    JobSpec spec;
    std::optional<TaskRunId> taskRun;  ///< of the current attempt
    int transientRetries = 0;
    int permanentRetries = 0;
    Timestamp notBefore;  ///< back-off of the next attempt
};
BOOST_DESCRIBE_STRUCT(Job, (), (summary, spec, taskRun, transientRetries, permanentRetries, notBefore))

/// How a task's process ended, as the engine saw it. `signal` is 0 unless a signal ended it.
struct TaskExit {
    int code = 0;
    int signal = 0;
    Bytes peakMemory;
    std::int64_t cpuMicros = 0;
};
BOOST_DESCRIBE_STRUCT(TaskExit, (), (code, signal, peakMemory, cpuMicros))

struct TaskRun {
    TaskRunId id;
    JobId job;
    OrgId org;
    int attempt = 1;
    int rank = 0;
    NodeId node;
    std::string nodeName;
    TaskRunState state = TaskRunState::Pending;
    Reason reason;
    std::optional<TaskExit> exit;
    Timestamp createdAt;
    Timestamp startedAt;
    Timestamp endedAt;
};
BOOST_DESCRIBE_STRUCT(TaskRun, (), (id, job, org, attempt, rank, node, nodeName, state, reason, exit, createdAt, startedAt, endedAt))

/// One line of a job's history.
struct JobTransition {
    Timestamp at;
    JobState state = JobState::Queued;
    Reason reason;
    int attempt = 0;
};
BOOST_DESCRIBE_STRUCT(JobTransition, (), (at, state, reason, attempt))

/// A kept output file of a job.
struct Artifact {
    JobId job;
    int attempt = 1;
    std::string path;
    std::string digest;
    std::int64_t size = 0;
    Timestamp createdAt;
};
BOOST_DESCRIBE_STRUCT(Artifact, (), (job, attempt, path, digest, size, createdAt))

/// Resources held from `from` to `to` (zero: still held): usage, quota and money are sums over these.
struct Allocation {
    TaskRunId taskRun;
    JobId job;
    OrgId org;
    UserId owner;
    NodeId node;
    MilliCpu cpu;
    Bytes memory;
    Bytes scratch;
    std::vector<std::string> accelerators;  ///< card ids on the node
    Timestamp from;
    Timestamp to;
    ReasonCode reason = ReasonCode::None;  ///< why it ended
};
BOOST_DESCRIBE_STRUCT(Allocation, (), (taskRun, job, org, owner, node, cpu, memory, scratch, accelerators, from, to, reason))

inline constexpr ErrorId kJobNotFound{"job-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kJobEnded{"job-ended", ErrorKind::Conflict};
inline constexpr ErrorId kJobNotEnded{"job-not-ended", ErrorKind::Conflict};
inline constexpr ErrorId kJobNotStarted{"job-not-started", ErrorKind::Conflict};
inline constexpr ErrorId kJobNotRunning{"job-not-running", ErrorKind::Conflict};
inline constexpr ErrorId kArtifactNotFound{"artifact-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kBlobNotFound{"blob-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kDigestMismatch{"digest-mismatch", ErrorKind::Invalid};
inline constexpr ErrorId kIdempotencyMismatch{"idempotency-mismatch", ErrorKind::Mismatch};
inline constexpr ErrorId kVersionConflict{"version-conflict", ErrorKind::Conflict};

}  // namespace ph
