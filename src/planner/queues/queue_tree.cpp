#include "planner/queues/queue_tree.h"

#include "planner/queues/fading.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ph::queues {

namespace {

constexpr std::int64_t kShareParts = std::int64_t{1} << 20;  ///< of the capacity
constexpr int kFineBits = 20;  ///< of what was held lately, or what fades in one step would be lost
constexpr std::int64_t kTicks = std::int64_t{1} << 20;  ///< of a half-life: as fine as it fades
constexpr std::size_t kTidyAt = 64;
constexpr int kFadeBits = 30;
static_assert(kFadeParts == std::int64_t{1} << kFadeBits);

/// The part of a value of up to 2^60, rounded down.
std::int64_t partOf(std::int64_t value, std::int64_t parts) {
    return (value >> kFadeBits) * parts + (((value & (kFadeParts - 1)) * parts) >> kFadeBits);
}

}  // namespace

QueueTree::QueueTree(Amounts capacity, std::chrono::microseconds halfLife)
    : m_capacity(std::move(capacity)),
      m_tick(std::max(std::chrono::microseconds(1), halfLife / kTicks)),
      m_halfLife(halfLife / m_tick),
      m_kept(kFadeParts) {}

QueueIndex QueueTree::add(QueueSpec spec) {
    const auto index = static_cast<QueueIndex>(m_queues.size());
    if (spec.parent) m_queues[*spec.parent].parental = true;
    Queue& queue = m_queues.emplace_back();
    queue.spec = std::move(spec);
    queue.since = m_now;
    judge(index);
    ++m_changes;
    return index;
}

void QueueTree::change(QueueIndex index, const QueueSpec& spec) {
    Queue& queue = m_queues[index];
    queue.spec.weight = spec.weight;
    queue.spec.guaranteed = spec.guaranteed;
    queue.spec.limit = spec.limit;
    judge(index);
    ++m_changes;
}

void QueueTree::setCapacity(Amounts capacity) {
    m_capacity = std::move(capacity);
    for (QueueIndex queue = 0; queue < m_queues.size(); ++queue) judge(queue);
    ++m_changes;
}

void QueueTree::charge(QueueIndex queue, const Amounts& amounts) {
    book(queue, amounts, 1);
}

void QueueTree::refund(QueueIndex queue, const Amounts& amounts) {
    book(queue, amounts, -1);
}

void QueueTree::book(QueueIndex queue, const Amounts& amounts, std::int64_t times) {
    ++m_changes;
    for (std::optional<QueueIndex> up = queue; up; up = m_queues[*up].spec.parent) {
        fade(m_queues[*up]);
        ph::queues::add(m_queues[*up].used, amounts, times);
        judge(*up);
    }
}

void QueueTree::advance(std::chrono::microseconds now) {
    m_now = std::max(m_now, now / m_tick);
}

/// Until now it has held what it holds.
void QueueTree::fade(Queue& queue) {
    const std::int64_t age = m_now - std::exchange(queue.since, m_now);
    if (age == 0) return;
    if (age != m_age) {
        m_age = age;
        m_kept = faded(std::chrono::microseconds(age), std::chrono::microseconds(m_halfLife));
    }
    queue.lately.resize(std::max(queue.lately.size(), queue.used.size()));
    for (std::size_t i = 0; i < queue.lately.size(); ++i) {
        const std::int64_t used = at(queue.used, i) << kFineBits;
        queue.lately[i] = used + partOf(queue.lately[i] - used, m_kept);
    }
}

/// Whoever is in line gets the place that it has now.
void QueueTree::judge(QueueIndex index) {
    Queue& queue = m_queues[index];
    fade(queue);
    std::int64_t share = 0;
    bool guaranteed = false;
    bool reached = false;
    for (std::size_t i = 0; i < m_capacity.size(); ++i) {
        const std::int64_t used = at(queue.used, i);
        guaranteed |= at(queue.spec.guaranteed, i) > 0;
        reached |= at(queue.spec.guaranteed, i) > 0 && used >= at(queue.spec.guaranteed, i);
        if (m_capacity[i] <= 0) continue;
        const std::int64_t held = (used + (at(queue.lately, i) >> kFineBits)) / 2;
        share = std::max(share, held * kShareParts / m_capacity[i] * kShareParts / queue.spec.weight);
    }
    queue.rank = {!guaranteed || reached, share, index};
    if (queue.open == 0) return;
    Line& line = lineOf(index);
    if (line.size() > kTidyAt && line.size() > 2 * m_queues.size()) tidy(line);
    line.push_back(queue.rank);
    std::ranges::push_heap(line, std::greater{});
}

bool QueueTree::holds(const Rank& rank) const {
    const Queue& queue = m_queues[rank.queue];
    return queue.open > 0 && queue.rank == rank;
}

/// Leaves what is true, once. What is sorted is a heap.
void QueueTree::tidy(Line& line) const {
    std::erase_if(line, [this](const Rank& rank) { return !holds(rank); });
    std::ranges::sort(line);
    line.erase(std::ranges::unique(line).begin(), line.end());
}

QueueTree::Rank QueueTree::rank(QueueIndex queue) {
    judge(queue);
    return m_queues[queue].rank;
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

QueueTree::Line& QueueTree::lineOf(QueueIndex queue) {
    const auto parent = m_queues[queue].spec.parent;
    return parent ? m_queues[*parent].line : m_line;
}

void QueueTree::count(QueueIndex leaf, int change) {
    for (std::optional<QueueIndex> up = leaf; up; up = m_queues[*up].spec.parent) {
        Queue& queue = m_queues[*up];
        const bool opens = queue.open == 0;
        queue.open += change;
        if (opens) judge(*up);
        if (queue.open == 0) queue.line.clear();
    }
}

void QueueTree::open(QueueIndex leaf) {
    if (m_queues[leaf].open == 0) count(leaf, 1);
}

void QueueTree::close(QueueIndex leaf) {
    if (m_queues[leaf].open != 0) count(leaf, -1);
}

/// Time has gone on since the open ones were judged.
void QueueTree::catchUp() {
    if (std::exchange(m_judged, m_now) == m_now) return;
    for (QueueIndex queue = 0; queue < m_queues.size(); ++queue)
        if (m_queues[queue].open > 0 && m_queues[queue].since != m_now) judge(queue);
}

std::optional<QueueIndex> QueueTree::first(Line& line) const {
    for (; !line.empty(); line.pop_back()) {
        if (holds(line.front())) return line.front().queue;
        std::ranges::pop_heap(line, std::greater{});
    }
    return std::nullopt;
}

std::optional<QueueIndex> QueueTree::turn() {
    catchUp();
    std::optional<QueueIndex> found = first(m_line);
    while (found && m_queues[*found].parental) found = first(m_queues[*found].line);
    return found;
}

}  // namespace ph::queues
