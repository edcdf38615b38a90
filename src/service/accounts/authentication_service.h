#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "domain/accounts/access.h"
#include "ports/database.h"
#include "service/accounts/credential_cache.h"
#include "service/accounts/login_guard.h"
#include "service/accounts/password_hasher.h"

#include <string>

namespace ph {

struct Login {
    std::string token;
    Timestamp expiresAt;
    User user;
};

/// Passwords to sessions, and secrets to principals. Failed log-ins of one name from one address are slowed down
/// (kLoginBackOff with "seconds"), never the name from elsewhere. Logic thread, except recognise().
class AuthenticationService {
public:
    AuthenticationService(Database& database, PasswordHasher& hasher, const Clock& clock, RandomSource& random);

    /// kBadCredentials for an unknown name, a wrong password and a disabled user alike, in the same time.
    Async<Login> login(std::string name, std::string password, std::string from);
    /// The principal behind a session's or personal token's secret; kUnauthenticated otherwise. Cached for 5 s.
    Async<Principal> authenticate(std::string secret, std::string from);
    /// What authenticate() would answer from its cache; nullopt if it would look. Thread-safe.
    std::optional<Principal> recognise(const std::string& secret, const std::string& from) const;
    /// The user behind a local Unix socket peer: the enabled super administrator that first started the site.
    Async<Principal> localAdministrator();
    /// Ends the session, or revokes the token, that the secret belongs to.
    Async<> logout(Principal who, std::string secret);
    /// Drops what is cached of a user whose rights, password or state changed.
    void forget(UserId user);

    std::size_t cached() const { return m_known.size(); }

private:
    Async<Principal> look(std::string hash, std::string from);
    Async<> noteUse(std::string hash, std::string credential);

    Database& m_database;
    PasswordHasher& m_hasher;
    const Clock& m_clock;
    RandomSource& m_random;
    LoginGuard m_guard;
    CredentialCache m_known;
};

}  // namespace ph
