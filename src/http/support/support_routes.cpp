#include "http/support/support_routes.h"

#include "http/query.h"

namespace ph::http {

void registerSupportRoutes(Router& router, Hop logic, SupportService& support) {
    router.add("support.bundle", [logic, &support](Request& request) -> Async<Response> {
        Query query(request);
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(support, &SupportService::make, request.who);
        const Result<SupportBundle> bundle = co_await std::move(calling);
        if (!bundle) co_return bundle.error();
        co_return jsonResponse(request.route->success, *bundle);
    });
}

}  // namespace ph::http
