#include "store/accounts/session_store.h"

#include "store/sql/query.h"
#include "store/sql/row_text.h"

namespace ph {

namespace {

constexpr std::string_view kColumns = "id, user_id, secret_hash, personal, name, created_at, expires_at, last_used_at";

/// Targets of kColumns.
struct CredentialRow {
    std::string id, user, secretHash, name;
    std::int64_t personal = 0, createdAt = 0, expiresAt = 0, lastUsedAt = 0;

    void into(Query& query) { query.into(id, user, secretHash, personal, name, createdAt, expiresAt, lastUsedAt); }
    Credential credential() const {
        return {id, idFromRow<UserId>(user), secretHash, personal != 0, name, {createdAt}, {expiresAt}, {lastUsedAt}};
    }
};

}  // namespace

Result<> SqlSessionStore::insert(const Credential& c) {
    Query query(
        m_connection,
        "INSERT INTO credentials (id, user_id, secret_hash, personal, name, created_at, expires_at, last_used_at) "
        "VALUES (:id, :user_id, :secret_hash, :personal, :name, :created_at, :expires_at, :last_used_at)");
    query.bind(c.id, c.user, c.secretHash, c.personal, c.name, c.createdAt, c.expiresAt, c.lastUsedAt).run();
    return {};
}

Result<std::optional<Credential>> SqlSessionStore::findByHash(const std::string& secretHash) {
    Query query(m_connection, "SELECT " + std::string(kColumns) + " FROM credentials WHERE secret_hash = :hash");
    CredentialRow row;
    query.bind(secretHash);
    row.into(query);
    if (!query.next()) return std::optional<Credential>();
    return std::optional(row.credential());
}

Result<std::vector<Credential>> SqlSessionStore::tokensOf(UserId user) {
    Query query(m_connection,
                "SELECT " + std::string(kColumns) +
                    " FROM credentials WHERE user_id = :user_id AND personal = 1 ORDER BY created_at, id");
    CredentialRow row;
    query.bind(user);
    row.into(query);
    std::vector<Credential> tokens;
    while (query.next()) tokens.push_back(row.credential());
    return tokens;
}

Result<> SqlSessionStore::touch(const std::string& id, Timestamp usedAt) {
    Query query(m_connection, "UPDATE credentials SET last_used_at = :used_at WHERE id = :id");
    query.bind(usedAt, id).run();
    return {};
}

Result<bool> SqlSessionStore::remove(UserId user, const std::string& id) {
    Query query(m_connection, "DELETE FROM credentials WHERE id = :id AND user_id = :user_id");
    return query.bind(id, user).run() != 0;
}

Result<> SqlSessionStore::removeSessionsOf(UserId user, const std::string& kept) {
    Query query(m_connection, "DELETE FROM credentials WHERE user_id = :user_id AND personal = 0 AND id <> :kept");
    query.bind(user, kept).run();
    return {};
}

Result<int> SqlSessionStore::removeExpired(Timestamp now) {
    Query query(m_connection, "DELETE FROM credentials WHERE expires_at <> 0 AND expires_at <= :now");
    return static_cast<int>(query.bind(now).run());
}

}  // namespace ph
