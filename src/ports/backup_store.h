#pragma once

#include "base/async.h"
#include "domain/backup/backup.h"

namespace ph {

/// Where backups of the running site go.
class BackupStore {
public:
    virtual ~BackupStore() = default;
    /// Copies everything as it is at one moment, beside the work that goes on; on a thread of its own. kBackupUnderWay
    /// while another is made; kBackupElsewhere; kNoSpace or kUnavailable leave nothing.
    virtual Async<Backup> make() = 0;
};

}  // namespace ph
