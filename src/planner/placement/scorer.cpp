#include "planner/placement/scorer.h"

#include <algorithm>

namespace ph::placement {

namespace {

constexpr std::int64_t kFullnessParts = 1 << 12;

/// Less is fuller; below kFullnessParts.
std::int64_t leftOver(const NodeClass& kind, const NodeRoom& room) {
    const auto part = [](std::int64_t free, std::int64_t total) { return total > 0 ? free * 1024 / total : 0; };
    std::int64_t left = part(room.cpu, kind.cpu) + part(room.memory, kind.memory);
    if (!kind.cards.empty())
        left += part(idleMilli(kind, room), static_cast<std::int64_t>(kind.cards.size()) * kWholeCard);
    return std::min(left, kFullnessParts - 1);
}

}  // namespace

void Scorer::rebuild(const Mix& mix, Cluster& cluster) {
    m_forecast.rebuild(mix, cluster.catalogue());
    m_scarcity.rebuild(mix, cluster);
    m_before.clear();
}

std::int64_t Scorer::idleBefore(const Cluster& cluster, NodeIndex index) {
    if (index >= m_before.size()) m_before.resize(cluster.size());
    const auto& outline = cluster.outline(index);
    Before& before = m_before[index];
    if (before.version != outline.version)
        before = {outline.version, m_forecast.idle(outline.kind, cluster.room(index), cluster.catalogue())};
    return before.idle;
}

std::int64_t Scorer::scoreOf(const Cluster& cluster, const JobShape& shape, NodeIndex index, CardMask cards) {
    const ClassId id = cluster.outline(index).kind;
    const auto& kind = cluster.classOf(index);
    const auto& room = cluster.room(index);
    NodeRoom after = room;
    take(shape, cards, kind, after);
    const std::int64_t saved = idleBefore(cluster, index) - m_forecast.idle(id, after, cluster.catalogue());
    const std::int64_t cost = m_scarcity.cost(id, room, after, cluster.catalogue());
    return (saved - cost * FillForecast::kStreams) * kFullnessParts - leftOver(kind, after);
}

std::optional<Candidate> Scorer::judge(const Cluster& cluster, ShapeId id, NodeIndex index, std::int64_t least) {
    const auto& shape = cluster.catalogue().shape(id);
    if (!cluster.outline(index).mayHold(shape)) return std::nullopt;
    const auto& match = cluster.catalogue().match(id, cluster.outline(index).kind);
    const auto& room = cluster.room(index);
    if (!match.eligible() || !hostFits(shape, room)) return std::nullopt;
    // No placement saves more than what would stay idle without it.
    if (least != kAnyScore && idleBefore(cluster, index) * kFullnessParts < least) return std::nullopt;
    if (!shape.cards.isShare()) {
        const auto& kind = cluster.classOf(index);
        if (!cardsFit(shape.cards, match.cards, kind, room)) return std::nullopt;
        const CardMask cards = wholeCards(shape.cards, match.cards, kind, room);
        return Candidate{scoreOf(cluster, shape, index, cards), index, cards};
    }
    const auto& kind = cluster.classOf(index);
    std::optional<Candidate> best;
    for (CardMask rest = match.cards; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        if (!shareFits(shape.cards, card, kind, room)) continue;
        // A card like an earlier one would be judged the same.
        bool seen = false;
        for (int i = 0; i < card && !seen; ++i)
            seen = (match.cards >> i & 1) != 0 && room.milli[i] == room.milli[card] &&
                   room.cardMemory[i] == room.cardMemory[card] && kind.cards[i] == kind.cards[card];
        if (seen) continue;
        const Candidate candidate{scoreOf(cluster, shape, index, CardMask{1} << card), index, CardMask{1} << card};
        // Of equals the fuller card.
        const bool better =
            !best || candidate.score > best->score ||
            (candidate.score == best->score && room.milli[card] < room.milli[std::countr_zero(best->cards)]);
        if (better) best = candidate;
    }
    return best;
}

}  // namespace ph::placement
