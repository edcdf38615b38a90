#pragma once

#include "domain/accounts/access.h"
#include "ports/backup_store.h"
#include "ports/database.h"

namespace ph {

/// Backups of the running site, for super administrators. Logic thread.
class BackupService {
public:
    BackupService(Database& database, BackupStore& backups, const Clock& clock);
    /// Leaves an audit record that names the folder.
    Async<Backup> make(Principal who);

private:
    Database& m_database;
    BackupStore& m_backups;
    const Clock& m_clock;
};

}  // namespace ph
