#include "planner/placement/placer.h"

namespace ph::placement {

namespace {

constexpr int kMostTasks = 1 << 16;      // counted on one node
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

std::optional<std::vector<Grant>> Placer::placeGangOn(const std::vector<NodeIndex>& nodes, ShapeId shape, int tasks) {
    m_scorer.refresh(m_cluster);
    std::vector<std::optional<Candidate>> places;
    for (const NodeIndex node : nodes) places.push_back(m_scorer.judge(m_cluster, shape, node));
    Trial trial(m_cluster);
    std::vector<Grant> grants;
    while (static_cast<int>(grants.size()) < tasks) {
        std::optional<Candidate>* best = nullptr;
        for (auto& place : places)
            if (place && (best == nullptr || place->betterThan(**best))) best = &place;
        if (best == nullptr) return std::nullopt;
        grants.push_back({shape, (*best)->node, (*best)->cards});
        m_cluster.take(grants.back());
        *best = m_scorer.judge(m_cluster, shape, grants.back().node);
    }
    trial.keep();
    return grants;
}

std::optional<std::vector<Grant>> Placer::placeGangIn(std::size_t level, ShapeId id, int tasks) {
    const auto& shape = m_cluster.catalogue().shape(id);
    const auto& topology = m_cluster.topology();
    std::optional<std::pair<int, DomainId>> best;
    for (const DomainId domain : topology.domains(level)) {
        int room = 0;
        for (const NodeIndex node : topology.nodes(domain)) {
            const auto& match = m_cluster.catalogue().match(id, m_cluster.outline(node).kind);
            if (!match.eligible() || !m_cluster.outline(node).mayHold(shape)) continue;
            room += places(shape, match.cards, m_cluster.classOf(node), m_cluster.room(node), kMostTasks);
        }
        if (room >= tasks && (!best || std::pair(room, domain) < *best)) best = {room, domain};
    }
    if (!best) return std::nullopt;
    return placeGangOn(topology.nodes(best->second), id, tasks);
}

}  // namespace ph::placement
