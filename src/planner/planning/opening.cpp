#include "planner/planning/opening.h"

#include "planner/planning/places.h"

#include <algorithm>

namespace ph::planning {

using namespace placement;

namespace {

/// The cards that the shape would get of `room`: for a share the fullest card that takes it. There must be room.
CardMask chooseCards(const JobShape& shape, CardMask allowed, const NodeClass& kind, const NodeRoom& room) {
    if (!shape.cards.isShare()) return wholeCards(shape.cards, allowed, kind, room);
    int best = -1;
    for (CardMask rest = allowed; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        if (shareFits(shape.cards, card, kind, room) && (best < 0 || room.milli[card] < room.milli[best])) best = card;
    }
    return CardMask{1} << best;
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
          m_own(own),
          m_places(cluster, m_shape, request.tasks, request.required()) {
        for (NodeIndex node = 0; node < cluster.size() && !enough(); ++node)
            if (cluster.outline(node).mayHold(m_shape) && m_places.eligible(node) && usable(node))
                m_places.show(node, cluster.room(node));
    }

    bool enough() const { return m_places.enough(); }

    void end(const Grant& grant) {
        if (grant.node == kNoNode || !m_places.eligible(grant.node) || !usable(grant.node)) return;
        if (!m_places.shown(grant.node)) m_places.show(grant.node, m_cluster.room(grant.node));
        m_places.give(grant);
    }

    Opening result(Micros at) const {
        Opening opening{at, {}, {}};
        int left = m_request.tasks;
        for (const NodeIndex node : m_places.nodes()) {
            if (left == 0) break;
            NodeRoom room = m_places.room(node);
            const auto& kind = m_cluster.classOf(node);
            for (int here = places(m_shape, m_places.cards(node), kind, room, left); here > 0; --here, --left) {
                const CardMask cards = chooseCards(m_shape, m_places.cards(node), kind, room);
                take(m_shape, cards, kind, room);
                opening.grants.push_back({m_request.shape, node, cards});
            }
            opening.spare.emplace_back(node, room);
        }
        return opening;
    }

private:
    bool usable(NodeIndex node) const {
        return m_cluster.outline(node).ready != 0 && (!m_taken.contains(node) || m_own.contains(node));
    }

    const Cluster& m_cluster;
    const Request& m_request;
    const JobShape& m_shape;
    const std::set<NodeIndex>& m_taken;
    const std::set<NodeIndex>& m_own;
    Places m_places;
};

}  // namespace

std::optional<Opening> earliestOpening(const Cluster& cluster, const Occupancy& occupancy, const Request& request,
                                       const std::set<NodeIndex>& taken, const std::set<NodeIndex>& own, Micros now) {
    Sweep sweep(cluster, request, taken, own);
    if (sweep.enough()) return sweep.result(now);
    for (const auto& [end, id] : occupancy.ends()) {
        if (end == kNoLimit) break;
        for (const auto& grant : occupancy.find(id)->grants) sweep.end(grant);
        // What is past its limit is being ended: its room comes at once.
        if (sweep.enough()) return sweep.result(std::max(end, now));
    }
    return std::nullopt;
}

}  // namespace ph::planning
