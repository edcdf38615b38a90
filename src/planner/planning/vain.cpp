#include "planner/planning/vain.h"

#include <algorithm>

namespace ph::planning {

using namespace placement;

std::size_t Vain::keyOf(const Request& request) {
    const auto level = request.required();
    return request.shape * kKeys + (level ? std::min(*level, kKeys - 2) + 1 : 0);
}

Vain::Shape& Vain::of(const Request& request) {
    const std::size_t key = keyOf(request);
    if (key >= m_shapes.size()) m_shapes.resize((request.shape + 1) * kKeys);
    return m_shapes[key];
}

bool Vain::holds(const Request& request, Micros end) const {
    const std::size_t key = keyOf(request);
    if (key >= m_shapes.size()) return false;
    const Shape& shape = m_shapes[key];
    if (shape.tasks > 0 && request.tasks >= shape.tasks) return true;
    return std::ranges::any_of(
        shape.beside, [&](const Beside& beside) { return request.tasks >= beside.tasks && end >= beside.end; });
}

void Vain::noRoom(const Request& request) {
    Shape& shape = of(request);
    shape.tasks = shape.tasks == 0 ? request.tasks : std::min(shape.tasks, request.tasks);
}

void Vain::noRoomBeside(const Request& request, Micros end) {
    of(request).beside.push_back({request.tasks, end});
}

void Vain::beginCycle() {
    forgetPromises();
    const auto& catalogue = m_cluster.catalogue();
    for (std::size_t key = 0; key < m_shapes.size(); ++key) {
        if (m_shapes[key].tasks == 0) continue;
        const auto id = static_cast<ShapeId>(key / kKeys);
        const auto& shape = catalogue.shape(id);
        const bool hope = std::ranges::any_of(m_freed, [&](NodeIndex index) {
            const auto& outline = m_cluster.outline(index);
            const auto& match = catalogue.match(id, outline.kind);
            return outline.mayHold(shape) && match.eligible() && hostFits(shape, m_cluster.room(index)) &&
                   cardsFit(shape.cards, match.cards, m_cluster.classOf(index), m_cluster.room(index));
        });
        if (hope) m_shapes[key].tasks = 0;
    }
    m_freed.clear();
}

void Vain::forgetPromises() {
    for (auto& shape : m_shapes) shape.beside.clear();
}

}  // namespace ph::planning
