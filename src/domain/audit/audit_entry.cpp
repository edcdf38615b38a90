#include "domain/audit/audit_entry.h"

namespace ph {

AuditRecord auditEntry(const Principal& who, OrgId org, std::string_view action, std::string_view object,
                       AuditChange change, Timestamp at) {
    AuditRecord record = systemAuditEntry(org, action, object, std::move(change), at);
    record.actor = who.name;
    record.from = who.from;
    return record;
}

AuditRecord systemAuditEntry(OrgId org, std::string_view action, std::string_view object, AuditChange change,
                             Timestamp at) {
    AuditRecord record;
    record.at = at;
    record.org = org;
    record.actor = "system";
    record.action = action;
    record.object = object;
    record.before = std::move(change.before);
    record.after = std::move(change.after);
    return record;
}

}  // namespace ph
