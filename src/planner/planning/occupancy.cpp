#include "planner/planning/occupancy.h"

#include <utility>

namespace ph::planning {

void Occupancy::add(Running running) {
    m_ends.emplace(running.endsBy, running.request.id);
    const RequestId id = running.request.id;
    m_running.insert_or_assign(id, std::move(running));
}

std::optional<Running> Occupancy::remove(RequestId id) {
    auto found = m_running.extract(id);
    if (!found) return std::nullopt;
    m_ends.erase({found.mapped().endsBy, id});
    return std::move(found.mapped());
}

void Occupancy::regrant(RequestId id, std::size_t member, const placement::Grant& grant) {
    m_running.at(id).grants.at(member) = grant;
}

const Running* Occupancy::find(RequestId id) const {
    const auto found = m_running.find(id);
    return found == m_running.end() ? nullptr : &found->second;
}

}  // namespace ph::planning
