#pragma once

#include "planner/placement/cluster.h"
#include "planner/planning/occupancy.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ph::planning {

/// When and where a job has room at the latest, if everything that runs uses up its time limit, and what its nodes have
/// beside it at that time.
struct Opening {
    Micros at{};
    std::vector<placement::Grant> grants;
    std::vector<std::pair<placement::NodeIndex, placement::NodeRoom>> spare;
};

/// The earliest one on ready nodes that are `own` or not `taken`; nullopt if there is none, were they empty. `at` is
/// `now` or the end of something that runs. The nodes that have room soonest are used. No node of the cluster may be
/// held. Pure.
std::optional<Opening> earliestOpening(const placement::Cluster& cluster, const Occupancy& occupancy,
                                       const Request& request, const std::set<placement::NodeIndex>& taken,
                                       const std::set<placement::NodeIndex>& own, Micros now);

}  // namespace ph::planning
