#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/backup/backup_service.h"

namespace ph::http {

/// backups.create
void registerBackupRoutes(Router& router, Hop logic, BackupService& backups);

}  // namespace ph::http
