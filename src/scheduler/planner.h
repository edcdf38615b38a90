#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "domain/jobs/job_spec.h"
#include "domain/jobs/verdict.h"
#include "domain/nodes/node.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ph {

/// A node as the planner sees it: what it has and what is free now. Integers only.
struct PlannerNode {
    NodeId id;
    bool ready = true;
    NodeCapacity total;
    NodeCapacity free;
};

/// A job that could start now, were there room.
struct WaitingJob {
    JobId id;
    Resources resources;
};

/// Everything that a plan depends on; `jobs` in the order in which they are to start.
struct PlannerSnapshot {
    std::vector<PlannerNode> nodes;
    std::vector<WaitingJob> jobs;
};

struct Placement {
    JobId job;
    NodeId node;
    std::vector<std::string> accelerators;  ///< ids of the cards given
};

/// `verdicts` covers the jobs that were looked at and do not start; everything behind `head` waits for it.
struct Plan {
    std::vector<Placement> starts;
    std::optional<JobId> head;  ///< the first job that has no room now
    std::vector<std::pair<JobId, Verdict>> verdicts;
};

/// First in, first out: jobs start in order until one has no room; one that no node could ever run is passed over. Pure
/// and deterministic: among nodes with room the one with the least CPU left over is taken, the first of equals.
Plan plan(const PlannerSnapshot& snapshot);

/// Why `resources` have no room on `nodes`: NoNodeReady, NeverFits or NotEnoughFree, with the funnel of nodes.
Verdict explainNoRoom(const Resources& resources, const std::vector<PlannerNode>& nodes);

/// The cards that `wanted` would get from `free`, exact models before "any"; nullopt if there are too few.
std::optional<std::vector<std::string>> chooseCards(const std::vector<AcceleratorRequest>& wanted,
                                                    const std::vector<Accelerator>& free);

}  // namespace ph
