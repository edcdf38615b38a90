#include "store/accounts/account_store.h"

#include "store/sql/json_row.h"
#include "store/sql/query.h"

namespace ph {

namespace {

constexpr std::string_view kColumns = "id, org, name, display_name, role, disabled, created_at, password_hash";

/// Targets of kColumns.
struct UserRow {
    std::string id, org, name, displayName, role, passwordHash;
    std::int64_t disabled = 0, createdAt = 0;

    void into(Query& query) { query.into(id, org, name, displayName, role, disabled, createdAt, passwordHash); }
    StoredUser stored() const {
        return {{idFromRow<UserId>(id),
                 idFromRow<OrgId>(org),
                 name,
                 displayName,
                 wordFromRow<Role>(role),
                 disabled != 0,
                 {createdAt}},
                passwordHash};
    }
};

}  // namespace

Result<> SqlAccountStore::insertOrganisation(const Organisation& organisation) {
    Query query(m_connection, "INSERT INTO organisations (id, name, created_at) VALUES (:id, :name, :created_at)");
    query.bind(organisation.id, organisation.name, organisation.createdAt).run();
    return {};
}

Result<std::vector<Organisation>> SqlAccountStore::organisations() {
    Query query(m_connection, "SELECT id, name, created_at FROM organisations ORDER BY name");
    std::string id, name;
    std::int64_t createdAt = 0;
    query.into(id, name, createdAt);
    std::vector<Organisation> all;
    while (query.next()) all.push_back({idFromRow<OrgId>(id), name, {createdAt}});
    return all;
}

Result<> SqlAccountStore::insertUser(const StoredUser& user) {
    const auto taken = findByName(user.user.name);
    if (!taken) return taken.error();
    if (*taken) return Error(kUserNameTaken).with("name", user.user.name);
    const auto& u = user.user;
    Query query(m_connection,
                "INSERT INTO users (id, org, name, display_name, role, disabled, created_at, password_hash) "
                "VALUES (:id, :org, :name, :display_name, :role, :disabled, :created_at, :password_hash)");
    query.bind(u.id, u.org, u.name, u.displayName, reflect::word(u.role), u.disabled, u.createdAt, user.passwordHash)
        .run();
    return {};
}

Result<std::optional<StoredUser>> SqlAccountStore::findWhere(const std::string& column, std::string_view value) {
    Query query(m_connection, "SELECT " + std::string(kColumns) + " FROM users WHERE " + column + " = :value");
    UserRow row;
    query.bind(value);
    row.into(query);
    if (!query.next()) return std::optional<StoredUser>();
    return std::optional(row.stored());
}

Result<std::optional<StoredUser>> SqlAccountStore::findByName(const std::string& name) {
    return findWhere("name", name);
}

Result<std::optional<StoredUser>> SqlAccountStore::find(UserId id) {
    return findWhere("id", id.view());
}

Result<> SqlAccountStore::updateUser(const StoredUser& user) {
    const auto& u = user.user;
    Query query(m_connection,
                "UPDATE users SET display_name = :display_name, role = :role, disabled = :disabled, "
                "password_hash = :password_hash WHERE id = :id AND org = :org");
    query.bind(u.displayName, reflect::word(u.role), u.disabled, user.passwordHash, u.id, u.org);
    if (query.run() == 0) return Error(kUserNotFound).with("user", u.id.str());
    return {};
}

Result<std::vector<User>> SqlAccountStore::users(const OrgScope& scope) {
    Query query(m_connection, "SELECT " + std::string(kColumns) + " FROM users WHERE 1 = 1" +
                                  scopeClause(scope, "org", "id") + " ORDER BY name");
    UserRow row;
    bindScope(query, scope);
    row.into(query);
    std::vector<User> all;
    while (query.next()) all.push_back(row.stored().user);
    return all;
}

Result<int> SqlAccountStore::superAdmins() {
    Query query(m_connection, "SELECT count(*) FROM users WHERE role = :role AND disabled = 0");
    std::int64_t count = 0;
    query.bind(reflect::word(Role::SuperAdmin)).into(count).next();
    return static_cast<int>(count);
}

}  // namespace ph
