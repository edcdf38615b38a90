#pragma once

#include "planner/planning/opening.h"

namespace ph::planning {

/// A job with what is promised to it. The spare room of its nodes is what may still be given to who ends later.
struct Promised {
    Request request;
    Opening opening;

    std::set<placement::NodeIndex> nodes() const;
};

/// Nodes promised to jobs that have no room yet, and how they are kept: whoever ends after a promise falls due gets of
/// its nodes only what the promise leaves over. One thread.
class Commitments {
public:
    explicit Commitments(placement::Cluster& cluster) : m_cluster(cluster) {}

    void add(Promised promised);
    /// Takes one back; nullopt if that job has none.
    std::optional<Promised> remove(RequestId id);
    bool has(RequestId id) const;
    /// Nodes that are part of a promise.
    const std::set<placement::NodeIndex>& nodes() const { return m_nodes; }
    /// By when they fall due; not while the view keeps anything back.
    const std::vector<Promised>& all() const { return m_commitments; }

    /// Lets the cluster look as somebody sees it who has ended by `end` at the latest.
    void view(Micros end);
    /// As it is.
    void viewAll();
    /// Whether the view keeps anything back.
    bool holding() const { return m_shown > 0; }

private:
    void show(std::size_t count);

    placement::Cluster& m_cluster;
    std::vector<Promised> m_commitments;  ///< by when they fall due
    std::size_t m_shown = 0;              ///< of them the first hold their nodes now
    std::set<placement::NodeIndex> m_nodes;
};

}  // namespace ph::planning
