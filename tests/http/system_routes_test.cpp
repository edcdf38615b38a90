#include "http/system/system_routes.h"

#include "engine/memory_blobs.h"
#include "http/live_site.h"

#include <boost/asio/steady_timer.hpp>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

using SystemRoutes = LiveTest;

TEST_F(SystemRoutes, HandleEveryRouteOfTheInterface) {
    EXPECT_NO_THROW(site.router.requireComplete());
}

TEST_F(SystemRoutes, SayWhatTheServerIs) {
    auto client = site.connect();
    const auto answer = client.request("GET", "/api/v1/server");
    EXPECT_EQ(answer.body, R"({"version":"0.1.0","site":"Test site","fingerprint":"sha256:00"})");
}

TEST_F(SystemRoutes, DescribeTheInterface) {
    auto client = site.connect();
    const auto answer = client.request("GET", "/api/v1/openapi.json");
    ASSERT_EQ(answer.status, 200);
    const auto document = boost::json::parse(answer.body);
    EXPECT_EQ(document.at("openapi"), "3.1.0");
    EXPECT_TRUE(document.at("paths").as_object().contains("/api/v1/jobs"));
}

TEST_F(SystemRoutes, SayThatAllIsWell) {
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/healthz").body, R"({"status":"ok","parts":{"engines":"ok","store":"ok"}})");
}

/// A store that takes every work and never comes back.
class SilentStore final : public Database {
public:
    Async<> write(Work) override { return forever(); }
    Async<> read(Work) override { return forever(); }

private:
    static Async<> forever() {
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, std::chrono::hours(1));
        co_await timer.async_wait(boost::asio::use_awaitable);
        co_return Result<>();
    }
};

TEST(SystemHealth, DoesNotWaitForAStoreThatIsSilent) {
    LogicThread logic;
    ManualClock clock;
    SilentStore database;
    MemoryBlobs blobs;
    StoreHealth store(database, blobs, clock);
    const auto health = http::healthOf(
        Hop(logic.executor()), store, [] { return true; }, 20ms);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(logic.run(health())->at("store"), "deadline") << i;
}

TEST(SystemHealth, SaysWhichPartDoesNotWork) {
    http::Router router(std::span<const api::Route>(api::routes()));
    http::PrometheusMetrics metrics;
    http::registerSystemRoutes(
        router, {},
        []() -> Async<std::map<std::string, std::string>> {
            std::map<std::string, std::string> faults{{"engines", ""}, {"store", "no-space"}};
            co_return faults;
        },
        metrics);
    const auto match = router.match("GET", "/healthz");
    ASSERT_EQ(match.outcome, http::RouteMatch::Outcome::Found);
    http::Request request;
    LogicThread logic;
    const auto answer = logic.run((*match.handler)(request));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 503);
    EXPECT_EQ(answer->body,
              R"({"status":"failed","parts":{"engines":"ok","store":"failed"},"reasons":{"store":"no-space"}})");
}

TEST_F(SystemRoutes, ShowTheControllersOwnFigures) {
    site.metrics.count("pilothouse_things_total", {{"kind", "a"}}, 2);
    auto client = site.connect();
    const auto answer = client.request("GET", "/metrics");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("content-type"), "text/plain; version=0.0.4");
    EXPECT_THAT(answer.body, ::testing::HasSubstr("pilothouse_things_total{kind=\"a\"} 2"));
}

TEST_F(SystemRoutes, ListNodesAndTheirReadings) {
    EXPECT_EQ(site.get("/api/v1/nodes").at("items").at(0).at("name"), "here");
    EXPECT_EQ(site.get("/api/v1/nodes/naaaaaaaaaaaaa/samples?count=2").at("items").as_array().size(), 2U);
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/api/v1/nodes/nbbbbbbbbbbbbb/samples", site.root).status, 404);
    EXPECT_EQ(client.request("GET", "/api/v1/nodes/here/samples", site.root).status, 404);
    EXPECT_EQ(client.request("GET", "/api/v1/nodes/naaaaaaaaaaaaa/samples?count=0", site.root).status, 400);
}

TEST_F(SystemRoutes, ShowAndVerifyTheAuditLog) {
    for (int i = 0; i < 3; ++i) site.submit(site.root);
    const auto page = site.get("/api/v1/audit?limit=2");
    ASSERT_EQ(page.at("items").as_array().size(), 2U);
    EXPECT_EQ(page.at("items").at(0).at("action"), "job.submit");
    const auto next = site.get("/api/v1/audit?limit=2&cursor=" + std::string(page.at("next").as_string()));
    EXPECT_LT(next.at("items").at(0).at("number").as_int64(), page.at("items").at(1).at("number").as_int64());
    const auto verified = site.get("/api/v1/audit/verify");
    EXPECT_GT(verified.at("records").as_int64(), 3);
    EXPECT_TRUE(verified.at("broken_at").is_null());
    const auto uma = site.tokenOf("uma");
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/api/v1/audit", uma).status, 403);
    EXPECT_EQ(client.request("GET", "/api/v1/audit?cursor=x", site.root).status, 400);
}

}  // namespace
}  // namespace ph::test
