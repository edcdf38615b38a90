#include "http/accounts/account_routes.h"

#include "api/accounts.h"
#include "api/version.h"
#include "http/body.h"

namespace ph::http {

namespace {

void registerSessions(Router& router, Hop logic, AuthenticationService& authentication) {
    router.add("sessions.create", [logic, &authentication](Request& request) -> Async<Response> {
        const auto body = bodyAs<api::LoginRequest>(request);
        if (!body) co_return body.error();
        auto calling =
            logic.run(authentication, &AuthenticationService::login, body->user, body->password, request.from);
        const Result<Login> login = co_await std::move(calling);
        if (!login) co_return login.error();
        co_return jsonResponse(request.route->success, api::LoginAnswer{login->token, login->expiresAt, login->user});
    });
    router.add("sessions.delete", [logic, &authentication](Request& request) -> Async<Response> {
        auto calling = logic.run(authentication, &AuthenticationService::logout, request.who, request.bearer);
        const Result<> done = co_await std::move(calling);
        if (!done) co_return done.error();
        co_return jsonResponse(request.route->success, api::Empty{});
    });
}

}  // namespace

void registerAccountRoutes(Router& router, Hop logic, AuthenticationService& authentication, UserService& users) {
    registerSessions(router, logic, authentication);
    router.add("me.get", [logic, &users](Request& request) -> Async<Response> {
        auto calling = logic.run(users, &UserService::me, request.who);
        const Result<Profile> profile = co_await std::move(calling);
        if (!profile) co_return profile.error();
        co_return jsonResponse(request.route->success, api::Me{profile->user, profile->organisationName});
    });
    router.add("users.list", [logic, &users](Request& request) -> Async<Response> {
        auto calling = logic.run(users, &UserService::list, request.who);
        Result<std::vector<User>> list = co_await std::move(calling);
        if (!list) co_return list.error();
        co_return jsonResponse(request.route->success, api::UserList{std::move(*list)});
    });
    router.add("users.create", [logic, &users](Request& request) -> Async<Response> {
        auto body = bodyAs<api::NewUser>(request);
        if (!body) co_return body.error();
        UserDraft draft{body->name, body->displayName, body->password, body->role, body->org};
        auto calling = logic.run(users, &UserService::create, request.who, std::move(draft));
        const Result<User> user = co_await std::move(calling);
        if (!user) co_return user.error();
        co_return jsonResponse(request.route->success, *user);
    });
    router.add("users.change", [logic, &users](Request& request) -> Async<Response> {
        const auto id = request.id<UserId>(kUserNotFound);
        if (!id) co_return id.error();
        auto body = bodyAs<api::UserPatch>(request);
        if (!body) co_return body.error();
        UserChange change{body->displayName, body->password, body->role, body->disabled};
        auto calling = logic.run(users, &UserService::change, request.who, *id, std::move(change));
        const Result<User> user = co_await std::move(calling);
        if (!user) co_return user.error();
        co_return jsonResponse(request.route->success, *user);
    });
}

}  // namespace ph::http
