#pragma once

#include <cstdint>
#include <limits>

namespace ph::placement {

/// Small integers that stand for interned things; valid only with the catalogue or cluster that gave them.
using ShapeId = std::uint32_t;
using ClassId = std::uint32_t;
using NodeIndex = std::uint32_t;

/// Cards of one node as bits, the lowest is the first card of its class.
using CardMask = std::uint32_t;

inline constexpr int kMaxCards = 16;     ///< of one node
inline constexpr int kWholeCard = 1000;  ///< compute milli of a card that nobody uses
inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();

}  // namespace ph::placement
