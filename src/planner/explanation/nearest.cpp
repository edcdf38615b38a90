#include "planner/explanation/nearest.h"

#include <algorithm>
#include <tuple>

namespace ph::explanation {

using namespace placement;

namespace {

/// Cards of an allowed model that could take a task's part, and the most memory of one of those models.
std::pair<int, std::int32_t> cardsOf(const JobShape& shape, const NodeClass& kind, bool& model) {
    int fitting = 0;
    std::int32_t memory = 0;
    for (const auto& card : kind.cards) {
        if (!shape.cards.models.empty() && !shape.cards.models.contains(card.model)) continue;
        model = true;
        memory = std::max(memory, card.memory);
        if (!shape.cards.isShare() || Catalogue::shareMemory(shape.cards, card) <= card.memory) ++fitting;
    }
    return {fitting, memory};
}

std::vector<Lack> lacksOf(const JobShape& shape, const NodeClass& kind) {
    std::vector<Lack> lacks;
    if (!shape.architecture.empty() && shape.architecture != kind.architecture)
        lacks.push_back({Misfit::Architecture, 0, 0, kind.architecture});
    for (const auto& [label, value] : shape.labels) {
        const auto found = kind.labels.find(label);
        if (found == kind.labels.end() || found->second != value) lacks.push_back({Misfit::Labels, 0, 0, label});
    }
    for (const auto& taint : kind.taints)
        if (!shape.tolerations.contains(taint)) lacks.push_back({Misfit::Taints, 0, 0, taint});
    const auto amount = [&](Misfit what, std::int64_t asked, std::int64_t has) {
        if (asked > has) lacks.push_back({what, asked, has, {}});
    };
    if (shape.cards.count > 0) {
        bool model = false;
        const auto [fitting, memory] = cardsOf(shape, kind, model);
        if (!model && !kind.cards.empty())
            lacks.push_back({Misfit::Model, 0, 0, kind.cards.front().model});
        else if (fitting == 0 && model && shape.cards.isShare())
            amount(Misfit::Cards, shape.cards.shareMemory, memory);
        else
            amount(Misfit::Cards, shape.cards.count, fitting);
    }
    amount(Misfit::Cpu, shape.cpu, kind.cpu);
    amount(Misfit::Memory, shape.memory, kind.memory);
    amount(Misfit::Scratch, shape.scratch, kind.scratch);
    return lacks;
}

}  // namespace

std::optional<Nearest> nearestOf(const Catalogue& catalogue, const Census& census, const JobShape& shape) {
    std::optional<Nearest> nearest;
    for (const auto& row : census.classes) {
        Nearest one{row.kind, row.nodes, lacksOf(shape, catalogue.nodeClass(row.kind))};
        if (one.lacks.empty()) return std::nullopt;
        if (!nearest || std::pair(one.lacks.size(), -one.nodes) < std::pair(nearest->lacks.size(), -nearest->nodes))
            nearest = std::move(one);
    }
    return nearest;
}

}  // namespace ph::explanation
