#pragma once

#include "domain/accounts/access.h"
#include "domain/nodes/node.h"
#include "ports/database.h"
#include "ports/node_view.h"

namespace ph {

struct NodePage {
    std::vector<NodeSummary> items;
    EventPosition position;
};

/// Nodes as everybody may see them: what they have, hold and can do. What others run on them is not told.
class NodeService {
public:
    NodeService(Database& database, NodeView& view);
    Async<NodePage> list(Principal who);
    Async<std::vector<UsageSample>> samples(Principal who, NodeId id, std::size_t count);

private:
    Database& m_database;
    NodeView& m_view;
};

}  // namespace ph
