#include "planner/planning/waiting_room.h"

#include <algorithm>
#include <tuple>

namespace ph::planning {

namespace {
constexpr Micros kLongest = std::chrono::hours(24 * 365);
}

Micros WaitingRoom::placeOf(const Request& request) const {
    if (request.tasks > 1) return request.queuedAt;
    return request.queuedAt + std::min(request.limit, kLongest) * m_policy.patience / 100;
}

bool WaitingRoom::before(const Request& a, const Request& b) const {
    return std::tuple(!a.head, -a.priority, placeOf(a), a.id) < std::tuple(!b.head, -b.priority, placeOf(b), b.id);
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

const Request* WaitingRoom::find(RequestId id) const {
    const auto found = m_where.find(id);
    return found == m_where.end() ? nullptr : &found->second;
}

std::size_t WaitingRoom::ahead(const Request& request) const {
    const auto& ones = line(request.queue);
    const auto place = std::lower_bound(ones.begin(), ones.end(), request,
                                        [this](const Request& a, const Request& b) { return before(a, b); });
    return static_cast<std::size_t>(place - ones.begin());
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
