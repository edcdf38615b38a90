#pragma once

#include "domain/accounts/access.h"
#include "domain/audit/audit_record.h"
#include "ports/database.h"

#include <vector>

namespace ph {

struct AuditRecords {
    std::vector<AuditRecord> items;
    std::int64_t next = 0;
};

/// The audit log, for super administrators.
class AuditService {
public:
    explicit AuditService(Database& database);
    Async<AuditRecords> list(Principal who, std::int64_t before, int limit);
    /// `anchorNumber` 0: no anchor.
    Async<AuditVerification> verify(Principal who, std::int64_t anchorNumber, std::string anchorHash);

private:
    Database& m_database;
};

}  // namespace ph
