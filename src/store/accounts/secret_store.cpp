#include "store/accounts/secret_store.h"

#include "store/sql/query.h"

#include <sodium.h>

namespace ph {

namespace {

constexpr std::size_t kNonce = crypto_secretbox_NONCEBYTES, kMac = crypto_secretbox_MACBYTES;

/// Base64 of nonce and box.
std::string seal(const SecretKey& key, const std::string& value) {
    std::string raw(kNonce + kMac + value.size(), '\0');
    auto* bytes = reinterpret_cast<unsigned char*>(raw.data());
    randombytes_buf(bytes, kNonce);
    crypto_secretbox_easy(bytes + kNonce, reinterpret_cast<const unsigned char*>(value.data()), value.size(), bytes,
                          key.data());
    std::string text(sodium_base64_encoded_len(raw.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes, raw.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();  // its final NUL
    return text;
}

std::optional<std::string> unseal(const SecretKey& key, const std::string& text) {
    std::string raw(text.size(), '\0');
    auto* bytes = reinterpret_cast<unsigned char*>(raw.data());
    std::size_t size = 0;
    if (sodium_base642bin(bytes, raw.size(), text.data(), text.size(), nullptr, &size, nullptr,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size < kNonce + kMac)
        return std::nullopt;
    std::string value(size - kNonce - kMac, '\0');
    if (crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(value.data()), bytes + kNonce, size - kNonce, bytes,
                                   key.data()) != 0)
        return std::nullopt;
    return value;
}

}  // namespace

Result<> SqlSecretStore::put(OrgId org, UserId owner, const std::string& name, const std::string& value, Timestamp at) {
    Query query(
        m_connection,
        "INSERT INTO secrets (org, owner, name, sealed, changed_at) VALUES (:org, :owner, :name, :sealed, :at) "
        "ON CONFLICT (org, owner, name) DO UPDATE SET sealed = excluded.sealed, changed_at = excluded.changed_at");
    query.bind(org, owner, name, seal(m_key, value), at).run();
    return {};
}

Result<std::optional<std::string>> SqlSecretStore::get(OrgId org, UserId owner, const std::string& name) {
    Query query(m_connection, "SELECT sealed FROM secrets WHERE org = :org AND owner = :owner AND name = :name");
    std::string sealed;
    query.bind(org, owner, name).into(sealed);
    if (!query.next()) return std::optional<std::string>();
    auto value = unseal(m_key, sealed);
    if (!value) return Error(kInternal, "a stored secret does not open with the site's key");
    return value;
}

Result<std::vector<std::string>> SqlSecretStore::names(OrgId org, UserId owner) {
    Query query(m_connection, "SELECT name FROM secrets WHERE org = :org AND owner = :owner ORDER BY name");
    std::string name;
    query.bind(org, owner).into(name);
    std::vector<std::string> all;
    while (query.next()) all.push_back(name);
    return all;
}

Result<bool> SqlSecretStore::remove(OrgId org, UserId owner, const std::string& name) {
    Query query(m_connection, "DELETE FROM secrets WHERE org = :org AND owner = :owner AND name = :name");
    return query.bind(org, owner, name).run() != 0;
}

}  // namespace ph
