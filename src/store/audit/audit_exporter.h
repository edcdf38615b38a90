#pragma once

#include "base/clock.h"
#include "ports/database.h"
#include "store/site_keys.h"

#include <string>

namespace ph {

/// One line of heads.jsonl: the chain's head as it stood, signed so that a later rewrite of the whole chain shows.
struct AuditHead {
    std::int64_t number = 0;
    std::string hash;
    Timestamp at;
    std::string signature;  ///< Ed25519 in hexadecimal over "number:hash:micros"
};
BOOST_DESCRIBE_STRUCT(AuditHead, (), (number, hash, at, signature))

AuditHead signHead(const AuditRecord& last, Timestamp at, const SigningKey& key);
bool verifyHead(const AuditHead& head, const PublicKey& key);

/// Appends the chain's present head to FOLDER/heads.jsonl, durably; nothing if the chain is empty or the file's last
/// line names the same head. Meant for once an hour; writes the file on the calling thread.
Async<> exportAuditHead(Database& database, std::string folder, const SigningKey& key, const Clock& clock);

}  // namespace ph
