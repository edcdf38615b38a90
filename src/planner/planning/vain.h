#pragma once

#include "planner/placement/cluster.h"
#include "planner/planning/request.h"

#include <set>
#include <vector>

namespace ph::planning {

/// Remembers which jobs found no room, so that others like them are passed over: what fails with few tasks fails with
/// more, and what fails behind promises fails for whoever ends later. Without promises in the way it stays true from
/// cycle to cycle, until a node that could take such a task gets more room. One thread.
class Vain {
public:
    explicit Vain(const placement::Cluster& cluster) : m_cluster(cluster) {}

    bool holds(const Request& request, Micros end) const;
    /// There was no room even with all promises set aside.
    void noRoom(const Request& request);
    /// There was none beside the promises, for who ends at `end`.
    void noRoomBeside(const Request& request, Micros end);

    /// That node may have more room than before.
    void freed(placement::NodeIndex node) { m_freed.insert(node); }
    /// Looks at what was freed, and forgets what concerned promises.
    void beginCycle();
    /// Promises have changed within a cycle.
    void forgetPromises();

private:
    struct Beside {
        int tasks = 0;
        Micros end{};
    };
    struct Shape {
        int tasks = 0;  ///< as many, or more, find no room; zero: not known
        std::vector<Beside> beside;
    };
    /// Shapes whose tasks must share a domain fail apart from those that need not.
    static constexpr std::size_t kKeys = 1 + placement::Topology::kMostLevels;
    static std::size_t keyOf(const Request& request);
    Shape& of(const Request& request);

    const placement::Cluster& m_cluster;
    std::vector<Shape> m_shapes;  ///< kKeys of each shape
    std::set<placement::NodeIndex> m_freed;
};

}  // namespace ph::planning
