#include "planner/explanation/sight.h"

#include "planner/planning/cycle.h"

#include <algorithm>

namespace ph::explanation {

using namespace placement;

queues::Amounts amountsOf(const Wanted& wanted) {
    return planning::amountsOf(wanted.shape, wanted.tasks);
}

Sight::Sight(const planning::Planner& planner, Micros now, std::set<RequestId> aside)
    : m_planner(planner), m_now(now), m_aside(std::move(aside)) {
    for (const auto& one : planner.promised()) {
        if (m_aside.contains(one.request.id)) continue;
        for (const auto& [node, spare] : one.opening.spare) m_kept[node] = {one.opening.at, &spare};
    }
}

const NodeRoom* Sight::cap(NodeIndex node, Micros end) const {
    const auto kept = m_kept.find(node);
    return kept == m_kept.end() || kept->second.at >= end ? nullptr : kept->second.spare;
}

int Sight::places(const Wanted& wanted) const {
    int most = placesBeside(wanted);
    const std::pair precedence(wanted.head, wanted.priority);
    for (const auto& one : m_planner.promised()) {
        if (most >= wanted.tasks) break;
        const auto& other = one.request;
        if (other.queue != wanted.queue || precedence <= std::pair(other.head, other.priority) ||
            m_aside.contains(other.id))
            continue;
        auto aside = m_aside;
        aside.insert(other.id);
        most = std::max(most, Sight(m_planner, m_now, std::move(aside)).placesBeside(wanted));
    }
    return most;
}

int Sight::placesBeside(const Wanted& wanted) const {
    const auto& shape = wanted.shape;
    const auto& nodes = cluster();
    const auto level = wanted.required();
    const Micros end = planning::endOf(m_now, wanted.limit);
    std::vector<Catalogue::Match> matches;
    for (ClassId kind = 0; kind < nodes.catalogue().classes(); ++kind)
        matches.push_back(Catalogue::matchOf(shape, nodes.catalogue().nodeClass(kind)));
    std::vector<int> groups(level ? nodes.topology().size() : 1);
    int most = 0;
    for (NodeIndex node = 0; node < nodes.size() && most < wanted.tasks; ++node) {
        const auto& outline = nodes.outline(node);
        const auto& match = matches[outline.kind];
        if (!match.eligible() || !outline.mayHold(shape)) continue;
        const std::size_t group = level ? nodes.topology().domain(node, *level) : 0;
        if (group >= groups.size()) continue;
        const NodeRoom* kept = cap(node, end);
        const NodeRoom& room = nodes.room(node);
        groups[group] += placement::places(shape, match.cards, nodes.classOf(node),
                                           kept != nullptr ? common(room, *kept) : room, wanted.tasks);
        most = std::max(most, groups[group]);
    }
    return std::min(most, wanted.tasks);
}

bool Sight::starts(const Wanted& wanted) const {
    return !m_planner.tree().obstacle(wanted.queue, amountsOf(wanted)) && places(wanted) >= wanted.tasks;
}

std::vector<const planning::Promised*> Sight::promises(Micros end) const {
    std::vector<const planning::Promised*> found;
    for (const auto& one : m_planner.promised())
        if (one.opening.at < end && !m_aside.contains(one.request.id)) found.push_back(&one);
    std::ranges::stable_sort(found, {}, [](const planning::Promised* one) { return one->opening.at; });
    return found;
}

}  // namespace ph::explanation
