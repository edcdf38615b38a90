#pragma once

#include "domain/accounts/access.h"
#include "ports/queue_store.h"

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// A user with what only authentication reads.
struct StoredUser {
    User user;
    std::string passwordHash;  ///< Argon2id in its own text form
};

class AccountStore {
public:
    virtual ~AccountStore() = default;
    virtual Result<> insertOrganisation(const Organisation& organisation) = 0;
    virtual Result<std::vector<Organisation>> organisations() = 0;
    /// kUserNameTaken if the name is.
    virtual Result<> insertUser(const StoredUser& user) = 0;
    virtual Result<std::optional<StoredUser>> findByName(const std::string& name) = 0;
    virtual Result<std::optional<StoredUser>> find(UserId id) = 0;
    virtual Result<> updateUser(const StoredUser& user) = 0;
    /// By name.
    virtual Result<std::vector<User>> users(const OrgScope& scope) = 0;
    /// Enabled super administrators.
    virtual Result<int> superAdmins() = 0;
    virtual QueueStore& queues() = 0;
};

/// A session (from a log-in) or a personal token; both authenticate requests by the hash of their secret.
struct Credential {
    std::string id;  ///< SessionId or TokenId as text
    UserId user;
    std::string secretHash;  ///< SHA-256 in hexadecimal
    bool personal = false;   ///< a token, listed to its owner
    std::string name;
    Timestamp createdAt;
    Timestamp expiresAt;  ///< zero: never
    Timestamp lastUsedAt;
};

class SessionStore {
public:
    virtual ~SessionStore() = default;
    virtual Result<> insert(const Credential& credential) = 0;
    virtual Result<std::optional<Credential>> findByHash(const std::string& secretHash) = 0;
    virtual Result<std::vector<Credential>> tokensOf(UserId user) = 0;
    virtual Result<> touch(const std::string& id, Timestamp usedAt) = 0;
    /// Whether there was one of this user.
    virtual Result<bool> remove(UserId user, const std::string& id) = 0;
    /// Ends the log-in sessions of a user except `kept` (may be empty); personal tokens stay.
    virtual Result<> removeSessionsOf(UserId user, const std::string& kept) = 0;
    virtual Result<int> removeExpired(Timestamp now) = 0;
};

/// Named secrets of a person. Values are stored encrypted with the site's key.
class SecretStore {
public:
    virtual ~SecretStore() = default;
    virtual Result<> put(OrgId org, UserId owner, const std::string& name, const std::string& value, Timestamp at) = 0;
    virtual Result<std::optional<std::string>> get(OrgId org, UserId owner, const std::string& name) = 0;
    virtual Result<std::vector<std::string>> names(OrgId org, UserId owner) = 0;
    virtual Result<bool> remove(OrgId org, UserId owner, const std::string& name) = 0;
};

}  // namespace ph
