#include "planner/planning/commitments.h"

#include <algorithm>

namespace ph::planning {

std::set<placement::NodeIndex> Promised::nodes() const {
    std::set<placement::NodeIndex> nodes;
    for (const auto& [node, spare] : opening.spare) nodes.insert(node);
    return nodes;
}

void Commitments::add(Promised promised) {
    viewAll();
    m_nodes.merge(promised.nodes());
    const auto later = std::ranges::find_if(
        m_commitments, [&](const Promised& other) { return other.opening.at > promised.opening.at; });
    m_commitments.insert(later, std::move(promised));
}

std::optional<Promised> Commitments::remove(RequestId id) {
    viewAll();
    const auto found = std::ranges::find(m_commitments, id, [](const Promised& one) { return one.request.id; });
    if (found == m_commitments.end()) return std::nullopt;
    Promised promised = std::move(*found);
    m_commitments.erase(found);
    for (const auto& [node, spare] : promised.opening.spare) m_nodes.erase(node);
    return promised;
}

bool Commitments::has(RequestId id) const {
    return std::ranges::any_of(m_commitments, [&](const Promised& one) { return one.request.id == id; });
}

void Commitments::view(Micros end) {
    const auto later = std::ranges::find_if(m_commitments, [&](const Promised& one) { return one.opening.at >= end; });
    show(static_cast<std::size_t>(later - m_commitments.begin()));
}

void Commitments::viewAll() {
    show(0);
}

void Commitments::show(std::size_t count) {
    for (; m_shown < count; ++m_shown)
        for (const auto& [node, spare] : m_commitments[m_shown].opening.spare) m_cluster.hold(node, spare);
    for (; m_shown > count; --m_shown)
        for (auto& [node, spare] : m_commitments[m_shown - 1].opening.spare) spare = m_cluster.unhold(node);
}

}  // namespace ph::planning
