#include "scheduler/node_board.h"

#include <algorithm>

namespace ph {

void NodeBoard::put(BoardNode node) {
    const NodeId id = node.id;
    m_nodes[id] = std::move(node);
    m_nodesChanged = true;
}

BoardNode* NodeBoard::find(NodeId id) {
    const auto known = m_nodes.find(id);
    return known == m_nodes.end() ? nullptr : &known->second;
}

void NodeBoard::allocate(const Allocation& allocation) {
    if (m_allocations.insert_or_assign(allocation.taskRun, allocation).second) m_changes.push_back(allocation);
}

void NodeBoard::release(TaskRunId id) {
    if (m_allocations.erase(id) > 0) m_changes.push_back(id);
}

const Allocation* NodeBoard::allocationOf(TaskRunId id) const {
    const auto known = m_allocations.find(id);
    return known == m_allocations.end() ? nullptr : &known->second;
}

std::vector<NodeFree> NodeBoard::nodesFree() const {
    std::map<NodeId, NodeFree> byId;
    for (const auto& [id, node] : m_nodes)
        byId[id] = {id, !node.cordoned && !node.down, node.inventory.capacity, node.inventory.capacity};
    for (const auto& [run, held] : m_allocations) {
        const auto node = byId.find(held.node);
        if (node == byId.end()) continue;
        auto& free = node->second.free;
        free.cpu -= held.cpu;
        free.memory -= mebibytes(mebibytesUp(held.memory));
        free.scratch -= mebibytes(mebibytesUp(held.scratch));
        std::erase_if(free.accelerators, [&, &cards = held.accelerators](const Accelerator& card) {
            return std::find(cards.begin(), cards.end(), card.id) != cards.end();
        });
    }
    std::vector<NodeFree> list;
    for (auto& [id, node] : byId) list.push_back(std::move(node));
    return list;
}

std::vector<NodeSummary> NodeBoard::summaries() const {
    std::map<NodeId, NodeSummary> byId;
    for (const auto& [id, node] : m_nodes) {
        NodeSummary row;
        row.id = id;
        row.name = node.inventory.name;
        row.state = node.down ? NodeState::Down : node.cordoned ? NodeState::Cordoned : NodeState::Ready;
        row.stateDetail = node.down.value_or(std::string());
        row.capacity = node.inventory.capacity;
        row.capabilities = node.inventory.capabilities;
        row.labels = node.inventory.labels;
        byId[id] = std::move(row);
    }
    for (const auto& [run, held] : m_allocations) {
        const auto node = byId.find(held.node);
        if (node == byId.end()) continue;
        auto& row = node->second;
        row.cpuAllocated += held.cpu;
        row.memoryAllocated += held.memory;
        row.scratchAllocated += held.scratch;
        row.acceleratorsAllocated.insert(row.acceleratorsAllocated.end(), held.accelerators.begin(),
                                         held.accelerators.end());
        ++row.running;
    }
    std::vector<NodeSummary> list;
    for (auto& [id, row] : byId) {
        std::sort(row.acceleratorsAllocated.begin(), row.acceleratorsAllocated.end());
        list.push_back(std::move(row));
    }
    return list;
}

}  // namespace ph
