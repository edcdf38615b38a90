#pragma once

#include "ports/node_store.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlNodeStore final : public NodeStore {
public:
    explicit SqlNodeStore(SqlConnection& connection) : m_connection(connection) {}
    Result<std::optional<StoredNode>> findByName(const std::string& name) override;
    Result<> put(const StoredNode& node) override;
    Result<std::vector<StoredNode>> all() override;

private:
    SqlConnection& m_connection;
};

}  // namespace ph
