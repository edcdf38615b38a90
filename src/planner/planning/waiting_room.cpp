#include "planner/planning/waiting_room.h"

#include <algorithm>
#include <tuple>

namespace ph::planning {

Micros WaitingRoom::placeOf(const Request& request) const {
    return request.tasks > 1 ? request.queuedAt : request.queuedAt + request.limit * m_policy.patience / 100;
}

bool WaitingRoom::before(const Request& a, const Request& b) const {
    return std::tuple(-a.priority, placeOf(a), a.id) < std::tuple(-b.priority, placeOf(b), b.id);
}

void WaitingRoom::add(const Request& request) {
    if (!m_where.emplace(request.id, request).second) return;
    if (request.queue >= m_lines.size()) m_lines.resize(request.queue + 1);
    auto& line = m_lines[request.queue];
    const auto place = std::upper_bound(line.begin(), line.end(), request,
                                        [this](const Request& a, const Request& b) { return before(a, b); });
    line.insert(place, request);
}

bool WaitingRoom::remove(RequestId id) {
    const auto found = m_where.extract(id);
    if (!found) return false;
    auto& line = m_lines[found.mapped().queue];
    line.erase(std::lower_bound(line.begin(), line.end(), found.mapped(),
                                [this](const Request& a, const Request& b) { return before(a, b); }));
    return true;
}

const std::vector<Request>& WaitingRoom::line(queues::QueueIndex queue) const {
    static const std::vector<Request> kNobody;
    return queue < m_lines.size() ? m_lines[queue] : kNobody;
}

void WaitingRoom::removeAt(queues::QueueIndex queue, const std::vector<std::size_t>& places) {
    if (places.empty()) return;
    auto& line = m_lines[queue];
    std::size_t next = 0;
    std::size_t kept = places.front();
    for (std::size_t i = kept; i < line.size(); ++i) {
        if (next < places.size() && places[next] == i) {
            m_where.erase(line[i].id);
            ++next;
        } else {
            line[kept++] = line[i];
        }
    }
    line.resize(kept);
}

}  // namespace ph::planning
