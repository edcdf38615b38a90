#pragma once

#include "planner/placement/scorer.h"

#include <vector>

namespace ph::placement {

/// The best nodes for one shape as a heap that is repaired when it is asked: only nodes that changed since then are
/// judged again, and entries of older versions are dropped when they come up. Keeps the better part of a large cluster
/// only; when that is used up, all nodes are judged anew. Gives what a scan of all nodes would.
class Candidates {
public:
    std::optional<Candidate> best(const Cluster& cluster, Scorer& scorer, ShapeId shape);
    bool built() const { return m_built; }

private:
    struct Entry {
        std::int64_t score;
        NodeIndex node;
        std::uint32_t version;
    };
    struct Worse {
        bool operator()(const Entry& a, const Entry& b) const {
            return a.score != b.score ? a.score < b.score : a.node > b.node;
        }
    };
    void arrange(std::size_t nodes);
    void repair(const Cluster& cluster, Scorer& scorer, ShapeId shape);
    void rebuild(const Cluster& cluster, Scorer& scorer, ShapeId shape);

    std::vector<Entry> m_heap;
    std::vector<NodeIndex> m_changed;  ///< that may hold the shape, while it repairs
    std::size_t m_tidyAt = 0;
    std::uint64_t m_seen = 0;
    bool m_built = false;
    bool m_cut = false;  ///< nodes not better than `m_floor` were left out
    Entry m_floor{};
};

}  // namespace ph::placement
