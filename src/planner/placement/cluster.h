#pragma once

#include "planner/placement/node_room.h"
#include "planner/placement/topology.h"

#include <unordered_map>
#include <vector>

namespace ph::placement {

/// What is asked first and most about a node, in half a cache line: most nodes are passed over by it alone.
struct NodeOutline {
    std::uint64_t changedAt = 0;  ///< place in the order of all changes
    std::uint32_t version = 0;    ///< differs from that of every earlier state of this node
    std::int32_t cpu = 0;
    std::int32_t memory = 0;
    std::uint16_t kind = 0;
    std::uint16_t ready : 1 = 1;
    std::uint16_t whole : 5 = 0;     ///< cards of which nobody holds a part
    std::uint16_t largest : 10 = 0;  ///< most compute milli free on one card

    /// False only if the shape surely has no room.
    bool mayHold(const JobShape& shape) const {
        return ready != 0 && shape.cpu <= cpu && shape.memory <= memory &&
               (shape.cards.isShare() ? shape.cards.shareMilli <= largest : shape.cards.count <= whole);
    }
};

/// What is free on every node, with a log by which trials are taken back. Also the order in which nodes last changed,
/// so that whoever keeps something computed per node repairs only those that changed since it last looked. Copies are
/// independent. One thread.
class Cluster {
public:
    ShapeId intern(const JobShape& shape) { return m_catalogue.intern(shape); }
    const Catalogue& catalogue() const { return m_catalogue; }

    /// Which nodes are near each other; a node is placed after it was added.
    Topology& topology() { return m_topology; }
    const Topology& topology() const { return m_topology; }

    /// An empty node. Indices count from zero and are never given again.
    NodeIndex add(const NodeClass& kind);
    /// A node that is not ready keeps what it holds and gets nothing more. Not part of a trial.
    void setReady(NodeIndex index, bool ready);
    std::size_t size() const { return m_rooms.size(); }
    const NodeRoom& room(NodeIndex index) const { return m_rooms[index]; }
    const NodeOutline& outline(NodeIndex index) const { return m_outlines[index]; }
    const NodeClass& classOf(NodeIndex index) const { return m_catalogue.nodeClass(m_outlines[index].kind); }

    /// Books or gives back a grant; booking what does not fit is a bug of the caller.
    void take(const Grant& grant);
    void give(const Grant& grant);
    /// Until `unhold`, gives of that node no more than `spare`, as the rest is promised to somebody. Bookings take from
    /// both. Begins and ends outside of trials.
    void hold(NodeIndex index, const NodeRoom& spare);
    /// What is left of the spare room.
    NodeRoom unhold(NodeIndex index);
    /// Compute milli of cards that nobody holds, over nodes that are ready.
    std::int64_t idleMilli() const { return m_idleMilli; }

    /// Makes everything computed for the node be computed anew.
    void touch(NodeIndex index);
    std::uint64_t changes() const { return m_changes; }
    /// Calls `visit` once for each node that changed after the first `seen` changes; false if that is too long ago to
    /// be known, then nothing was called.
    template <class Visit>
    bool visitChanged(std::uint64_t seen, Visit visit) const {
        if (seen + m_recent.size() < m_changes || seen < m_recentFrom) return false;
        for (std::uint64_t at = seen + 1; at <= m_changes; ++at) {
            const NodeIndex index = m_recent[at & (m_recent.size() - 1)];
            __builtin_prefetch(&m_outlines[m_recent[(at + kAhead) & (m_recent.size() - 1)]]);
            if (m_outlines[index].changedAt == at) visit(index);
        }
        return true;
    }

private:
    friend class Trial;
    static constexpr std::uint64_t kAhead = 8;  ///< outlines that are asked from memory before they are looked at
    struct Entry {
        Grant grant;
        bool taken;
    };
    struct Held {
        NodeRoom free;
        NodeRoom spare;
    };
    void apply(const Grant& grant, bool taken);

    Catalogue m_catalogue;
    Topology m_topology;
    std::vector<NodeRoom> m_rooms;
    std::vector<NodeOutline> m_outlines;
    std::vector<NodeIndex> m_recent = std::vector<NodeIndex>(1 << 12);  ///< ring by place in the order of changes
    std::uint64_t m_recentFrom = 0;
    std::uint64_t m_changes = 0;
    std::int64_t m_idleMilli = 0;
    std::unordered_map<NodeIndex, Held> m_held;
    std::vector<Entry> m_log;
    int m_trials = 0;
};

/// Everything booked and given back while a trial lives is undone when it ends, in reverse, unless it was kept. Trials
/// may nest; the inner one ends first.
class Trial {
public:
    explicit Trial(Cluster& cluster);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    void keep() { m_kept = true; }

private:
    Cluster& m_cluster;
    std::size_t m_begin;
    bool m_kept = false;
};

}  // namespace ph::placement
