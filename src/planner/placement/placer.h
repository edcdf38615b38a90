#pragma once

#include "planner/placement/candidates.h"
#include "planner/placement/census.h"

#include <optional>
#include <vector>

namespace ph::placement {

/// Where tasks go: the pure core under queues, backfill and preemption. The same calls in the same order give the same
/// answers on every machine. A copy is a what-if that can be thrown away; a `Trial` on `cluster()` is a cheaper one.
/// One thread.
class Placer {
public:
    /// Nodes are added and grants booked here; whatever changes is noticed at the next question.
    Cluster& cluster() { return m_cluster; }
    const Cluster& cluster() const { return m_cluster; }

    /// A task of that shape was asked for: teaches the mix, by which nodes are judged.
    void arrived(ShapeId shape);

    /// Where a task of that shape had best go now; nullopt if there is no room.
    std::optional<Candidate> best(ShapeId shape);
    /// The same by judging every node: what `best` must agree with.
    std::optional<Candidate> bestByScan(ShapeId shape);
    /// Books the best place.
    std::optional<Grant> place(ShapeId shape);
    /// Books places for `count` tasks, or fewer when there is no more room; the caller holds a Trial if it wants all or
    /// none.
    std::vector<Grant> placeUpTo(ShapeId shape, std::size_t count);
    /// Books places for every one of the tasks, or none of them.
    std::optional<std::vector<Grant>> placeGang(const std::vector<ShapeId>& tasks);

    /// The same for `tasks` of one shape on these nodes alone.
    std::optional<std::vector<Grant>> placeGangOn(const std::vector<NodeIndex>& nodes, ShapeId shape, int tasks);
    /// The same in one domain of that level: the one in which the least room is left then; none if none has room.
    std::optional<std::vector<Grant>> placeGangIn(std::size_t level, ShapeId shape, int tasks);

    /// Why nodes do not take the shape now, and how many do.
    Census census(ShapeId shape) const { return takeCensus(m_cluster, m_cluster.catalogue().shape(shape)); }

private:
    Cluster m_cluster;
    Demand m_demand;
    Scorer m_scorer;
    std::vector<Candidates> m_candidates;  ///< by shape
    std::size_t m_heaps = 0;               ///< built since all were dropped
};

}  // namespace ph::placement
