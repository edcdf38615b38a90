#include "planner/planning/opening.h"

#include <algorithm>
#include <unordered_map>

namespace ph::planning {

using namespace placement;

namespace {

/// The cards that the shape would get of `room`: for a share the fullest card that takes it. There must be room.
CardMask chooseCards(const JobShape& shape, CardMask allowed, const NodeClass& kind, const NodeRoom& room) {
    if (!shape.cards.isShare()) return wholeCards(shape.cards.count, allowed, room);
    int best = -1;
    for (CardMask rest = allowed; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        if (shareFits(shape.cards, card, kind, room) && (best < 0 || room.milli[card] < room.milli[best])) best = card;
    }
    return CardMask{1} << best;
}

/// Books up to `most` tasks on `room`.
std::vector<CardMask> fill(const JobShape& shape, CardMask allowed, const NodeClass& kind, NodeRoom& room, int most) {
    std::vector<CardMask> tasks;
    while (static_cast<int>(tasks.size()) < most && hostFits(shape, room) &&
           cardsFit(shape.cards, allowed, kind, room)) {
        tasks.push_back(chooseCards(shape, allowed, kind, room));
        take(shape, tasks.back(), kind, room);
    }
    return tasks;
}

/// The nodes that may serve the request, as they become free.
class Sweep {
public:
    Sweep(const Cluster& cluster, const Request& request, const std::set<NodeIndex>& taken,
          const std::set<NodeIndex>& own)
        : m_cluster(cluster),
          m_request(request),
          m_shape(cluster.catalogue().shape(request.shape)),
          m_taken(taken),
          m_own(own) {
        for (NodeIndex node = 0; node < cluster.size() && !enough(); ++node) {
            if (cluster.outline(node).mayHold(m_shape) && match(node).eligible() && usable(node))
                count(node, place(node));
        }
    }

    bool enough() const { return m_slots >= m_request.tasks; }

    void end(const Grant& grant) {
        if (!match(grant.node).eligible() || !usable(grant.node)) return;
        Place& there = place(grant.node);
        give(m_cluster.catalogue().shape(grant.shape), grant.cards, m_cluster.classOf(grant.node), there.room);
        count(grant.node, there);
    }

    Opening result(Micros at) {
        Opening opening{at, {}, {}};
        int left = m_request.tasks;
        for (const NodeIndex node : m_order) {
            if (left == 0) break;
            NodeRoom room = m_places.at(node).room;
            const auto tasks = fill(m_shape, match(node).cards, m_cluster.classOf(node), room, left);
            for (const CardMask cards : tasks) opening.grants.push_back({m_request.shape, node, cards});
            left -= static_cast<int>(tasks.size());
            opening.spare.emplace_back(node, room);
        }
        return opening;
    }

private:
    struct Place {
        NodeRoom room;
        int slots = 0;
    };

    const Catalogue::Match& match(NodeIndex node) const {
        return m_cluster.catalogue().match(m_request.shape, m_cluster.outline(node).kind);
    }
    bool usable(NodeIndex node) const {
        return m_cluster.outline(node).ready != 0 && (!m_taken.contains(node) || m_own.contains(node));
    }
    Place& place(NodeIndex node) { return m_places.try_emplace(node, Place{m_cluster.room(node), 0}).first->second; }

    void count(NodeIndex node, Place& there) {
        NodeRoom room = there.room;
        const int slots =
            static_cast<int>(fill(m_shape, match(node).cards, m_cluster.classOf(node), room, m_request.tasks).size());
        if (there.slots == 0 && slots > 0) m_order.push_back(node);
        m_slots += slots - there.slots;
        there.slots = slots;
    }

    const Cluster& m_cluster;
    const Request& m_request;
    const JobShape& m_shape;
    const std::set<NodeIndex>& m_taken;
    const std::set<NodeIndex>& m_own;
    std::unordered_map<NodeIndex, Place> m_places;
    std::vector<NodeIndex> m_order;  ///< nodes with room, soonest first
    int m_slots = 0;
};

}  // namespace

std::optional<Opening> earliestOpening(const Cluster& cluster, const Occupancy& occupancy, const Request& request,
                                       const std::set<NodeIndex>& taken, const std::set<NodeIndex>& own, Micros now) {
    Sweep sweep(cluster, request, taken, own);
    if (sweep.enough()) return sweep.result(now);
    for (const auto& [end, id] : occupancy.ends()) {
        for (const auto& grant : occupancy.find(id)->grants) sweep.end(grant);
        // What is past its limit is being ended: its room comes at once.
        if (sweep.enough()) return sweep.result(std::max(end, now));
    }
    return std::nullopt;
}

}  // namespace ph::planning
