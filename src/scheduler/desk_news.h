#pragma once

#include "domain/jobs/job.h"
#include "domain/jobs/verdict.h"
#include "domain/nodes/node.h"
#include "domain/queues/queue.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace ph {

/// A job that could start now, were there room.
struct WaitingJob {
    JobId id;
    OrgId org;
    UserId owner;
    int priority = 0;
    Timestamp queuedAt;
    Seconds timeLimit;
    Resources resources;
};

/// A TaskRun that began to hold something, as it was decided or was found after a restart.
struct BegunRun {
    Allocation held;
    Seconds timeLimit;
};

/// A node that tasks may be given to while it is ready.
struct DeskNode {
    NodeId id;
    bool ready = true;
    NodeCapacity capacity;
};

/// What the planner has not been told yet. Times that end in `At` are the wall's, `now` is of a clock that never goes
/// back and began with the wall's time.
struct DeskNews {
    std::chrono::microseconds now{};
    std::vector<JobId> undone;                             ///< decisions of the last plan that were not written
    std::vector<std::variant<BegunRun, TaskRunId>> runs;   ///< begun and ended, in order
    std::optional<std::vector<DeskNode>> nodes;            ///< all of them, if one changed
    std::optional<std::map<OrgId, QueueSettings>> queues;  ///< all that were set, if one changed
    std::vector<std::variant<WaitingJob, JobId>> jobs;     ///< startable now, or no longer

    bool empty() const { return undone.empty() && runs.empty() && !nodes && !queues && jobs.empty(); }
};

/// A decision: where a job starts and the ids of the cards that it is given.
struct Placement {
    JobId job;
    NodeId node;
    std::vector<std::string> accelerators;
};

/// Room on a node that is kept for a job which has none now.
struct PromisedRoom {
    JobId job;
    NodeId node;
    std::chrono::microseconds at{};  ///< at the latest, on the clock of `DeskNews::now`
};

/// What an organisation holds, for those whose queue has a limit.
struct QueueUse {
    QueueAmounts limit;
    QueueAmounts used;  ///< of everything
};

/// What a plan left waiting, for explanations.
struct Outlook {
    std::size_t waiting = 0;
    std::vector<PromisedRoom> promised;  ///< by time
    std::map<OrgId, QueueUse> limited;
    /// Everybody's own jobs, in the order in which they are to start. Null before the first plan.
    std::shared_ptr<const std::map<UserId, std::vector<JobId>>> lines;
};

struct DeskPlan {
    std::vector<Placement> starts;
    Outlook outlook;
};

/// One moment on the clock of `DeskNews::now` and on the wall's.
struct DeskTime {
    std::chrono::microseconds now{};
    Timestamp wall;
};

/// What the planner computes for somebody who waits; of the verdict, what begins with the estimate.
struct Foresight {
    bool starts = false;  ///< nothing is in its way
    Verdict verdict;
};

}  // namespace ph
