#pragma once

#include "planner/placement/cluster.h"
#include "planner/placement/demand.h"

#include <array>
#include <vector>

namespace ph::placement {

/// What it costs to break up room for tasks of several whole cards: each such shape has a price, its cards times the
/// likelihood that as many of them come before the cluster is full as there are places for it. A shape's places are
/// wanted by every shape that asks for at least as much, too. Prices depend on the present state alone, so a trial that
/// was taken back leaves no trace.
class Scarcity {
public:
    static constexpr std::size_t kMostShapes = 16;

    void rebuild(const Mix& mix, Cluster& cluster);
    /// Counts the places of nodes that changed and sets prices anew; touches the nodes whose cost changed.
    void refresh(Cluster& cluster);
    /// Compute milli that the step from `before` to `after` costs on a node of that class.
    std::int64_t cost(ClassId kind, const NodeRoom& before, const NodeRoom& after, const Catalogue& catalogue) const;

private:
    struct Priced {
        ShapeId shape = 0;
        std::int64_t demand = 0;  ///< in places, parts of kMixParts per task
        std::int64_t places = 0;
        int level = 0;           ///< of kLevels
        std::int64_t price = 0;  ///< compute milli
    };
    using Places = std::array<std::uint8_t, kMostShapes>;

    void choose(const Mix& mix, const Catalogue& catalogue);
    void count(const Cluster& cluster, NodeIndex index);
    int levelOf(const Priced& priced, std::int64_t idleMilli) const;

    std::vector<Priced> m_shapes;
    std::vector<Places> m_places;  ///< by node
    std::uint64_t m_seen = 0;
    std::int64_t m_milliPerTask = 0;
    bool m_anyPrice = false;
};

}  // namespace ph::placement
