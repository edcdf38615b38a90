#include "planner/explanation/allowance.h"

#include <algorithm>

namespace ph::explanation {

using namespace queues;

Allowance::Allowance(const QueueTree& tree, QueueIndex queue, const Amounts& asked) : m_tree(tree) {
    for (std::optional<QueueIndex> up = queue; up; up = tree.spec(*up).parent) {
        const auto& limit = tree.spec(*up).limit;
        for (std::size_t i = 0; i < limit.size(); ++i) {
            const std::int64_t excess = at(tree.used(*up), i) + at(asked, i) - limit[i];
            if (limit[i] >= 0 && at(asked, i) > 0 && excess > 0) m_overs.push_back({*up, i, excess});
        }
    }
}

bool Allowance::enough() const {
    return std::ranges::none_of(m_overs, [](const Over& over) { return over.excess > 0; });
}

bool Allowance::under(QueueIndex queue, QueueIndex above) const {
    for (std::optional<QueueIndex> up = queue; up; up = m_tree.spec(*up).parent)
        if (*up == above) return true;
    return false;
}

bool Allowance::concerns(QueueIndex queue) const {
    return std::ranges::any_of(m_overs, [&](const Over& over) { return over.excess > 0 && under(queue, over.queue); });
}

void Allowance::move(QueueIndex queue, const Amounts& amounts, int sign) {
    for (Over& over : m_overs)
        if (under(queue, over.queue)) over.excess += sign * at(amounts, over.dimension);
}

std::optional<Obstacle> capOf(const QueueTree& tree, QueueIndex queue, const Amounts& asked) {
    for (std::optional<QueueIndex> up = queue; up; up = tree.spec(*up).parent) {
        const auto& limit = tree.spec(*up).limit;
        for (std::size_t i = 0; i < limit.size(); ++i)
            if (limit[i] >= 0 && at(asked, i) > limit[i]) return Obstacle{*up, i, limit[i], at(tree.used(*up), i)};
    }
    return std::nullopt;
}

}  // namespace ph::explanation
