#include "planner/placement/topology.h"

#include <algorithm>
#include <stdexcept>

namespace ph::placement {

void Topology::setLevels(std::vector<std::string> labels) {
    if (labels.size() > kMostLevels) throw std::length_error("a topology with too many levels");
    m_labels = std::move(labels);
    m_domains.clear();
    m_ids.clear();
    m_paths.clear();
    m_levels.assign(m_labels.size(), {});
}

void Topology::take(NodeIndex node) {
    for (const DomainId domain : m_paths[node])
        if (domain != kNoDomain) std::erase(m_domains[domain].nodes, node);
    m_paths[node].assign(m_labels.size(), kNoDomain);
}

void Topology::place(NodeIndex node, const std::map<std::string, std::string>& labels) {
    if (node >= m_paths.size()) m_paths.resize(node + 1);
    take(node);
    std::vector<std::string> names;
    for (std::size_t level = 0; level < m_labels.size(); ++level) {
        const auto label = labels.find(m_labels[level]);
        names.push_back(label == labels.end() ? std::string() : label->second);
        if (names.back().empty()) continue;
        const auto [known, isNew] = m_ids.try_emplace(names, static_cast<DomainId>(m_domains.size()));
        if (isNew) {
            m_domains.push_back({names.back(), {}});
            m_levels[level].push_back(known->second);
        }
        auto& nodes = m_domains[known->second].nodes;
        nodes.insert(std::ranges::upper_bound(nodes, node), node);
        m_paths[node][level] = known->second;
    }
}

DomainId Topology::domain(NodeIndex node, std::size_t level) const {
    return node < m_paths.size() && level < m_paths[node].size() ? m_paths[node][level] : kNoDomain;
}

const std::vector<DomainId>& Topology::domains(std::size_t level) const {
    static const std::vector<DomainId> kNone;
    return level < m_levels.size() ? m_levels[level] : kNone;
}

bool Topology::before(NodeIndex a, NodeIndex b) const {
    for (std::size_t level = 0; level < m_labels.size(); ++level)
        if (domain(a, level) != domain(b, level)) return domain(a, level) < domain(b, level);
    return a < b;
}

}  // namespace ph::placement
