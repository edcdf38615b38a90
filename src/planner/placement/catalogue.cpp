#include "planner/placement/catalogue.h"

#include "planner/placement/node_room.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace ph::placement {

namespace {

bool carries(const std::map<std::string, std::string>& labels, const std::map<std::string, std::string>& wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& label) {
        const auto found = labels.find(label.first);
        return found != labels.end() && found->second == label.second;
    });
}

CardMask cardsOfModels(const NodeClass& kind, const std::set<std::string>& models) {
    CardMask mask = 0;
    for (std::size_t i = 0; i < kind.cards.size(); ++i)
        if (models.empty() || models.contains(kind.cards[i].model)) mask |= CardMask{1} << i;
    return mask;
}

}  // namespace

ShapeId Catalogue::intern(const JobShape& shape) {
    const auto [place, isNew] = m_shapeIds.try_emplace(shape, static_cast<ShapeId>(m_shapes.size()));
    if (!isNew) return place->second;
    m_shapes.push_back(shape);
    auto& row = m_matches.emplace_back();
    for (const auto& kind : m_classes) row.push_back(matchOf(shape, kind));
    return place->second;
}

ClassId Catalogue::intern(NodeClass kind) {
    if (kind.cards.size() > kMaxCards) throw std::length_error("a node class has too many cards");
    std::sort(kind.cards.begin(), kind.cards.end());
    const auto [place, isNew] = m_classIds.try_emplace(kind, static_cast<ClassId>(m_classes.size()));
    if (!isNew) return place->second;
    m_classes.push_back(kind);
    for (std::size_t i = 0; i < m_shapes.size(); ++i) m_matches[i].push_back(matchOf(m_shapes[i], kind));
    return place->second;
}

std::int32_t Catalogue::shareMemory(const CardDemand& demand, const CardKind& card) {
    if (demand.shareMemory > 0) return demand.shareMemory;
    return static_cast<std::int32_t>(std::int64_t{card.memory} * demand.shareMilli / kWholeCard);
}

Catalogue::Match Catalogue::matchOf(const JobShape& shape, const NodeClass& kind) {
    if (!shape.architecture.empty() && shape.architecture != kind.architecture) return {Misfit::Architecture, 0};
    if (!carries(kind.labels, shape.labels)) return {Misfit::Labels, 0};
    if (!std::includes(shape.tolerations.begin(), shape.tolerations.end(), kind.taints.begin(), kind.taints.end()))
        return {Misfit::Taints, 0};
    CardMask cards = 0;
    if (shape.cards.count > 0) {
        cards = cardsOfModels(kind, shape.cards.models);
        if (cards == 0) return {kind.cards.empty() ? Misfit::Cards : Misfit::Model, 0};
        if (shape.cards.isShare())
            for (std::size_t i = 0; i < kind.cards.size(); ++i)
                if (shareMemory(shape.cards, kind.cards[i]) > kind.cards[i].memory) cards &= ~(CardMask{1} << i);
    }
    if (shape.cpu > kind.cpu) return {Misfit::Cpu, 0};
    if (shape.memory > kind.memory) return {Misfit::Memory, 0};
    if (shape.scratch > kind.scratch) return {Misfit::Scratch, 0};
    if (std::popcount(cards) < shape.cards.count || !modelsFit(shape.cards, kind, cards)) return {Misfit::Cards, 0};
    return {Misfit::None, cards};
}

}  // namespace ph::placement
