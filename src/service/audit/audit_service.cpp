#include "service/audit/audit_service.h"

#include <algorithm>

namespace ph {

AuditService::AuditService(Database& database) : m_database(database) {}

Async<AuditRecords> AuditService::list(Principal who, std::int64_t before, int limit) {
    if (!mayReadAudit(who)) co_return Error(kNotAllowed);
    const int most = std::clamp(limit, 1, 1000);
    auto work = [before, most](Transaction& tx) { return tx.audit().read(OrgScope::everything(), before, most); };
    auto pending = readFor(m_database, work);
    auto records = co_await std::move(pending);
    if (!records) co_return records.error();
    AuditRecords page{std::move(*records), 0};
    if (page.items.size() == static_cast<std::size_t>(most) && page.items.back().number > 1)
        page.next = page.items.back().number;
    co_return page;
}

Async<AuditVerification> AuditService::verify(Principal who, std::int64_t anchorNumber, std::string anchorHash) {
    if (!mayReadAudit(who)) co_return Error(kNotAllowed);
    auto work = [anchorNumber, anchorHash](Transaction& tx) { return tx.audit().verify(anchorNumber, anchorHash); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

}  // namespace ph
