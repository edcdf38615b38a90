#include "planner/placement/cluster.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ph::placement {

namespace {

bool grantFits(const JobShape& shape, CardMask cards, const NodeClass& kind, const NodeRoom& room) {
    if (!hostFits(shape, room)) return false;
    if (!shape.cards.isShare()) return (room.whole & cards) == cards;
    const int card = std::countr_zero(cards);
    return shareFits(shape.cards, card, kind, room);
}

}  // namespace

NodeIndex Cluster::add(const NodeClass& kind) {
    const ClassId id = m_catalogue.intern(kind);
    if (id > std::numeric_limits<std::uint16_t>::max()) throw std::length_error("too many node classes");
    const auto index = static_cast<NodeIndex>(m_rooms.size());
    m_outlines.emplace_back().kind = static_cast<std::uint16_t>(id);
    m_rooms.push_back(emptyRoom(classOf(index)));
    m_idleMilli += placement::idleMilli(classOf(index), m_rooms[index]);
    if (m_recent.size() < 4 * m_rooms.size()) {
        m_recent.resize(2 * m_recent.size());
        m_recentFrom = m_changes;
    }
    touch(index);
    return index;
}

void Cluster::setReady(NodeIndex index, bool ready) {
    NodeOutline& outline = m_outlines[index];
    if ((outline.ready != 0) == ready) return;
    outline.ready = ready ? 1 : 0;
    const int idle = placement::idleMilli(classOf(index), m_rooms[index]);
    m_idleMilli += ready ? idle : -idle;
    touch(index);
}

void Cluster::take(const Grant& grant) {
    apply(grant, true);
    if (m_trials > 0) m_log.push_back({grant, true});
}

void Cluster::give(const Grant& grant) {
    apply(grant, false);
    if (m_trials > 0) m_log.push_back({grant, false});
}

void Cluster::apply(const Grant& grant, bool taken) {
    const auto& shape = m_catalogue.shape(grant.shape);
    const auto& kind = classOf(grant.node);
    NodeRoom& room = m_rooms[grant.node];
    if (std::popcount(grant.cards) != shape.cards.count)
        throw std::logic_error("a grant with the wrong number of cards");
    if (taken && !grantFits(shape, grant.cards, kind, room)) throw std::logic_error("a grant that does not fit");
    const auto move = taken ? placement::take : placement::give;
    if (const auto held = m_held.find(grant.node); held != m_held.end()) {
        move(shape, grant.cards, kind, held->second.free);
        move(shape, grant.cards, kind, held->second.spare);
        room = common(held->second.free, held->second.spare);
    } else {
        move(shape, grant.cards, kind, room);
    }
    if (m_outlines[grant.node].ready != 0) m_idleMilli += taken ? -shape.cards.milli() : shape.cards.milli();
    touch(grant.node);
}

void Cluster::hold(NodeIndex index, const NodeRoom& spare) {
    NodeRoom& room = m_rooms[index];
    if (!m_held.emplace(index, Held{room, spare}).second) throw std::logic_error("a node that is held already");
    room = common(room, spare);
    touch(index);
}

NodeRoom Cluster::unhold(NodeIndex index) {
    const auto held = m_held.extract(index);
    if (!held) throw std::logic_error("a node that is not held");
    m_rooms[index] = held.mapped().free;
    touch(index);
    return held.mapped().spare;
}

void Cluster::touch(NodeIndex index) {
    NodeOutline& outline = m_outlines[index];
    const NodeRoom& room = m_rooms[index];
    const auto bounded = [](std::int64_t value) {
        return static_cast<std::int32_t>(std::min<std::int64_t>(value, std::numeric_limits<std::int32_t>::max()));
    };
    outline.cpu = bounded(room.cpu);
    outline.memory = bounded(room.memory);
    outline.whole = static_cast<std::uint16_t>(std::popcount(room.whole)) & 31;
    outline.largest = static_cast<std::uint16_t>(*std::max_element(room.milli.begin(), room.milli.end())) & 1023;
    ++outline.version;
    outline.changedAt = ++m_changes;
    m_recent[m_changes & (m_recent.size() - 1)] = index;
}

Trial::Trial(Cluster& cluster) : m_cluster(cluster), m_begin(cluster.m_log.size()) {
    ++m_cluster.m_trials;
}

Trial::~Trial() {
    auto& log = m_cluster.m_log;
    while (!m_kept && log.size() > m_begin) {
        m_cluster.apply(log.back().grant, !log.back().taken);
        log.pop_back();
    }
    if (--m_cluster.m_trials == 0) log.clear();
}

}  // namespace ph::placement
