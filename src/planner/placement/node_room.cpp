#include "planner/placement/node_room.h"

#include <algorithm>

namespace ph::placement {

namespace {

CardMask cardsOfModel(const NodeClass& kind, const std::string& model) {
    CardMask mask = 0;
    for (std::size_t i = 0; i < kind.cards.size(); ++i)
        if (kind.cards[i].model == model) mask |= CardMask{1} << i;
    return mask;
}

}  // namespace

NodeRoom emptyRoom(const NodeClass& kind) {
    NodeRoom room;
    room.cpu = kind.cpu;
    room.memory = kind.memory;
    room.scratch = kind.scratch;
    for (std::size_t i = 0; i < kind.cards.size(); ++i) {
        room.milli[i] = kWholeCard;
        room.cardMemory[i] = kind.cards[i].memory;
    }
    room.whole = (CardMask{1} << kind.cards.size()) - 1;
    return room;
}

NodeRoom common(const NodeRoom& a, const NodeRoom& b) {
    NodeRoom both;
    both.cpu = std::min(a.cpu, b.cpu);
    both.memory = std::min(a.memory, b.memory);
    both.scratch = std::min(a.scratch, b.scratch);
    both.whole = a.whole & b.whole;
    for (std::size_t i = 0; i < both.milli.size(); ++i) {
        both.milli[i] = std::min(a.milli[i], b.milli[i]);
        both.cardMemory[i] = std::min(a.cardMemory[i], b.cardMemory[i]);
    }
    return both;
}

bool modelsFit(const CardDemand& demand, const NodeClass& kind, CardMask cards) {
    return std::ranges::all_of(demand.atLeast, [&](const auto& least) {
        return std::popcount(cardsOfModel(kind, least.first) & cards) >= least.second;
    });
}

bool cardsFit(const CardDemand& demand, CardMask allowed, const NodeClass& kind, const NodeRoom& room) {
    if (demand.count == 0) return true;
    if (!demand.isShare())
        return std::popcount(room.whole & allowed) >= demand.count && modelsFit(demand, kind, room.whole);
    for (CardMask rest = allowed; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        if (shareFits(demand, card, kind, room)) return true;
    }
    return false;
}

CardMask wholeCards(const CardDemand& demand, CardMask allowed, const NodeClass& kind, const NodeRoom& room) {
    CardMask chosen = 0;
    const auto choose = [&](CardMask rest, int count) {
        for (; count > 0; rest &= rest - 1, --count) chosen |= rest & -rest;
    };
    for (const auto& [model, count] : demand.atLeast) choose(room.whole & cardsOfModel(kind, model), count);
    choose(room.whole & allowed & ~chosen, demand.count - std::popcount(chosen));
    return chosen;
}

namespace {

void move(const JobShape& shape, CardMask cards, const NodeClass& kind, NodeRoom& room, int sign) {
    room.cpu += sign * shape.cpu;
    room.memory += sign * shape.memory;
    room.scratch += sign * shape.scratch;
    for (CardMask rest = cards; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        const auto& full = kind.cards[card];
        room.milli[card] = static_cast<std::int16_t>(room.milli[card] + sign * shape.cards.shareMilli);
        room.cardMemory[card] +=
            sign * (shape.cards.isShare() ? Catalogue::shareMemory(shape.cards, full) : full.memory);
        const CardMask bit = CardMask{1} << card;
        const bool whole = room.milli[card] == kWholeCard && room.cardMemory[card] == full.memory;
        room.whole = whole ? room.whole | bit : room.whole & ~bit;
    }
}

}  // namespace

void take(const JobShape& shape, CardMask cards, const NodeClass& kind, NodeRoom& room) {
    move(shape, cards, kind, room, -1);
}

void give(const JobShape& shape, CardMask cards, const NodeClass& kind, NodeRoom& room) {
    move(shape, cards, kind, room, 1);
}

int places(const JobShape& shape, CardMask allowed, const NodeClass& kind, const NodeRoom& room, int most) {
    if (!hostFits(shape, room)) return 0;
    std::int64_t left = most;
    const auto bound = [&](std::int64_t free, std::int64_t each) {
        if (each > 0) left = std::min(left, free / each);
    };
    bound(room.cpu, shape.cpu);
    bound(room.memory, shape.memory);
    bound(room.scratch, shape.scratch);
    if (shape.cards.count == 0) return static_cast<int>(left);
    if (!shape.cards.isShare()) {
        bound(std::popcount(room.whole & allowed), shape.cards.count);
        for (const auto& [model, count] : shape.cards.atLeast)
            bound(std::popcount(room.whole & cardsOfModel(kind, model)), count);
        return static_cast<int>(left);
    }
    std::int64_t shares = 0;
    for (CardMask rest = allowed; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        if (!shareFits(shape.cards, card, kind, room)) continue;
        std::int64_t there = room.milli[card] / shape.cards.shareMilli;
        const std::int32_t each = Catalogue::shareMemory(shape.cards, kind.cards[card]);
        if (each > 0) there = std::min<std::int64_t>(there, room.cardMemory[card] / each);
        shares += there;
    }
    return static_cast<int>(std::min(left, shares));
}

int slots(const JobShape& shape, CardMask allowed, const NodeRoom& room) {
    std::int64_t most = std::popcount(room.whole & allowed) / std::max(shape.cards.count, 1);
    if (most == 0) return 0;
    if (shape.cpu > 0) most = std::min(most, room.cpu / shape.cpu);
    if (shape.memory > 0) most = std::min(most, room.memory / shape.memory);
    if (shape.scratch > 0) most = std::min(most, room.scratch / shape.scratch);
    return static_cast<int>(most);
}

int idleMilli(const NodeClass& kind, const NodeRoom& room) {
    int idle = 0;
    for (std::size_t i = 0; i < kind.cards.size(); ++i) idle += room.milli[i];
    return idle;
}

}  // namespace ph::placement
