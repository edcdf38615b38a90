#include "http/audit/audit_routes.h"

#include "api/audit.h"
#include "http/query.h"
#include "http/text_codec.h"

namespace ph::http {

void registerAuditRoutes(Router& router, Hop logic, AuditService& audit) {
    router.add("audit.list", [logic, &audit](Request& request) -> Async<Response> {
        Query query(request);
        const auto before = query.cursor("cursor");
        const int limit = static_cast<int>(query.integer("limit", 100, 1, 1000));
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(audit, &AuditService::list, request.who, before, limit);
        Result<AuditRecords> records = co_await std::move(calling);
        if (!records) co_return records.error();
        auto next = records->next ? cursorText(records->next) : std::string();
        co_return jsonResponse(request.route->success, api::AuditPage{std::move(records->items), std::move(next)});
    });
    router.add("audit.verify", [logic, &audit](Request& request) -> Async<Response> {
        Query query(request);
        const auto number = query.integer("number", 0);
        const auto hash = query.text("hash");
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(audit, &AuditService::verify, request.who, number, hash);
        const Result<AuditVerification> outcome = co_await std::move(calling);
        if (!outcome) co_return outcome.error();
        co_return jsonResponse(request.route->success, *outcome);
    });
}

}  // namespace ph::http
