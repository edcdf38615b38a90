#pragma once

#include "ports/account_stores.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlSessionStore final : public SessionStore {
public:
    explicit SqlSessionStore(SqlConnection& connection) : m_connection(connection) {}
    Result<> insert(const Credential& credential) override;
    Result<std::optional<Credential>> findByHash(const std::string& secretHash) override;
    Result<std::vector<Credential>> tokensOf(UserId user) override;
    Result<> touch(const std::string& id, Timestamp usedAt) override;
    Result<bool> remove(UserId user, const std::string& id) override;
    Result<> removeSessionsOf(UserId user, const std::string& kept) override;
    Result<int> removeExpired(Timestamp now) override;

private:
    SqlConnection& m_connection;
};

}  // namespace ph
