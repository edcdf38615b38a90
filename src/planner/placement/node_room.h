#pragma once

#include "planner/placement/catalogue.h"

#include <array>
#include <bit>
#include <optional>

namespace ph::placement {

/// What is free on one node: of each card compute milli and memory in MiB. A card is whole while nobody holds a part of
/// it.
struct NodeRoom {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    CardMask whole = 0;
    std::array<std::int16_t, kMaxCards> milli{};
    std::array<std::int32_t, kMaxCards> cardMemory{};
    std::int64_t scratch = 0;

    friend bool operator==(const NodeRoom&, const NodeRoom&) = default;
};

/// A task's place: enough to give everything back.
struct Grant {
    ShapeId shape = 0;
    NodeIndex node = kNoNode;
    CardMask cards = 0;
    friend bool operator==(const Grant&, const Grant&) = default;
};

/// An empty node of that class.
NodeRoom emptyRoom(const NodeClass& kind);

/// Whether CPU, memory and scratch are enough.
inline bool hostFits(const JobShape& shape, const NodeRoom& room) {
    return shape.cpu <= room.cpu && shape.memory <= room.memory && shape.scratch <= room.scratch;
}

/// Whether that card of the node has room for the share.
inline bool shareFits(const CardDemand& demand, int card, const NodeClass& kind, const NodeRoom& room) {
    return demand.shareMilli <= room.milli[card] &&
           Catalogue::shareMemory(demand, kind.cards[card]) <= room.cardMemory[card];
}

/// What both have.
NodeRoom common(const NodeRoom& a, const NodeRoom& b);

/// Whether there are as many of `cards` of each model as some must be of.
bool modelsFit(const CardDemand& demand, const NodeClass& kind, CardMask cards);

/// Whether the room has what `demand` asks for among the `allowed` cards.
bool cardsFit(const CardDemand& demand, CardMask allowed, const NodeClass& kind, const NodeRoom& room);

/// The first free whole cards among `allowed`, those that must be of a model first; there must be enough.
CardMask wholeCards(const CardDemand& demand, CardMask allowed, const NodeClass& kind, const NodeRoom& room);

/// Takes from `room`, or gives back, what the shape holds with these cards of it.
void take(const JobShape& shape, CardMask cards, const NodeClass& kind, NodeRoom& room);
void give(const JobShape& shape, CardMask cards, const NodeClass& kind, NodeRoom& room);

/// How many tasks of the shape the room could run side by side, at most `most`. A room may be short of something
/// (below zero): then none.
int places(const JobShape& shape, CardMask allowed, const NodeClass& kind, const NodeRoom& room, int most);

/// How many tasks of a shape of whole cards the room could run side by side, whatever models some of them must be of.
int slots(const JobShape& shape, CardMask allowed, const NodeRoom& room);

/// Compute milli that no task holds.
int idleMilli(const NodeClass& kind, const NodeRoom& room);

}  // namespace ph::placement
