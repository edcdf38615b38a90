#pragma once

#include "base/async.h"
#include "base/hop.h"
#include "domain/accounts/access.h"
#include "service/accounts/authentication_service.h"

#include <string>

namespace ph::http {

/// Who stands behind a request. Called on the connection's executor.
class Authenticator {
public:
    virtual ~Authenticator() = default;
    virtual Async<Principal> bearer(std::string secret, std::string from) = 0;
    /// Of the Unix socket, after its peer was found to be the server's own user.
    virtual Async<Principal> localAdministrator() = 0;
};

/// Asks the authentication service: its cache at once, the rest of it on the logic thread.
class ServiceAuthenticator final : public Authenticator {
public:
    ServiceAuthenticator(AuthenticationService& service, Hop logic) : m_service(service), m_logic(std::move(logic)) {}
    Async<Principal> bearer(std::string secret, std::string from) override {
        if (auto known = m_service.recognise(secret, from)) co_return std::move(*known);
        auto asking = m_logic.run(m_service, &AuthenticationService::authenticate, std::move(secret), std::move(from));
        co_return co_await std::move(asking);
    }
    Async<Principal> localAdministrator() override {
        return m_logic.run(m_service, &AuthenticationService::localAdministrator);
    }

private:
    AuthenticationService& m_service;
    Hop m_logic;
};

}  // namespace ph::http
