#include "planner/placement/placer.h"

namespace ph::placement {

namespace {

constexpr std::size_t kMostHeaps = 512;  // beyond it all are dropped, as rare shapes would keep theirs for ever

}  // namespace

void Placer::arrived(ShapeId shape) {
    m_demand.arrived(shape);
    if (!m_demand.outdated()) return;
    m_scorer.rebuild(m_demand.publish(m_cluster.catalogue()), m_cluster);
    m_candidates.clear();
    m_heaps = 0;
}

std::optional<Candidate> Placer::best(ShapeId shape) {
    m_scorer.refresh(m_cluster);
    if (shape >= m_candidates.size()) m_candidates.resize(m_cluster.catalogue().shapes());
    if (!m_candidates[shape].built() && ++m_heaps > kMostHeaps) {
        m_candidates.assign(m_candidates.size(), {});
        m_heaps = 1;
    }
    return m_candidates[shape].best(m_cluster, m_scorer, shape);
}

std::optional<Candidate> Placer::bestByScan(ShapeId shape) {
    m_scorer.refresh(m_cluster);
    std::optional<Candidate> best;
    for (NodeIndex node = 0; node < m_cluster.size(); ++node) {
        const auto candidate = m_scorer.judge(m_cluster, shape, node);
        if (candidate && (!best || candidate->betterThan(*best))) best = candidate;
    }
    return best;
}

std::optional<Grant> Placer::place(ShapeId shape) {
    const auto found = best(shape);
    if (!found) return std::nullopt;
    const Grant grant{shape, found->node, found->cards};
    m_cluster.take(grant);
    return grant;
}

std::vector<Grant> Placer::placeUpTo(ShapeId shape, std::size_t count) {
    std::vector<Grant> grants;
    while (grants.size() < count) {
        const auto grant = place(shape);
        if (!grant) break;
        grants.push_back(*grant);
    }
    return grants;
}

std::optional<std::vector<Grant>> Placer::placeGang(const std::vector<ShapeId>& tasks) {
    Trial trial(m_cluster);
    std::vector<Grant> grants;
    for (const ShapeId task : tasks) {
        const auto grant = place(task);
        if (!grant) return std::nullopt;
        grants.push_back(*grant);
    }
    trial.keep();
    return grants;
}

}  // namespace ph::placement
