#pragma once

#include "base/random.h"
#include "base/units.h"
#include "domain/accounts/access.h"
#include "ports/database.h"
#include "service/accounts/authentication_service.h"

namespace ph {

struct NewTokenSecret {
    TokenInfo token;
    std::string secret;
};

/// The caller's own personal tokens; secrets begin with "pht_", are shown once and stored hashed. At most 100 a person.
class TokenService {
public:
    TokenService(Database& database, AuthenticationService& authentication, const Clock& clock, RandomSource& random);
    Async<std::vector<TokenInfo>> list(Principal who);
    Async<NewTokenSecret> create(Principal who, std::string name, Seconds expiresIn);
    Async<> remove(Principal who, TokenId id);

private:
    Database& m_database;
    AuthenticationService& m_authentication;
    const Clock& m_clock;
    RandomSource& m_random;
};

/// The caller's own named secrets; values go in and never come out except into tasks. Names: like variables, up to 64
/// bytes.
class SecretService {
public:
    SecretService(Database& database, const Clock& clock);
    Async<std::vector<std::string>> names(Principal who);
    Async<> put(Principal who, std::string name, std::string value);
    Async<> remove(Principal who, std::string name);

private:
    Database& m_database;
    const Clock& m_clock;
};

}  // namespace ph
