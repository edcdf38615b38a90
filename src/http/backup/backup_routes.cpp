#include "http/backup/backup_routes.h"

#include "http/query.h"

namespace ph::http {

void registerBackupRoutes(Router& router, Hop logic, BackupService& backups) {
    router.add("backups.create", [logic, &backups](Request& request) -> Async<Response> {
        Query query(request);
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(backups, &BackupService::make, request.who);
        const Result<Backup> made = co_await std::move(calling);
        if (!made) co_return made.error();
        co_return jsonResponse(request.route->success, *made);
    });
}

}  // namespace ph::http
