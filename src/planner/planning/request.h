#pragma once

#include "planner/placement/node_room.h"
#include "planner/queues/queue_tree.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ph::planning {

/// On any one clock that never goes back.
using Micros = std::chrono::microseconds;
/// The caller's own number of a job.
using RequestId = std::uint64_t;

/// The limit of a job that has none, and the end of one.
inline constexpr Micros kNoLimit = Micros::max();
/// When a job has ended at the latest that starts at `now`.
inline Micros endOf(Micros now, Micros limit) {
    return limit < kNoLimit - now ? now + limit : kNoLimit;
}

/// Whether the tasks of a gang have to lie in one domain of a level of the topology.
enum class Together { Anywhere, Preferred, Required };

/// A job as the planner sees it: `tasks` of one shape, started together or not at all.
struct Request {
    RequestId id = 0;
    queues::QueueIndex queue = 0;
    int priority = 0;  ///< within its queue, higher first
    int tasks = 1;
    placement::ShapeId shape = 0;
    Micros queuedAt{};
    Micros limit{};  ///< how long it may run, above zero; kNoLimit: for ever
    Together together = Together::Anywhere;
    std::size_t level = 0;  ///< of the topology; one that it does not know has no domains
    bool head = false;      ///< before everybody else of its queue

    /// The level of which its tasks must share a domain.
    std::optional<std::size_t> required() const {
        return together == Together::Required ? std::optional(level) : std::nullopt;
    }
};

/// A decision: one grant a task, in the order of ranks: along the topology, neighbours side by side.
struct Start {
    RequestId id = 0;
    std::vector<placement::Grant> grants;
    bool borrowed = false;  ///< more than its queue is guaranteed: may be asked back
};

/// A task of a running gang that has no node any more.
struct LostTask {
    RequestId id = 0;
    std::size_t member = 0;
    Micros since{};
};

/// A lost task of a gang goes on there.
struct Replacement {
    RequestId id = 0;
    std::size_t member = 0;
    placement::Grant grant;
};

/// A job that has no room now starts there at `at` or before, unless nodes are lost or somebody is put before it.
struct Promise {
    RequestId id = 0;
    Micros at{};
    std::vector<placement::Grant> grants;
};

}  // namespace ph::planning
