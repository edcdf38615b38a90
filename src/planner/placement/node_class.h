#pragma once

#include "planner/placement/types.h"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ph::placement {

/// A model of card with its memory in MiB.
struct CardKind {
    std::string model;
    std::int32_t memory = 0;
    friend auto operator<=>(const CardKind&, const CardKind&) = default;
};

/// What nodes of one kind have in common: nodes of equal class differ only in what is free. Milli-CPU and MiB; at most
/// kMaxCards cards, equal kinds side by side.
struct NodeClass {
    std::string architecture;
    std::map<std::string, std::string> labels;
    std::set<std::string> taints;
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    std::int64_t scratch = 0;
    std::vector<CardKind> cards;

    friend auto operator<=>(const NodeClass&, const NodeClass&) = default;
};

/// Why no node of a class can ever run a shape, in the order in which it is looked at.
enum class Misfit { None, Architecture, Labels, Taints, Model, Cpu, Memory, Scratch, Cards };

}  // namespace ph::placement
