#pragma once

#include "base/units.h"
#include "domain/accounts/account.h"

#include <array>
#include <optional>

namespace ph::api {

/// POST /sessions
struct LoginRequest {
    std::string user;
    std::string password;
    static constexpr std::array<std::string_view, 2> kRequired{"user", "password"};
};
BOOST_DESCRIBE_STRUCT(LoginRequest, (), (user, password))

struct LoginAnswer {
    std::string token;  ///< "Authorization: Bearer TOKEN"
    Timestamp expiresAt;
    User user;
};
BOOST_DESCRIBE_STRUCT(LoginAnswer, (), (token, expiresAt, user))

/// GET /me
struct Me {
    User user;
    std::string organisationName;
};
BOOST_DESCRIBE_STRUCT(Me, (), (user, organisationName))

struct UserList {
    std::vector<User> items;
};
BOOST_DESCRIBE_STRUCT(UserList, (), (items))

/// POST /users
struct NewUser {
    std::string name;
    std::string displayName;
    std::string password;
    Role role = Role::User;
    std::optional<OrgId> org;  ///< default: the caller's
    static constexpr std::array<std::string_view, 2> kRequired{"name", "password"};
};
BOOST_DESCRIBE_STRUCT(NewUser, (), (name, displayName, password, role, org))

/// PATCH /users/{id}: members that are present change.
struct UserPatch {
    std::optional<std::string> displayName;
    std::optional<std::string> password;
    std::optional<Role> role;
    std::optional<bool> disabled;
};
BOOST_DESCRIBE_STRUCT(UserPatch, (), (displayName, password, role, disabled))

struct TokenList {
    std::vector<TokenInfo> items;
};
BOOST_DESCRIBE_STRUCT(TokenList, (), (items))

/// POST /tokens
struct NewToken {
    std::string name;
    Seconds expiresIn;  ///< zero: never
    static constexpr std::array<std::string_view, 1> kRequired{"name"};
};
BOOST_DESCRIBE_STRUCT(NewToken, (), (name, expiresIn))

struct TokenSecret {
    TokenInfo token;
    std::string secret;  ///< shown this once
};
BOOST_DESCRIBE_STRUCT(TokenSecret, (), (token, secret))

struct SecretList {
    std::vector<std::string> items;
};
BOOST_DESCRIBE_STRUCT(SecretList, (), (items))

/// PUT /secrets/{name}
struct SecretValue {
    std::string value;
    static constexpr std::array<std::string_view, 1> kRequired{"value"};
};
BOOST_DESCRIBE_STRUCT(SecretValue, (), (value))

}  // namespace ph::api
