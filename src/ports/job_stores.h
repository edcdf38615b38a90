#pragma once

#include "domain/accounts/access.h"
#include "domain/jobs/job.h"

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// Which jobs a list shows. Empty members do not filter.
struct JobFilter {
    std::vector<JobState> states;
    std::string nameContains;
    std::optional<UserId> owner;
    std::optional<JobId> arrayOf;
};

class JobStore {
public:
    virtual ~JobStore() = default;
    /// The next number of the organisation; taken numbers are never given again.
    virtual Result<std::int64_t> nextNumber(OrgId org) = 0;
    /// Writes the job, its first history line and its JobChanged event; sets summary.seq.
    virtual Result<> insert(Job& job) = 0;
    /// Writes the new state if the stored row still has `job.summary.seq` (kVersionConflict otherwise), with a history
    /// line if state, reason or attempt changed, and its event; sets summary.seq. A step outside the state table
    /// throws: it is a bug.
    virtual Result<> update(Job& job) = 0;
    virtual Result<std::optional<Job>> find(const OrgScope& scope, JobId id) = 0;
    /// Newest first, from below number `before` of the list's own order (0: from the top); at most `most`.
    virtual Result<std::vector<JobSummary>> list(const OrgScope& scope, const JobFilter& filter, std::int64_t before,
                                                 int most) = 0;
    /// Jobs whose seq is above `after`, final ones too, so that who keeps live ones in memory can drop those. By seq.
    virtual Result<std::vector<Job>> changedSince(std::int64_t after) = 0;
    virtual Result<std::vector<Job>> unfinished() = 0;
    virtual Result<std::vector<JobTransition>> history(JobId id) = 0;
    /// Deletes the job, its runs, history and artifact rows, and writes JobRemoved. Allocations stay.
    virtual Result<> remove(const Job& job) = 0;
    /// Position of `id` in list()'s order, for cursors; 0 if unknown.
    virtual Result<std::int64_t> orderOf(JobId id) = 0;
};

class TaskRunStore {
public:
    virtual ~TaskRunStore() = default;
    virtual Result<> insert(const TaskRun& run) = 0;
    virtual Result<> update(const TaskRun& run) = 0;
    virtual Result<std::optional<TaskRun>> find(TaskRunId id) = 0;
    /// By attempt and rank.
    virtual Result<std::vector<TaskRun>> ofJob(JobId job) = 0;
    virtual Result<> openAllocation(const Allocation& allocation) = 0;
    virtual Result<> closeAllocation(TaskRunId id, Timestamp at, ReasonCode reason) = 0;
    virtual Result<std::vector<Allocation>> openAllocations() = 0;
    virtual Result<> addArtifacts(const std::vector<Artifact>& artifacts) = 0;
    virtual Result<std::vector<Artifact>> artifacts(JobId job) = 0;
    /// Every digest that a job's files or artifacts name, sorted.
    virtual Result<std::vector<std::string>> namedDigests() = 0;
};

/// Which organisation has shown that it has which file. Contents are kept once for all, but who has not sent a file can
/// neither name it nor learn that somebody else has it.
class UploadStore {
public:
    virtual ~UploadStore() = default;
    virtual Result<> remember(OrgId org, const std::string& digest, Timestamp at) = 0;
    /// Begins the time anew for which an upload counts; false if the organisation has none.
    virtual Result<bool> renew(OrgId org, const std::string& digest, Timestamp at) = 0;
    virtual Result<bool> holds(OrgId org, const std::string& digest) = 0;
    /// Those from before `time` that no job of the organisation names.
    virtual Result<> forgetBefore(Timestamp time) = 0;
};

/// What was answered to an idempotency key within the last 24 hours.
struct IdempotentAnswer {
    std::string bodyHash;
    std::string answer;
};

class IdempotencyStore {
public:
    virtual ~IdempotencyStore() = default;
    virtual Result<std::optional<IdempotentAnswer>> find(UserId user, const std::string& key) = 0;
    virtual Result<> remember(UserId user, const std::string& key, const IdempotentAnswer& answer, Timestamp at) = 0;
    virtual Result<> forgetBefore(Timestamp time) = 0;
};

}  // namespace ph
