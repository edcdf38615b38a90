#pragma once

#include "domain/jobs/job_spec.h"
#include "domain/jobs/verdict.h"
#include "domain/nodes/node.h"

#include <vector>

namespace ph {

/// What a node has and what is free of it now. Integers only.
struct NodeFree {
    NodeId id;
    bool ready = true;
    NodeCapacity total;
    NodeCapacity free;
};

/// The planner counts in whole MiB: what is asked for is rounded up, what there is down.
constexpr std::int64_t mebibytesUp(Bytes amount) {
    return (amount.value + (1 << 20) - 1) >> 20;
}
constexpr std::int64_t mebibytesDown(Bytes amount) {
    return amount.value >> 20;
}

/// Whether `room` has what is asked for; a card of an exact model is not counted for "any" as well.
bool fits(const Resources& asked, const NodeCapacity& room);

/// Why `resources` have no room on `nodes`: NoNodeReady, NeverFits or NotEnoughFree, with the funnel of nodes. No
/// reason if one of them has room. Pure.
Verdict explainNoRoom(const Resources& resources, const std::vector<NodeFree>& nodes);

}  // namespace ph
