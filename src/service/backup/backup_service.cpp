#include "service/backup/backup_service.h"

#include "domain/audit/audit_entry.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

namespace ph {

BackupService::BackupService(Database& database, BackupStore& backups, const Clock& clock)
    : m_database(database), m_backups(backups), m_clock(clock) {}

Async<Backup> BackupService::make(Principal who) {
    if (!mayBackUp(who)) co_return Error(kNotAllowed);
    auto making = m_backups.make();
    Result<Backup> made = co_await std::move(making);
    if (!made) co_return made;
    const auto after = boost::json::serialize(reflect::encode(*made));
    auto record = auditEntry(who, who.org, "backup.make", made->folder, {{}, after}, m_clock.now());
    auto work = [record](Transaction& tx) { return tx.audit().append(record); };
    auto writing = m_database.write(std::move(work));
    const Result<> written = co_await std::move(writing);
    if (!written) co_return written.error();
    co_return made;
}

}  // namespace ph
