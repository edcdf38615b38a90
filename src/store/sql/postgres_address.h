#pragma once

#include "base/error.h"

#include <string>
#include <string_view>

namespace ph {

/// An address is not of the form postgresql://USER@HOST/DATABASE, or it has a password in it; neither is repeated.
inline constexpr ErrorId kDatabaseAddressWrong{"database-address-wrong", ErrorKind::Invalid};
inline constexpr ErrorId kDatabaseAddressSecret{"database-address-secret", ErrorKind::Invalid};

/// Whether a store's location is an address of PostgreSQL; otherwise it is a file's path.
bool isPostgresAddress(std::string_view location);

/// The connect string of libpq for an address: what it says, and deadlines where it says nothing. The password comes
/// from libpq's own places: the password file, `passfile` in the address, or $PGPASSWORD.
Result<std::string> postgresConnectString(const std::string& address);

}  // namespace ph
