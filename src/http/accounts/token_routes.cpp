#include "api/accounts.h"
#include "api/version.h"
#include "http/accounts/account_routes.h"
#include "http/body.h"

namespace ph::http {

namespace {

void registerSecrets(Router& router, Hop logic, SecretService& secrets) {
    router.add("secrets.list", [logic, &secrets](Request& request) -> Async<Response> {
        auto calling = logic.run(secrets, &SecretService::names, request.who);
        Result<std::vector<std::string>> names = co_await std::move(calling);
        if (!names) co_return names.error();
        co_return jsonResponse(request.route->success, api::SecretList{std::move(*names)});
    });
    router.add("secrets.put", [logic, &secrets](Request& request) -> Async<Response> {
        auto body = bodyAs<api::SecretValue>(request);
        if (!body) co_return body.error();
        auto calling =
            logic.run(secrets, &SecretService::put, request.who, request.parameter("name"), std::move(body->value));
        const Result<> done = co_await std::move(calling);
        if (!done) co_return done.error();
        co_return jsonResponse(request.route->success, api::Empty{});
    });
    router.add("secrets.delete", [logic, &secrets](Request& request) -> Async<Response> {
        auto calling = logic.run(secrets, &SecretService::remove, request.who, request.parameter("name"));
        const Result<> done = co_await std::move(calling);
        if (!done) co_return done.error();
        co_return jsonResponse(request.route->success, api::Empty{});
    });
}

}  // namespace

void registerTokenRoutes(Router& router, Hop logic, TokenService& tokens, SecretService& secrets) {
    registerSecrets(router, logic, secrets);
    router.add("tokens.list", [logic, &tokens](Request& request) -> Async<Response> {
        auto calling = logic.run(tokens, &TokenService::list, request.who);
        Result<std::vector<TokenInfo>> list = co_await std::move(calling);
        if (!list) co_return list.error();
        co_return jsonResponse(request.route->success, api::TokenList{std::move(*list)});
    });
    router.add("tokens.create", [logic, &tokens](Request& request) -> Async<Response> {
        auto body = bodyAs<api::NewToken>(request);
        if (!body) co_return body.error();
        auto calling = logic.run(tokens, &TokenService::create, request.who, body->name, body->expiresIn);
        const Result<NewTokenSecret> made = co_await std::move(calling);
        if (!made) co_return made.error();
        co_return jsonResponse(request.route->success, api::TokenSecret{made->token, made->secret});
    });
    router.add("tokens.delete", [logic, &tokens](Request& request) -> Async<Response> {
        const auto id = request.id<TokenId>(kTokenNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(tokens, &TokenService::remove, request.who, *id);
        const Result<> done = co_await std::move(calling);
        if (!done) co_return done.error();
        co_return jsonResponse(request.route->success, api::Empty{});
    });
}

}  // namespace ph::http
