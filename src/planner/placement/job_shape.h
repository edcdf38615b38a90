#pragma once

#include "planner/placement/types.h"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ph::placement {

/// Cards that one task asks for: `count` whole ones, or with `shareMilli` below 1000 a share of one card, by compute
/// (milli) and memory (MiB, 0: in proportion to the compute). No models: any model will do. Of whole cards some may
/// have to be of a model: `count` includes them.
struct CardDemand {
    int count = 0;
    int shareMilli = kWholeCard;
    std::int32_t shareMemory = 0;
    std::set<std::string> models;
    std::map<std::string, int> atLeast{};

    bool isShare() const { return count > 0 && shareMilli < kWholeCard; }
    /// Compute milli of all cards together.
    int milli() const { return count * shareMilli; }
    friend auto operator<=>(const CardDemand&, const CardDemand&) = default;
};

/// Everything about a task that decides where it may run. Jobs of equal shape are interchangeable for placement: they
/// share one id, one heap of candidates and one explanation. Milli-CPU and MiB, none negative.
struct JobShape {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    std::int64_t scratch = 0;
    CardDemand cards;
    std::string architecture;                   ///< empty: any
    std::map<std::string, std::string> labels;  ///< what the node must carry
    std::set<std::string> tolerations;          ///< taints that it puts up with

    friend auto operator<=>(const JobShape&, const JobShape&) = default;
};

}  // namespace ph::placement
