#pragma once

#include "domain/jobs/job.h"
#include "ports/engine.h"
#include "scheduler/planner.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
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

    std::vector<PlannerNode> plannerNodes() const;
    std::vector<NodeSummary> summaries() const;

private:
    std::map<NodeId, BoardNode> m_nodes;
    std::unordered_map<TaskRunId, Allocation> m_allocations;
};

}  // namespace ph
