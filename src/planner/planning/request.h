#pragma once

#include "planner/placement/node_room.h"
#include "planner/queues/queue_tree.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace ph::planning {

/// On any one clock that never goes back.
using Micros = std::chrono::microseconds;
/// The caller's own number of a job.
using RequestId = std::uint64_t;

/// A job as the planner sees it: `tasks` of one shape, started together or not at all.
struct Request {
    RequestId id = 0;
    queues::QueueIndex queue = 0;
    int priority = 0;  ///< within its queue, higher first
    int tasks = 1;
    placement::ShapeId shape = 0;
    Micros queuedAt{};
    Micros limit{};  ///< how long it may run, above zero
};

/// A decision: one grant a task.
struct Start {
    RequestId id = 0;
    std::vector<placement::Grant> grants;
    bool borrowed = false;  ///< more than its queue is guaranteed: may be asked back
};

/// A job that has no room now starts there at `at` or before, unless nodes are lost or somebody is put before it.
struct Promise {
    RequestId id = 0;
    Micros at{};
    std::vector<placement::Grant> grants;
};

}  // namespace ph::planning
