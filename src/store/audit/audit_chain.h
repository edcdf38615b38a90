#pragma once

#include "domain/audit/audit_record.h"

#include <string>

namespace ph {

/// The hash of `record` that follows a record with hash `previous` (empty for the first): SHA-256 in hexadecimal over
/// the previous hash and every field but the hash, each written as its length in bytes, ':' and its text.
std::string chainedHash(const std::string& previous, const AuditRecord& record);

}  // namespace ph
