#include "planner/planning/places.h"

#include <algorithm>

namespace ph::planning {

using namespace placement;

Places::Places(const Cluster& cluster, const JobShape& shape, int tasks, std::optional<std::size_t> level)
    : m_cluster(cluster),
      m_shape(shape),
      m_tasks(tasks),
      m_level(level),
      m_groups(level ? cluster.topology().size() : 1) {
    for (ClassId kind = 0; kind < cluster.catalogue().classes(); ++kind)
        m_matches.push_back(Catalogue::matchOf(shape, cluster.catalogue().nodeClass(kind)));
}

std::size_t Places::groupOf(NodeIndex node) const {
    return m_level ? m_cluster.topology().domain(node, *m_level) : 0;
}

void Places::show(NodeIndex node, const NodeRoom& room, const NodeRoom* cap) {
    Place& place = m_rooms[node];
    place.room = room;
    place.cap = cap != nullptr ? std::optional(*cap) : std::nullopt;
    count(node, place);
}

void Places::move(const Grant& grant, decltype(placement::give)& step) {
    Place& place = m_rooms.at(grant.node);
    step(m_cluster.catalogue().shape(grant.shape), grant.cards, m_cluster.classOf(grant.node), place.room);
    count(grant.node, place);
}

void Places::count(NodeIndex node, Place& place) {
    const std::size_t group = groupOf(node);
    if (group >= m_groups.size()) return;
    const NodeRoom room = place.cap ? common(place.room, *place.cap) : place.room;
    const int tasks = placement::places(m_shape, cards(node), m_cluster.classOf(node), room, m_tasks);
    if (tasks > 0 && !place.listed) {
        place.listed = true;
        m_order.push_back(node);
    }
    const bool before = m_groups[group] >= m_tasks;
    m_groups[group] += tasks - place.tasks;
    place.tasks = tasks;
    m_wide += (m_groups[group] >= m_tasks ? 1 : 0) - (before ? 1 : 0);
}

int Places::most() const {
    return m_groups.empty() ? 0 : std::min(m_tasks, *std::ranges::max_element(m_groups));
}

std::vector<NodeIndex> Places::nodes() const {
    const auto wide = std::ranges::find_if(m_groups, [this](int tasks) { return tasks >= m_tasks; });
    const auto group = static_cast<std::size_t>(wide - m_groups.begin());
    std::vector<NodeIndex> found;
    for (const NodeIndex node : m_order)
        if (m_rooms.at(node).tasks > 0 && (group == m_groups.size() || groupOf(node) == group)) found.push_back(node);
    return found;
}

}  // namespace ph::planning
