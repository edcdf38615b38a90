#pragma once

#include "domain/accounts/access.h"
#include "ports/database.h"
#include "service/accounts/authentication_service.h"

#include <optional>

namespace ph {

struct UserDraft {
    std::string name;
    std::string displayName;
    std::string password;
    Role role = Role::User;
    std::optional<OrgId> org;
};

struct UserChange {
    std::optional<std::string> displayName;
    std::optional<std::string> password;
    std::optional<Role> role;
    std::optional<bool> disabled;
};

struct Profile {
    User user;
    std::string organisationName;
};

/// People of the organisations that the caller administers. Every change is audited and drops what authentication
/// cached.
class UserService {
public:
    UserService(Database& database, PasswordHasher& hasher, AuthenticationService& authentication, const Clock& clock,
                RandomSource& random);

    Async<Profile> me(Principal who);
    Async<std::vector<User>> list(Principal who);
    Async<User> create(Principal who, UserDraft draft);
    /// A user may change their own display name and password; kLastAdministrator keeps one super admin enabled.
    Async<User> change(Principal who, UserId id, UserChange change);
    /// Makes the default organisation and the first super administrator if there is no user yet; returns whether it
    /// did.
    Async<bool> bootstrap(std::string name, std::string password);
    /// Gives the super administrator `name` a new password, enables them and ends their sessions; kUserNotFound for
    /// anybody else. For the machine's owner: nobody is asked.
    Async<> recover(std::string name, std::string password);

private:
    Database& m_database;
    PasswordHasher& m_hasher;
    AuthenticationService& m_authentication;
    const Clock& m_clock;
    RandomSource& m_random;
};

}  // namespace ph
