#include "http/test_server.h"

#include <thread>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

TEST_F(ServerTest, NamesAnUnknownPath) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/nothing");
    EXPECT_EQ(answer.status, 404);
    EXPECT_EQ(answer.headers.at("content-type"), "application/problem+json");
    EXPECT_EQ(errorOf(answer), "route-not-found");
    EXPECT_EQ(client.request("GET", "/").status, 404);
    EXPECT_EQ(client.request("GET", "/api/v1/items/").status, 404);
    EXPECT_EQ(client.request("GET", "/api/v1/items/%zz", "user").status, 404);
    EXPECT_EQ(client.request("OPTIONS", "*").status, 404);
}

TEST_F(ServerTest, NamesTheMethodsOfAPath) {
    auto client = connect();
    const auto answer = client.request("PUT", "/api/v1/items/7");
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(answer.headers.at("allow"), "DELETE, GET");
    EXPECT_EQ(client.request("BREW", "/api/v1/items/7").status, 405);
}

TEST_F(ServerTest, AsksForALogIn) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/items/7");
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.headers.at("www-authenticate"), "Bearer realm=\"pilothouse\"");
    EXPECT_EQ(errorOf(answer), "unauthenticated");
    EXPECT_EQ(client.request("GET", "/api/v1/items/7", "wrong").status, 401);
    EXPECT_EQ(client.request("GET", "/api/v1/items/7", {}, {}, "Authorization: Basic dXNlcg==\r\n").status, 401);
    EXPECT_EQ(client.request("GET", "/api/v1/items/7", {}, {}, "Authorization: bearer user\r\n").status, 200);
}

TEST_F(ServerTest, KeepsRoutesForTheirRoles) {
    struct Row {
        const char* path;
        const char* token;
        int status;
    };
    auto client = connect();
    for (const Row& row :
         {Row{"/api/v1/org", "user", 403}, Row{"/api/v1/org", "admin", 200}, Row{"/api/v1/org", "root", 200},
          Row{"/api/v1/site", "user", 403}, Row{"/api/v1/site", "admin", 403}, Row{"/api/v1/site", "root", 200}})
        EXPECT_EQ(client.request("GET", row.path, row.token).status, row.status) << row.path << " " << row.token;
}

TEST_F(ServerTest, RefusesQueryParametersThatTheRouteDoesNotKnow) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/items/7?colour=red&size=3", "user");
    EXPECT_EQ(answer.status, 400);
    const auto fault = boost::json::parse(answer.body).at("faults").at(0);
    EXPECT_EQ(fault.at("path"), "query.colour");
    EXPECT_EQ(fault.at("code"), "unknown");
    EXPECT_EQ(fault.at("allowed"), "color, size");
    EXPECT_EQ(client.request("GET", "/api/v1/items/7?size=1&size=2", "user").status, 400);
    EXPECT_EQ(client.request("GET", "/api/v1/items/7?size=%4", "user").status, 400);
    EXPECT_EQ(boost::json::parse(client.request("GET", "/api/v1/items/a%2Fb?color=dark+red%21", "user").body),
              boost::json::parse(R"({"id":"a/b","who":"uma","from":"127.0.0.1","color":"dark red!"})"));
}

TEST_F(ServerTest, AcceptsOnlyItsOwnNamesAsHost) {
    start([](auto& options) { options.hosts = {"cluster.example"}; });
    struct Row {
        const char* host;
        int status;
    };
    for (const Row& row :
         {Row{"localhost", 200}, Row{"LOCALHOST:7443", 200}, Row{"127.0.0.1:1", 200}, Row{"[::1]", 200},
          Row{"[::1]:7443", 200}, Row{"cluster.example", 200}, Row{"evil.example", 421}, Row{"", 421},
          Row{"localhost.evil.example", 421}, Row{"localhost:port", 421}, Row{"[::1", 421}}) {
        auto client = connect();
        client.send(fmt::format("GET /api/v1/public HTTP/1.1\r\nHost: {}\r\n\r\n", row.host));
        EXPECT_EQ(client.read().status, row.status) << row.host;
    }
    auto none = connect();
    none.send("GET /api/v1/public HTTP/1.1\r\n\r\n");
    EXPECT_EQ(none.read().status, 400);
    auto two = connect();
    two.send("GET /api/v1/public HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(two.read().status, 400);
}

TEST_F(ServerTest, RefusesPagesOfOtherSites) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/public", {}, {}, "Origin: https://evil.example\r\n");
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(errorOf(answer), "foreign-origin");
    EXPECT_EQ(client.request("GET", "/api/v1/public", {}, {}, "Origin: https://localhost\r\n").status, 200);
}

TEST_F(ServerTest, TakesOnlyJsonWhereJsonIsDue) {
    auto client = connect();
    client.send(requestHead("POST", "/api/v1/echo", "user", "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n[]"));
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 415);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_TRUE(client.ended());
    auto again = connect();
    const auto broken = again.request("POST", "/api/v1/echo", "user", "{\"a\":");
    EXPECT_EQ(broken.status, 400);
    EXPECT_EQ(errorOf(broken), "invalid");
    EXPECT_EQ(again.request("POST", "/api/v1/echo", "user", "[]").status, 201)
        << "a bad body does not cost the connection";
}

TEST_F(ServerTest, TellsNothingOfInternalErrors) {
    auto client = connect();
    for (const auto* path : {"/api/v1/broken", "/api/v1/throws"}) {
        const auto answer = client.request("GET", path, "user");
        EXPECT_EQ(answer.status, 500);
        EXPECT_EQ(errorOf(answer), "internal");
        EXPECT_THAT(answer.body, ::testing::Not(::testing::HasSubstr("secret")));
    }
    EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
}

TEST_F(ServerTest, RefusesABodyThatIsTooLarge) {
    start([](auto& options) { options.limits.largestBody = 1000; });
    auto announced = connect();
    announced.send(
        requestHead("POST", "/api/v1/echo", "user", "Content-Type: application/json\r\nContent-Length: 1001\r\n\r\n"));
    EXPECT_EQ(announced.read().status, 413);
    EXPECT_TRUE(announced.ended());
    auto chunked = connect();
    chunked.send(requestHead("POST", "/api/v1/echo", "user",
                             "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"));
    chunked.send("800\r\n" + std::string(0x800, ' ') + "\r\n");
    EXPECT_EQ(chunked.read().status, 413);
    auto fits = connect();
    EXPECT_EQ(fits.request("POST", "/api/v1/echo", "user", "[]" + std::string(998, ' ')).status, 201);
}

TEST_F(ServerTest, RefusesAHeaderThatIsTooLarge) {
    auto client = connect();
    client.send(requestHead("GET", "/api/v1/public", {}, "X-Filler: " + std::string(20'000, 'x') + "\r\n\r\n"));
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 431);
    EXPECT_TRUE(client.ended());
    auto fits = connect();
    EXPECT_EQ(fits.request("GET", "/api/v1/public", {}, {}, "X-Filler: " + std::string(15'000, 'x') + "\r\n").status,
              200);
}

TEST_F(ServerTest, RefusesWhatIsNotHttp) {
    for (const auto* bytes : {"\r\n\r\nhello there\r\n\r\n", "GET /api/v1/public\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
                              "GET / HTTP/1.1\r\nbad header\r\n\r\n",
                              "GET /api/v1/public HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                              "POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                              "2\r\nTransfer-Encoding: chunked\r\n\r\n[]"}) {
        auto client = connect();
        client.send(bytes);
        const auto answer = client.read();
        EXPECT_EQ(answer.status, 400) << bytes;
        EXPECT_TRUE(client.ended()) << bytes;
    }
}

TEST_F(ServerTest, CutsAClientThatSendsItsHeaderTooSlowly) {
    start([](auto& options) { options.limits.header = 50ms; });
    auto client = connect();
    client.send("GET /api/v1/public HTTP/1.1\r\nHost: local");
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 408);
    EXPECT_EQ(errorOf(answer), "request-timeout");
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, CutsAClientThatStopsInItsBody) {
    start([](auto& options) { options.limits.progress = 50ms; });
    auto client = connect();
    client.send(
        requestHead("POST", "/api/v1/echo", "user", "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n[1,"));
    EXPECT_EQ(client.read().status, 408);
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, CutsAClientWhoseBodyComesByteByByteForTooLong) {
    start([](auto& options) { options.limits.body = 100ms; });
    auto client = connect();
    client.send(
        requestHead("POST", "/api/v1/echo", "user", "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n["));
    int sent = 0;
    while (sent < 1000 && client.send(" ")) {
        std::this_thread::sleep_for(20ms);
        ++sent;
    }
    EXPECT_LT(sent, 900);
}

TEST_F(ServerTest, CutsAnIdleConnection) {
    start([](auto& options) { options.limits.idle = 50ms; });
    auto client = connect();
    EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, CutsAClientThatDoesNotReadItsAnswer) {
    start([](auto& options) { options.limits.progress = 50ms; });
    auto client = connect();
    client.send(requestHead("GET", "/api/v1/stream?count=1000&size=1000000&sized=true", "user") + "\r\n");
    EXPECT_TRUE(eventually([&] { return server->metricsText().find("route=\"stream\"") != std::string::npos; }));
    EXPECT_FALSE(client.read().whole);
}

TEST_F(ServerTest, AnswersForAHandlerThatDoesNot) {
    start([](auto& options) { options.limits.answer = 50ms; });
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/slow", "user");
    EXPECT_EQ(answer.status, 504);
    EXPECT_EQ(errorOf(answer), "deadline");
    EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
}

TEST_F(ServerTest, WantsToKnowHowLongABodyIs) {
    auto client = connect();
    client.send(requestHead("POST", "/api/v1/echo", "user", "Content-Type: application/json\r\n\r\n[]"));
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 411);
    EXPECT_EQ(errorOf(answer), "length-required");
    EXPECT_TRUE(client.ended()) << "what follows would be taken for a request";
    auto upload = connect();
    EXPECT_EQ(upload.request("PUT", "/api/v1/upload", "user").status, 411);
}

TEST_F(ServerTest, RefusesALongIdempotencyKey) {
    auto client = connect();
    const auto answer =
        client.request("POST", "/api/v1/echo", "user", "[]", "Idempotency-Key: " + std::string(129, 'k') + "\r\n");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(errorOf(answer), "invalid");
}

}  // namespace
}  // namespace ph::test
