#include "http/nodes/node_routes.h"

#include "api/jobs.h"
#include "api/nodes.h"
#include "http/query.h"

namespace ph::http {

void registerNodeRoutes(Router& router, Hop logic, NodeService& nodes) {
    router.add("nodes.list", [logic, &nodes](Request& request) -> Async<Response> {
        auto calling = logic.run(nodes, &NodeService::list, request.who);
        Result<NodePage> page = co_await std::move(calling);
        if (!page) co_return page.error();
        co_return jsonResponse(request.route->success,
                               api::NodeList{std::move(page->items), positionText(page->position)});
    });
    router.add("nodes.samples", [logic, &nodes](Request& request) -> Async<Response> {
        const auto id = request.id<NodeId>(kNodeNotFound);
        if (!id) co_return id.error();
        Query query(request);
        const auto count = static_cast<std::size_t>(query.integer("count", 60, 1, 1000));
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(nodes, &NodeService::samples, request.who, *id, count);
        Result<std::vector<UsageSample>> samples = co_await std::move(calling);
        if (!samples) co_return samples.error();
        co_return jsonResponse(request.route->success, api::SampleList{std::move(*samples)});
    });
}

}  // namespace ph::http
