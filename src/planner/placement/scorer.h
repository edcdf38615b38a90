#pragma once

#include "planner/placement/fill_forecast.h"
#include "planner/placement/scarcity.h"

#include <limits>
#include <optional>

namespace ph::placement {

/// A node on which a task could start now, with the cards that it would get there. Higher scores are better.
struct Candidate {
    std::int64_t score = 0;
    NodeIndex node = kNoNode;
    CardMask cards = 0;

    /// Ties go to the node with the lower index, so that every order is total.
    bool betterThan(const Candidate& other) const {
        return score != other.score ? score > other.score : node < other.node;
    }
};

/// Judges one node for one shape: how much idle capacity the placement saves or loses for good, by the forecast and the
/// prices of scarce places; among equals the fuller node. One thread.
class Scorer {
public:
    /// Takes a new mix.
    void rebuild(const Mix& mix, Cluster& cluster);
    /// To be called before judging: brings prices up to date.
    void refresh(Cluster& cluster) { m_scarcity.refresh(cluster); }
    /// The best cards of that node, or nullopt if there is no room; also if it surely scores less than `least`.
    std::optional<Candidate> judge(const Cluster& cluster, ShapeId shape, NodeIndex node,
                                   std::int64_t least = kAnyScore);
    static constexpr std::int64_t kAnyScore = std::numeric_limits<std::int64_t>::min();

private:
    struct Before {
        std::uint32_t version = 0;
        std::int64_t idle = 0;
    };
    std::int64_t idleBefore(const Cluster& cluster, NodeIndex index);
    std::int64_t scoreOf(const Cluster& cluster, const JobShape& shape, NodeIndex index, CardMask cards);

    FillForecast m_forecast;
    Scarcity m_scarcity;
    std::vector<Before> m_before;  ///< by node
};

}  // namespace ph::placement
