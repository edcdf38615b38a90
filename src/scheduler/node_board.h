#pragma once

#include "domain/jobs/job.h"
#include "ports/engine.h"
#include "scheduler/no_room.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace ph {

/// A node and the engine that runs its tasks. `down` says why nothing can start there.
struct BoardNode {
    NodeId id;
    Engine* engine = nullptr;
    NodeInventory inventory;
    bool cordoned = false;
    std::optional<std::string> down;
};

/// What each node has and which TaskRuns hold how much of it. Free is always computed from the live allocations. Logic
/// thread.
class NodeBoard {
public:
    void put(BoardNode node);
    BoardNode* find(NodeId id);
    const std::map<NodeId, BoardNode>& nodes() const { return m_nodes; }

    void allocate(const Allocation& allocation);
    void release(TaskRunId id);
    const Allocation* allocationOf(TaskRunId id) const;

    /// What was allocated and released since the last call, in order.
    using Change = std::variant<Allocation, TaskRunId>;
    std::vector<Change> takeChanges() { return std::exchange(m_changes, {}); }
    /// Whether a node was put since the last call.
    bool takeNodesChanged() { return std::exchange(m_nodesChanged, false); }

    std::vector<NodeFree> nodesFree() const;
    std::vector<NodeSummary> summaries() const;

private:
    std::map<NodeId, BoardNode> m_nodes;
    std::unordered_map<TaskRunId, Allocation> m_allocations;
    std::vector<Change> m_changes;
    bool m_nodesChanged = false;
};

}  // namespace ph
