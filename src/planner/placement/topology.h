#pragma once

#include "planner/placement/types.h"

#include <map>
#include <string>
#include <vector>

namespace ph::placement {

/// A block, a rack, a switch: nodes that are near each other.
using DomainId = std::uint32_t;
inline constexpr DomainId kNoDomain = std::numeric_limits<DomainId>::max();

/// Which nodes are near each other: a tree of domains, given by labels of the nodes. Domains of one level that bear the
/// same name in different outer domains are different ones. Ids count from zero in the order of first use. One thread.
class Topology {
public:
    static constexpr std::size_t kMostLevels = 8;

    /// The labels that name domains, the outermost level first ("block", "rack", "switch"); more than kMostLevels are a
    /// bug of the caller. Forgets where nodes are.
    void setLevels(std::vector<std::string> labels);
    const std::vector<std::string>& levels() const { return m_labels; }
    /// Puts a node where its labels say, or moves it there. Of a level whose label it lacks it is in no domain.
    void place(NodeIndex node, const std::map<std::string, std::string>& labels);

    /// kNoDomain if it is in none of that level, or there is no such level.
    DomainId domain(NodeIndex node, std::size_t level) const;
    const std::string& name(DomainId domain) const { return m_domains[domain].name; }
    const std::vector<NodeIndex>& nodes(DomainId domain) const { return m_domains[domain].nodes; }
    /// Of one level, in the order of their ids.
    const std::vector<DomainId>& domains(std::size_t level) const;
    std::size_t size() const { return m_domains.size(); }
    /// Whether `a` comes before `b` along the tree; nodes without a domain come last, among equals the lower index
    /// first.
    bool before(NodeIndex a, NodeIndex b) const;

private:
    struct Domain {
        std::string name;
        std::vector<NodeIndex> nodes;  ///< ascending
    };
    void take(NodeIndex node);

    std::vector<std::string> m_labels;
    std::vector<Domain> m_domains;
    std::vector<std::vector<DomainId>> m_levels;
    std::map<std::vector<std::string>, DomainId> m_ids;  ///< by the names from the top
    std::vector<std::vector<DomainId>> m_paths;          ///< by node, then by level
};

}  // namespace ph::placement
