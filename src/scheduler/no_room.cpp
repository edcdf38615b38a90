#include "scheduler/no_room.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ph {

namespace {

/// The resources in the order in which a node is set aside for them.
struct Need {
    std::string_view name;
    std::int64_t asked;
    std::int64_t free;
    std::int64_t total;
};

std::int64_t cardsOf(const std::vector<Accelerator>& cards, const std::string& model) {
    if (model == "any") return static_cast<std::int64_t>(cards.size());
    return std::count_if(cards.begin(), cards.end(), [&](const Accelerator& card) { return card.model == model; });
}

/// The card request that lacks most: one that the whole node could not meet before one that only waits for free cards.
Need cardNeed(const Resources& asked, const NodeFree& node) {
    Need worst{"accelerators", 0, 0, 0};
    std::pair worstLack{false, std::numeric_limits<std::int64_t>::min()};
    for (const auto& request : asked.accelerators) {
        const Need need{"accelerators", request.count, cardsOf(node.free.accelerators, request.model),
                        cardsOf(node.total.accelerators, request.model)};
        const std::pair lack{need.total < need.asked, need.asked - need.free};
        if (lack <= worstLack) continue;
        worstLack = lack;
        worst = need;
    }
    return worst;
}

std::array<Need, 4> needsOf(const Resources& asked, const NodeFree& node) {
    return {Need{"cpu", asked.cpu.value, node.free.cpu.value, node.total.cpu.value},
            Need{"memory", asked.memory.value, node.free.memory.value, node.total.memory.value},
            Need{"scratch", asked.scratch.value, node.free.scratch.value, node.total.scratch.value},
            cardNeed(asked, node)};
}

void countStep(std::vector<NodeFunnelStep>& funnel, std::string_view cause) {
    const auto known =
        std::find_if(funnel.begin(), funnel.end(), [&](const auto& step) { return step.cause == cause; });
    if (known != funnel.end())
        ++known->nodes;
    else
        funnel.push_back({std::string(cause), 1});
}

Reason gapReason(ReasonCode code, const ResourceGap& gap, std::size_t nodes) {
    const auto text = [](std::int64_t value) { return std::to_string(value); };
    Reason reason{
        code,
        {{"resource", gap.resource}, {"asked", text(gap.asked)}, {"nodes", text(static_cast<std::int64_t>(nodes))}}};
    if (code == ReasonCode::NeverFits)
        reason.arguments["most"] = text(gap.total);
    else
        reason.arguments["free"] = text(gap.free);
    return reason;
}

/// What one node lacks: of its whole size if that is too small, else of what is free.
std::vector<ResourceGap> gapsOf(const Resources& asked, const NodeFree& node, bool ofTotal) {
    std::vector<ResourceGap> gaps;
    for (const auto& need : needsOf(asked, node))
        if (need.asked > (ofTotal ? need.total : need.free))
            gaps.push_back({std::string(need.name), need.asked, need.free, need.total});
    // Exact models and "any" may compete for the same cards though each has enough.
    if (gaps.empty() && !asked.accelerators.empty()) {
        const auto need = cardNeed(asked, node);
        gaps.push_back({std::string(need.name), need.asked, need.free, need.total});
    }
    return gaps;
}

}  // namespace

bool fits(const Resources& asked, const NodeCapacity& room) {
    if (asked.cpu > room.cpu || asked.memory > room.memory || asked.scratch > room.scratch) return false;
    std::int64_t cards = 0;
    for (const auto& request : asked.accelerators) {
        if (request.count > cardsOf(room.accelerators, request.model)) return false;
        cards += request.count;
    }
    return cards <= static_cast<std::int64_t>(room.accelerators.size());
}

Verdict explainNoRoom(const Resources& resources, const std::vector<NodeFree>& nodes) {
    Verdict verdict;
    verdict.nodes = static_cast<int>(nodes.size());
    const auto ready = std::count_if(nodes.begin(), nodes.end(), [](const NodeFree& node) { return node.ready; });
    if (ready == 0) {
        verdict.reason = {ReasonCode::NoNodeReady, {{"nodes", std::to_string(nodes.size())}}};
        if (!nodes.empty()) verdict.funnel.push_back({"not-ready", verdict.nodes});
        return verdict;
    }
    const bool never =
        std::none_of(nodes.begin(), nodes.end(), [&](const NodeFree& node) { return fits(resources, node.total); });
    bool room = false;
    for (const auto& node : nodes) {
        if (!node.ready) {
            countStep(verdict.funnel, "not-ready");
            continue;
        }
        if (fits(resources, node.free)) {
            room = true;
            continue;
        }
        auto gaps = gapsOf(resources, node, never || !fits(resources, node.total));
        countStep(verdict.funnel, gaps.front().resource);
        if (verdict.nearest.empty() || gaps.size() < verdict.nearest.size()) verdict.nearest = std::move(gaps);
    }
    if (room)
        verdict.nearest.clear();
    else if (!verdict.nearest.empty())
        verdict.reason =
            gapReason(never ? ReasonCode::NeverFits : ReasonCode::NotEnoughFree, verdict.nearest.front(), nodes.size());
    return verdict;
}

}  // namespace ph
