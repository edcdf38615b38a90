#pragma once

#include "domain/accounts/access.h"
#include "domain/audit/audit_record.h"

#include <string>
#include <string_view>

namespace ph {

/// What a change did, as JSON text before and after; empty where nothing was. Neither may carry a secret.
struct AuditChange {
    std::string before;
    std::string after;
};

/// The record of what `who` did to an object of `org`.
AuditRecord auditEntry(const Principal& who, OrgId org, std::string_view action, std::string_view object,
                       AuditChange change, Timestamp at);

/// The same for what the program does by itself: the actor is "system".
AuditRecord systemAuditEntry(OrgId org, std::string_view action, std::string_view object, AuditChange change,
                             Timestamp at);

}  // namespace ph
