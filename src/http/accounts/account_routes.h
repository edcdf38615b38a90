#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/accounts/authentication_service.h"
#include "service/accounts/token_service.h"
#include "service/accounts/user_service.h"

namespace ph::http {

/// sessions.*, me.* and users.*
void registerAccountRoutes(Router& router, Hop logic, AuthenticationService& authentication, UserService& users);
/// tokens.* and secrets.*
void registerTokenRoutes(Router& router, Hop logic, TokenService& tokens, SecretService& secrets);

}  // namespace ph::http
