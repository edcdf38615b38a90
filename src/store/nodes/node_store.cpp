#include "store/nodes/node_store.h"

#include "store/sql/json_row.h"
#include "store/sql/query.h"

namespace ph {

namespace {

/// Targets of "id, name, cordoned, labels".
struct NodeRow {
    std::string id, name, labels;
    std::int64_t cordoned = 0;

    void into(Query& query) { query.into(id, name, cordoned, labels); }
    StoredNode node() const {
        return {idFromRow<NodeId>(id), name, cordoned != 0, jsonFromRow<std::map<std::string, std::string>>(labels)};
    }
};

}  // namespace

Result<std::optional<StoredNode>> SqlNodeStore::findByName(const std::string& name) {
    Query query(m_connection, "SELECT id, name, cordoned, labels FROM nodes WHERE name = :name");
    NodeRow row;
    query.bind(name);
    row.into(query);
    if (!query.next()) return std::optional<StoredNode>();
    return std::optional(row.node());
}

Result<> SqlNodeStore::put(const StoredNode& node) {
    Query query(
        m_connection,
        "INSERT INTO nodes (id, name, cordoned, labels) VALUES (:id, :name, :cordoned, :labels) "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name, cordoned = excluded.cordoned, labels = excluded.labels");
    query.bind(node.id, node.name, node.cordoned, jsonForRow(node.labels)).run();
    return {};
}

Result<std::vector<StoredNode>> SqlNodeStore::all() {
    Query query(m_connection, "SELECT id, name, cordoned, labels FROM nodes ORDER BY name");
    NodeRow row;
    row.into(query);
    std::vector<StoredNode> nodes;
    while (query.next()) nodes.push_back(row.node());
    return nodes;
}

}  // namespace ph
