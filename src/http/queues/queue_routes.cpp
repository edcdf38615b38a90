#include "http/queues/queue_routes.h"

#include "api/queues.h"
#include "http/body.h"

namespace ph::http {

void registerQueueRoutes(Router& router, Hop logic, QueueService& queues) {
    router.add("queues.list", [logic, &queues](Request& request) -> Async<Response> {
        auto calling = logic.run(queues, &QueueService::list, request.who);
        Result<std::vector<Queue>> list = co_await std::move(calling);
        if (!list) co_return list.error();
        co_return jsonResponse(request.route->success, api::QueueList{std::move(*list)});
    });
    router.add("queues.set", [logic, &queues](Request& request) -> Async<Response> {
        const auto id = request.id<OrgId>(kQueueNotFound);
        if (!id) co_return id.error();
        auto body = bodyAs<QueueSettings>(request);
        if (!body) co_return body.error();
        auto calling = logic.run(queues, &QueueService::set, request.who, *id, std::move(*body));
        const Result<Queue> queue = co_await std::move(calling);
        if (!queue) co_return queue.error();
        co_return jsonResponse(request.route->success, *queue);
    });
}

}  // namespace ph::http
