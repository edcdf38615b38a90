#pragma once

#include "planner/placement/cluster.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace ph::planning {

/// How many tasks of one shape find room on the nodes that were shown, while tasks end there or come back: in all, or
/// in the best single domain of a level. The cluster and the shape must outlive it. One thread.
class Places {
public:
    Places(const placement::Cluster& cluster, const placement::JobShape& shape, int tasks,
           std::optional<std::size_t> level);

    /// Whether nodes of that class could run the shape.
    bool eligible(placement::NodeIndex node) const { return m_matches[m_cluster.outline(node).kind].eligible(); }
    placement::CardMask cards(placement::NodeIndex node) const { return m_matches[m_cluster.outline(node).kind].cards; }
    bool shown(placement::NodeIndex node) const { return m_rooms.contains(node); }
    /// The room of an eligible node; no more than `cap` of it may be used, whatever becomes free there.
    void show(placement::NodeIndex node, const placement::NodeRoom& room, const placement::NodeRoom* cap = nullptr);
    /// A grant on a node that was shown is given back, or taken again.
    void give(const placement::Grant& grant) { move(grant, placement::give); }
    void take(const placement::Grant& grant) { move(grant, placement::take); }

    /// Whether all tasks have room.
    bool enough() const { return m_wide > 0; }
    /// How many have; counted no further than all of them.
    int most() const;
    /// Nodes with room, in the order in which they got it; if all tasks have room in a domain, those of the first such.
    std::vector<placement::NodeIndex> nodes() const;
    const placement::NodeRoom& room(placement::NodeIndex node) const { return m_rooms.at(node).room; }

private:
    struct Place {
        placement::NodeRoom room;
        std::optional<placement::NodeRoom> cap;
        int tasks = 0;
        bool listed = false;
    };
    void move(const placement::Grant& grant, decltype(placement::give)& step);
    void count(placement::NodeIndex node, Place& place);
    /// 0 if all count together.
    std::size_t groupOf(placement::NodeIndex node) const;

    const placement::Cluster& m_cluster;
    const placement::JobShape& m_shape;
    const int m_tasks;
    const std::optional<std::size_t> m_level;
    std::vector<placement::Catalogue::Match> m_matches;  ///< by class
    std::unordered_map<placement::NodeIndex, Place> m_rooms;
    std::vector<placement::NodeIndex> m_order;
    std::vector<int> m_groups;  ///< tasks that find room, by domain
    int m_wide = 0;             ///< groups with room for all
};

}  // namespace ph::planning
