#pragma once

#include "domain/accounts/access.h"
#include "ports/database.h"
#include "service/accounts/password_hasher.h"

#include "base/clock.h"
#include "base/random.h"

#include <map>
#include <string>

namespace ph {

struct Login {
    std::string token;
    Timestamp expiresAt;
    User user;
};

/// Passwords to sessions, and secrets to principals. Failed log-ins of one name from one address are slowed down
/// (kLoginBackOff with "seconds"), never the name from elsewhere. Logic thread.
class AuthenticationService {
public:
    AuthenticationService(Database& database, PasswordHasher& hasher, const Clock& clock, RandomSource& random);

    /// kBadCredentials for an unknown name, a wrong password and a disabled user alike, in the same time.
    Async<Login> login(std::string name, std::string password, std::string from);
    /// The principal behind a session's or personal token's secret; kUnauthenticated otherwise. Cached for 5 s.
    Async<Principal> authenticate(std::string secret, std::string from);
    /// The user behind a local Unix socket peer: the enabled super administrator that first started the site.
    Async<Principal> localAdministrator();
    Async<> logout(Principal who, std::string secret);
    /// Drops what is cached of a user whose rights, password or state changed.
    void forget(UserId user);

private:
    struct Attempts {
        int failures = 0;
        std::chrono::microseconds until{};
    };
    struct Known {
        Principal principal;
        std::string credential;
        std::chrono::microseconds until{};
    };

    Database& m_database;
    PasswordHasher& m_hasher;
    const Clock& m_clock;
    RandomSource& m_random;
    std::map<std::string, Attempts> m_attempts;  ///< by name and address, bounded
    std::map<std::string, Known> m_known;        ///< by secret hash, bounded
};

}  // namespace ph
