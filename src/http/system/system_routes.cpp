#include "http/system/system_routes.h"

#include "domain/accounts/account.h"

#include <boost/json/serialize.hpp>

namespace ph::http {

namespace {

api::Route plainRoute(std::string_view id, std::string_view path, api::Body response) {
    return {id, api::Method::Get, path, id, api::Access::Public, api::Body::None, nullptr, response, nullptr, {}, 200};
}

void registerHealth(Router& router, Health health) {
    router.addPlain(plainRoute("healthz", "/healthz", api::Body::Json), [health](Request&) -> Async<Response> {
        boost::json::object parts;
        bool works = true;
        for (const auto& [name, ok] : health()) {
            parts[name] = ok ? "ok" : "failed";
            works = works && ok;
        }
        boost::json::object body;
        body["status"] = works ? "ok" : "failed";
        body["parts"] = std::move(parts);
        co_return jsonResponse(works ? 200 : 503, boost::json::value(std::move(body)));
    });
}

}  // namespace

void registerSystemRoutes(Router& router, api::ServerInfo info, Health health, const Metrics& metrics) {
    router.add("server.info",
               [info](Request& request) -> Async<Response> { co_return jsonResponse(request.route->success, info); });
    // Made once: it never changes while the server runs.
    const auto document = boost::json::serialize(api::openApiDocument());
    router.add("server.openapi", [document](Request&) -> Async<Response> {
        Response response;
        response.body = document;
        co_return response;
    });
    registerHealth(router, std::move(health));
    router.addPlain(plainRoute("metrics", "/metrics", api::Body::Bytes),
                    [&metrics](Request& request) -> Async<Response> {
                        if (!request.fromLoopback) co_return Error(kNotAllowed);
                        Response response;
                        response.contentType = "text/plain; version=0.0.4";
                        response.body = metrics.text();
                        co_return response;
                    });
}

}  // namespace ph::http
