#include "planner/queues/queue_tree.h"

#include "planner/queues/fading.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ph::queues {

namespace {
constexpr std::int64_t kShareParts = std::int64_t{1} << 20;  ///< of the capacity
}

QueueIndex QueueTree::add(QueueSpec spec) {
    const auto index = static_cast<QueueIndex>(m_queues.size());
    (spec.parent ? m_queues[*spec.parent].children : m_roots).push_back(index);
    m_queues.push_back({std::move(spec), {}, {}, {}, 0, false, 0});
    judge(m_queues.back());
    return index;
}

void QueueTree::charge(QueueIndex queue, const Amounts& amounts) {
    book(queue, amounts, 1);
}

void QueueTree::refund(QueueIndex queue, const Amounts& amounts) {
    book(queue, amounts, -1);
}

void QueueTree::book(QueueIndex queue, const Amounts& amounts, std::int64_t times) {
    for (std::optional<QueueIndex> up = queue; up; up = m_queues[*up].spec.parent) {
        ph::queues::add(m_queues[*up].used, amounts, times);
        judge(m_queues[*up]);
    }
}

void QueueTree::advance(std::chrono::microseconds now) {
    if (now <= m_now) return;
    const std::int64_t kept = faded(now - std::exchange(m_now, now), m_halfLife);
    for (auto& queue : m_queues) {
        queue.lately.resize(std::max(queue.lately.size(), queue.used.size()));
        for (std::size_t i = 0; i < queue.lately.size(); ++i) {
            const std::int64_t used = at(queue.used, i);
            queue.lately[i] = used + (queue.lately[i] - used) * kept / kFadeParts;
        }
        judge(queue);
    }
}

void QueueTree::judge(Queue& queue) const {
    queue.share = 0;
    bool guaranteed = false;
    bool reached = false;
    for (std::size_t i = 0; i < m_capacity.size(); ++i) {
        const std::int64_t used = at(queue.used, i);
        guaranteed |= at(queue.spec.guaranteed, i) > 0;
        reached |= at(queue.spec.guaranteed, i) > 0 && used >= at(queue.spec.guaranteed, i);
        if (m_capacity[i] <= 0) continue;
        const std::int64_t held = (used + at(queue.lately, i)) / 2;
        queue.share = std::max(queue.share, held * kShareParts / m_capacity[i] * kShareParts / queue.spec.weight);
    }
    queue.below = guaranteed && !reached;
}

std::optional<Obstacle> QueueTree::obstacle(QueueIndex queue, const Amounts& more) const {
    for (std::optional<QueueIndex> up = queue; up; up = m_queues[*up].spec.parent) {
        const auto& limit = m_queues[*up].spec.limit;
        for (std::size_t i = 0; i < limit.size(); ++i) {
            const std::int64_t used = at(m_queues[*up].used, i);
            if (limit[i] >= 0 && at(more, i) > 0 && used + at(more, i) > limit[i])
                return Obstacle{*up, i, limit[i], used};
        }
    }
    return std::nullopt;
}

bool QueueTree::borrows(QueueIndex queue, const Amounts& more) const {
    const auto& given = m_queues[queue];
    for (std::size_t i = 0; i < more.size(); ++i)
        if (more[i] > 0 && at(given.used, i) + more[i] > at(given.spec.guaranteed, i)) return true;
    return false;
}

void QueueTree::count(QueueIndex leaf, int change) {
    for (std::optional<QueueIndex> up = leaf; up; up = m_queues[*up].spec.parent) m_queues[*up].open += change;
}

void QueueTree::open(QueueIndex leaf) {
    if (m_queues[leaf].open == 0) count(leaf, 1);
}

void QueueTree::close(QueueIndex leaf) {
    if (m_queues[leaf].open != 0) count(leaf, -1);
}

std::optional<QueueIndex> QueueTree::first(const std::vector<QueueIndex>& among) const {
    std::optional<QueueIndex> best;
    const auto rank = [&](QueueIndex index) {
        return std::tuple(!m_queues[index].below, m_queues[index].share, index);
    };
    for (const QueueIndex index : among)
        if (m_queues[index].open > 0 && (!best || rank(index) < rank(*best))) best = index;
    return best;
}

std::optional<QueueIndex> QueueTree::turn() const {
    std::optional<QueueIndex> found = first(m_roots);
    while (found && !m_queues[*found].children.empty()) found = first(m_queues[*found].children);
    return found;
}

}  // namespace ph::queues
