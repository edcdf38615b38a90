#pragma once

#include "ports/account_stores.h"
#include "store/queues/queue_store.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlAccountStore final : public AccountStore {
public:
    explicit SqlAccountStore(SqlConnection& connection) : m_connection(connection), m_queues(connection) {}
    Result<> insertOrganisation(const Organisation& organisation) override;
    Result<std::vector<Organisation>> organisations() override;
    Result<> insertUser(const StoredUser& user) override;
    Result<std::optional<StoredUser>> findByName(const std::string& name) override;
    Result<std::optional<StoredUser>> find(UserId id) override;
    Result<> updateUser(const StoredUser& user) override;
    Result<std::vector<User>> users(const OrgScope& scope) override;
    Result<int> superAdmins() override;
    QueueStore& queues() override { return m_queues; }

private:
    Result<std::optional<StoredUser>> findWhere(const std::string& column, std::string_view value);
    SqlConnection& m_connection;
    SqlQueueStore m_queues;
};

}  // namespace ph
