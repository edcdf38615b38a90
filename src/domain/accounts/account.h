#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <string>
#include <vector>

namespace ph {

/// What a person may do: `User` their own work, `OrgAdmin` everything of one organisation, `SuperAdmin` everything.
enum class Role { User, OrgAdmin, SuperAdmin };
BOOST_DESCRIBE_ENUM(Role, User, OrgAdmin, SuperAdmin)

struct Organisation {
    OrgId id;
    std::string name;
    Timestamp createdAt;
};
BOOST_DESCRIBE_STRUCT(Organisation, (), (id, name, createdAt))

struct User {
    UserId id;
    OrgId org;
    std::string name;  ///< login name, unique on the site
    std::string displayName;
    Role role = Role::User;
    bool disabled = false;
    Timestamp createdAt;
};
BOOST_DESCRIBE_STRUCT(User, (), (id, org, name, displayName, role, disabled, createdAt))

/// A personal token as its owner sees it; the secret itself is shown once and stored hashed.
struct TokenInfo {
    TokenId id;
    std::string name;
    Timestamp createdAt;
    Timestamp expiresAt;  ///< zero: never
    Timestamp lastUsedAt;
};
BOOST_DESCRIBE_STRUCT(TokenInfo, (), (id, name, createdAt, expiresAt, lastUsedAt))

inline constexpr ErrorId kUnauthenticated{"unauthenticated", ErrorKind::Unauthenticated};
inline constexpr ErrorId kBadCredentials{"bad-credentials", ErrorKind::Unauthenticated};
inline constexpr ErrorId kLoginBackOff{"login-back-off", ErrorKind::TooMany};
inline constexpr ErrorId kNotAllowed{"not-allowed", ErrorKind::NotAllowed};
inline constexpr ErrorId kUserNotFound{"user-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kUserNameTaken{"user-name-taken", ErrorKind::Conflict};
inline constexpr ErrorId kTokenNotFound{"token-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kTooManyTokens{"too-many-tokens", ErrorKind::Conflict};
inline constexpr ErrorId kSecretNotFound{"secret-not-found", ErrorKind::NotFound};
inline constexpr ErrorId kLastAdministrator{"last-administrator", ErrorKind::Conflict};

/// Login names: 1-64 of a-z, 0-9, '.', '_', '-', beginning with a letter. Passwords: 10-1024 bytes.
std::vector<Fault> validateUserName(const std::string& name, const std::string& path);
std::vector<Fault> validatePassword(const std::string& password, const std::string& path);

}  // namespace ph
