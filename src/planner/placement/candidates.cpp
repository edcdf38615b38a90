#include "planner/placement/candidates.h"

#include <algorithm>

namespace ph::placement {

namespace {

constexpr std::size_t kLeastKept = 1024;
constexpr std::size_t kKeptPart = 16;  // of the nodes

}  // namespace

void Candidates::arrange(std::size_t nodes) {
    const std::size_t kept = std::max(kLeastKept, nodes / kKeptPart);
    if (m_heap.size() > 2 * kept) {
        const auto better = [](const Entry& a, const Entry& b) { return Worse{}(b, a); };
        std::nth_element(m_heap.begin(), m_heap.begin() + static_cast<std::ptrdiff_t>(kept), m_heap.end(), better);
        m_cut = true;
        m_floor = m_heap[kept];
        m_heap.resize(kept);
    }
    std::make_heap(m_heap.begin(), m_heap.end(), Worse{});
    m_tidyAt = 4 * kept;
}

void Candidates::rebuild(const Cluster& cluster, Scorer& scorer, ShapeId shape) {
    m_heap.clear();
    m_cut = false;
    for (NodeIndex node = 0; node < cluster.size(); ++node)
        if (const auto found = scorer.judge(cluster, shape, node))
            m_heap.push_back({found->score, node, cluster.outline(node).version});
    arrange(cluster.size());
    m_seen = cluster.changes();
    m_built = true;
}

void Candidates::repair(const Cluster& cluster, Scorer& scorer, ShapeId shape) {
    // Rooms are asked from memory while the outlines of the other nodes are still looked at.
    const auto& wanted = cluster.catalogue().shape(shape);
    m_changed.clear();
    m_built = cluster.visitChanged(m_seen, [&](NodeIndex node) {
        if (!cluster.outline(node).mayHold(wanted)) return;
        __builtin_prefetch(&cluster.room(node));
        m_changed.push_back(node);
    });
    for (const NodeIndex node : m_changed) {
        const auto found = scorer.judge(cluster, shape, node, m_cut ? m_floor.score : Scorer::kAnyScore);
        if (!found) continue;
        const Entry entry{found->score, node, cluster.outline(node).version};
        if (m_cut && !Worse{}(m_floor, entry)) continue;
        m_heap.push_back(entry);
        std::push_heap(m_heap.begin(), m_heap.end(), Worse{});
    }
    m_seen = cluster.changes();
    if (m_heap.size() <= m_tidyAt) return;
    std::erase_if(m_heap, [&](const Entry& entry) { return entry.version != cluster.outline(entry.node).version; });
    arrange(cluster.size());
}

std::optional<Candidate> Candidates::best(const Cluster& cluster, Scorer& scorer, ShapeId shape) {
    if (m_built) repair(cluster, scorer, shape);
    for (int round = 0; round < 2; ++round) {
        if (!m_built) rebuild(cluster, scorer, shape);
        while (!m_heap.empty() && m_heap.front().version != cluster.outline(m_heap.front().node).version) {
            std::pop_heap(m_heap.begin(), m_heap.end(), Worse{});
            m_heap.pop_back();
        }
        if (!m_heap.empty()) return scorer.judge(cluster, shape, m_heap.front().node);
        if (!m_cut) return std::nullopt;
        m_built = false;
    }
    return std::nullopt;
}

}  // namespace ph::placement
