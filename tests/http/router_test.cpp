#include "http/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::http {
namespace {

using Outcome = RouteMatch::Outcome;

const std::vector<api::Route>& table() {
    using api::Access;
    using api::Body;
    using api::Method;
    static const std::vector<api::Route> list{
        {"list", Method::Get, "/jobs", "", Access::Public, Body::None, nullptr, Body::Json, nullptr, {}},
        {"make", Method::Post, "/jobs", "", Access::Public, Body::Json, nullptr, Body::Json, nullptr, {}},
        {"get", Method::Get, "/jobs/{id}", "", Access::Public, Body::None, nullptr, Body::Json, nullptr, {}},
        {"port",
         Method::Get,
         "/jobs/{id}/ports/{port}",
         "",
         Access::Public,
         Body::None,
         nullptr,
         Body::WebSocket,
         nullptr,
         {}},
        {"verify", Method::Get, "/jobs/verify", "", Access::Public, Body::None, nullptr, Body::Json, nullptr, {}},
    };
    return list;
}

Async<Response> nothing(Request&) {
    co_return Response{};
}

TEST(RouterTest, FindsLiteralsAndParameters) {
    const Router router(table());
    EXPECT_EQ(router.match("GET", "/api/v1/jobs").route->id, "list");
    EXPECT_EQ(router.match("POST", "/api/v1/jobs").route->id, "make");
    const auto port = router.match("GET", "/api/v1/jobs/j1/ports/80");
    EXPECT_EQ(port.route->id, "port");
    EXPECT_EQ(port.parameters, (std::map<std::string, std::string>{{"id", "j1"}, {"port", "80"}}));
    EXPECT_EQ(router.match("GET", "/api/v1/jobs/a%20b").parameters.at("id"), "a b");
}

TEST(RouterTest, PrefersALiteralToAParameter) {
    EXPECT_EQ(Router(table()).match("GET", "/api/v1/jobs/verify").route->id, "verify");
}

TEST(RouterTest, KnowsNoOtherPaths) {
    const Router router(table());
    for (const auto* path :
         {"", "/", "/api/v1", "/api/v1/", "/api/v1/jobs/", "/api/v1/jobs//ports/1", "/api/v1/jobs/x/ports", "/jobs",
          "api/v2/jobs", "/api/v1/jobs/x/ports/1/2", "/API/v1/jobs", "/api/v1/jobs/%"})
        EXPECT_EQ(router.match("GET", path).outcome, Outcome::NoPath) << path;
}

TEST(RouterTest, NamesTheMethodsThatAPathHas) {
    const auto match = Router(table()).match("DELETE", "/api/v1/jobs");
    EXPECT_EQ(match.outcome, Outcome::NoMethod);
    EXPECT_EQ(match.allow, "GET, POST");
}

TEST(RouterTest, AnswersHeadWhereJsonIsAnswered) {
    const Router router(table());
    EXPECT_TRUE(router.match("HEAD", "/api/v1/jobs").headOnly);
    EXPECT_EQ(router.match("HEAD", "/api/v1/jobs/j/ports/1").outcome, Outcome::NoMethod);
}

TEST(RouterTest, TakesPlainPathsBeside) {
    Router router(table());
    router.addPlain({"health",
                     api::Method::Get,
                     "/healthz",
                     "",
                     api::Access::Public,
                     api::Body::None,
                     nullptr,
                     api::Body::Json,
                     nullptr,
                     {}},
                    nothing);
    EXPECT_EQ(router.match("GET", "/healthz").route->id, "health");
    EXPECT_EQ(router.match("GET", "/api/v1/healthz").outcome, Outcome::NoPath);
}

TEST(RouterTest, InsistsOnOneHandlerForEachRoute) {
    Router router(table());
    EXPECT_THROW(router.add("unknown", nothing), std::logic_error);
    router.add("list", nothing);
    EXPECT_THROW(router.add("list", nothing), std::logic_error);
    try {
        router.requireComplete();
        FAIL() << "four routes have no handler";
    } catch (const std::logic_error& missing) {
        EXPECT_STREQ(missing.what(), "routes without a handler: make get port verify");
    }
    for (const auto* id : {"make", "get", "port", "verify"}) router.add(id, nothing);
    EXPECT_NO_THROW(router.requireComplete());
}

TEST(RouterTest, HoldsTheWholeInterface) {
    const Router router;
    for (const auto& route : api::routes()) {
        std::string path = "/api/v1" + std::string(route.path);
        for (auto open = path.find('{'); open != std::string::npos; open = path.find('{'))
            path.replace(open, path.find('}') - open + 1, "x");
        const auto match = router.match(api::methodName(route.method), path);
        ASSERT_EQ(match.outcome, Outcome::Found) << route.id;
        EXPECT_EQ(match.route->id, route.id);
    }
}

}  // namespace
}  // namespace ph::http
