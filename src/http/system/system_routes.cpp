#include "http/system/system_routes.h"

#include "domain/accounts/account.h"
#include "http/later.h"

#include <boost/json/serialize.hpp>

namespace ph::http {

namespace {

api::Route plainRoute(std::string_view id, std::string_view path, api::Body response) {
    return {id, api::Method::Get, path, id, api::Access::Public, api::Body::None, nullptr, response, nullptr, {}, 200};
}

void registerHealth(Router& router, Health health) {
    router.addPlain(plainRoute("healthz", "/healthz", api::Body::Json), [health](Request&) -> Async<Response> {
        auto asking = health();
        const Result<std::map<std::string, std::string>> faults = co_await std::move(asking);
        if (!faults) co_return faults.error();
        boost::json::object parts, reasons;
        for (const auto& [name, reason] : *faults) {
            parts[name] = reason.empty() ? "ok" : "failed";
            if (!reason.empty()) reasons[name] = reason;
        }
        const bool works = reasons.empty();
        boost::json::object body{{"status", works ? "ok" : "failed"}, {"parts", std::move(parts)}};
        if (!works) body["reasons"] = std::move(reasons);
        co_return jsonResponse(works ? 200 : 503, boost::json::value(std::move(body)));
    });
}

/// Owns the way there: whoever asks may have stopped waiting.
Async<> stateOf(Hop logic, StoreHealth& store) {
    auto checking = logic.run(store, &StoreHealth::check);
    co_return co_await std::move(checking);
}

Async<std::map<std::string, std::string>> faultsOf(Hop logic, StoreHealth& store, bool engines,
                                                   std::chrono::milliseconds patience) {
    const auto here = co_await boost::asio::this_coro::executor;
    Later<Result<>> checking(here, stateOf(logic, store));
    auto waiting = checking.wait(patience);
    const std::optional<Result<>> outcome = co_await std::move(waiting);
    std::map<std::string, std::string> faults;
    const Result<> state = outcome.value_or(Error(kDeadline));
    faults["store"] = state ? std::string() : std::string(state.error().id.name);
    faults["engines"] = engines ? "" : kUnavailable.name;
    co_return faults;
}

}  // namespace

Health healthOf(Hop logic, StoreHealth& store, std::function<bool()> enginesAnswer,
                std::chrono::milliseconds patience) {
    return [logic, &store, enginesAnswer = std::move(enginesAnswer), patience] {
        return faultsOf(logic, store, enginesAnswer(), patience);
    };
}

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
