#pragma once

#include "base/error.h"
#include "store/accounts/secret_store.h"

#include <array>
#include <string>

namespace ph {

/// Ed25519 keys of libsodium.
using SigningKey = std::array<unsigned char, 64>;
using PublicKey = std::array<unsigned char, 32>;

/// The keys of a data directory: one seals secrets, one signs the audit log's heads.
struct SiteKeys {
    SecretKey secrets{};
    SigningKey auditSigning{};
    PublicKey auditPublic{};
};

/// A key file is unreadable or has the wrong size: "path".
inline constexpr ErrorId kSiteKeyBroken{"site-key-broken", ErrorKind::Internal};

/// Reads FOLDER/{secrets.key,audit.key}, mode 0600, and makes each that is missing (audit.pub beside it, for
/// outsiders).
Result<SiteKeys> loadSiteKeys(const std::string& folder);

}  // namespace ph
