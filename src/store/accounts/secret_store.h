#pragma once

#include "ports/account_stores.h"
#include "store/sql/sql_connection.h"

#include <array>

namespace ph {

/// The site's key for libsodium's secretbox.
using SecretKey = std::array<unsigned char, 32>;

/// Keeps values sealed with the site's key and a random nonce; a value that does not open is kInternal.
class SqlSecretStore final : public SecretStore {
public:
    SqlSecretStore(SqlConnection& connection, const SecretKey& key) : m_connection(connection), m_key(key) {}
    Result<> put(OrgId org, UserId owner, const std::string& name, const std::string& value, Timestamp at) override;
    Result<std::optional<std::string>> get(OrgId org, UserId owner, const std::string& name) override;
    Result<std::vector<std::string>> names(OrgId org, UserId owner) override;
    Result<bool> remove(OrgId org, UserId owner, const std::string& name) override;

private:
    SqlConnection& m_connection;
    const SecretKey& m_key;
};

}  // namespace ph
