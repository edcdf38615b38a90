#pragma once

#include "ports/queue_store.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlQueueStore final : public QueueStore {
public:
    explicit SqlQueueStore(SqlConnection& connection) : m_connection(connection) {}
    Result<std::map<OrgId, QueueSettings>> all() override;
    Result<> put(OrgId org, const QueueSettings& settings) override;
    Result<std::int64_t> revision() override;

private:
    SqlConnection& m_connection;
};

}  // namespace ph
