#include "http/test_server.h"

namespace ph::test {
namespace {

using namespace std::chrono_literals;

TEST_F(ServerTest, AnswersJsonOverTls) {
    auto client = connect();
    const auto answer = client.request("POST", "/api/v1/echo", "user", R"({"a":[1,2]})");
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.body, R"({"a":[1,2]})");
    EXPECT_EQ(answer.headers.at("content-type"), "application/json");
    EXPECT_EQ(answer.headers.at("cache-control"), "no-store");
    EXPECT_TRUE(answer.headers.contains("date"));
    EXPECT_EQ(client.tlsVersion(), "TLSv1.3");
    EXPECT_EQ(client.fingerprint(), server->identity().fingerprint());
}

TEST_F(ServerTest, KeepsTheConnectionForTheNextRequest) {
    auto client = connect();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
}

TEST_F(ServerTest, ClosesWhenTheClientAsksForIt) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/public", {}, {}, "Connection: close\r\n");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, ClosesAfterARequestOfHttp10) {
    auto client = connect();
    client.send("GET /api/v1/public HTTP/1.0\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(client.read().status, 200);
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
    auto client = connect();
    std::string all;
    for (int i = 0; i < 20; ++i) {
        const auto body = fmt::format("[{}]", i);
        all += requestHead(
            "POST", "/api/v1/echo", "user",
            fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
    }
    client.send(all);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(client.read().body, fmt::format("[{}]", i));
}

TEST_F(ServerTest, UnderstandsARequestSplitAtEveryByte) {
    auto client = connect();
    const auto request = requestHead("POST", "/api/v1/echo", "user",
                                     "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
    for (std::size_t at = 1; at < request.size(); ++at) {
        client.send(request.substr(0, at));
        client.send(request.substr(at));
        const auto answer = client.read();
        ASSERT_EQ(answer.status, 201) << at;
        ASSERT_EQ(answer.body, "{\"a\":1}") << at;
    }
}

TEST_F(ServerTest, UnderstandsAChunkedBodySplitAtEveryByte) {
    auto client = connect();
    const auto request =
        requestHead("POST", "/api/v1/echo", "user",
                    "Content-Type: application/json; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "3\r\n{\"a\r\n4;x=y\r\n\":1}\r\n0\r\n\r\n");
    for (std::size_t at = 1; at < request.size(); ++at) {
        client.send(request.substr(0, at));
        client.send(request.substr(at));
        const auto answer = client.read();
        ASSERT_EQ(answer.status, 201) << at;
        ASSERT_EQ(answer.body, "{\"a\":1}") << at;
    }
}

TEST_F(ServerTest, InvitesABodyThatWaitsForIt) {
    auto client = connect();
    client.send(requestHead("POST", "/api/v1/echo", "user",
                            "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"));
    EXPECT_EQ(client.read().status, 100);
    client.send("[]");
    EXPECT_EQ(client.read().status, 201);
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
    auto client = connect();
    const auto head = client.request("HEAD", "/api/v1/items/7", "user");
    EXPECT_EQ(head.status, 200);
    EXPECT_GT(std::stoi(head.headers.at("content-length")), 0);
    EXPECT_EQ(client.request("GET", "/api/v1/items/7", "user").status, 200);
    EXPECT_EQ(client.request("HEAD", "/api/v1/stream", "user").status, 405);
}

TEST_F(ServerTest, StreamsABodyOfUnknownLengthInChunks) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/stream?count=5&size=100000", "user");
    EXPECT_EQ(answer.headers.at("transfer-encoding"), "chunked");
    EXPECT_EQ(answer.body, std::string(500'000, 'x'));
    EXPECT_TRUE(answer.whole);
    EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
}

TEST_F(ServerTest, StreamsABodyOfKnownLengthAsItIs) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/stream?count=3&size=300000&sized=true", "user");
    EXPECT_EQ(answer.headers.at("content-length"), "900000");
    EXPECT_EQ(answer.body, std::string(900'000, 'x'));
}

TEST_F(ServerTest, CutsTheConnectionWhenAStreamBreaks) {
    auto client = connect();
    const auto answer = client.request("GET", "/api/v1/stream?count=2&size=-10", "user");
    EXPECT_EQ(answer.status, 200);
    EXPECT_FALSE(answer.whole);
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, SendsAnEmptyStream) {
    auto client = connect();
    EXPECT_EQ(client.request("GET", "/api/v1/stream?count=0", "user").body, "");
    EXPECT_EQ(client.request("GET", "/api/v1/stream?count=0&sized=true", "user").headers.at("content-length"), "0");
}

TEST_F(ServerTest, TakesAnUploadInPieces) {
    auto client = connect();
    const std::string body(3 << 20, 'u');
    const std::string big = body + body + body;
    client.send(requestHead("PUT", "/api/v1/upload", "user", fmt::format("Content-Length: {}\r\n\r\n", big.size())));
    client.send(big);
    EXPECT_EQ(client.read().body, fmt::format("{{\"size\":{}}}", big.size()));
    EXPECT_EQ(client.request("GET", "/api/v1/public").status, 200);
}

TEST_F(ServerTest, AnswersAnUploadThatIsRefusedHalfwayAndCloses) {
    auto client = connect();
    client.send(requestHead("PUT", "/api/v1/upload", "user", "Content-Length: 1000000\r\n\r\n"));
    client.send("stop here");
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 507);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, CountsRequestsByRouteAndStatus) {
    auto client = connect();
    client.request("GET", "/api/v1/public");
    client.request("GET", "/api/v1/nothing");
    client.request("GET", "/api/v1/public");
    const auto text = server->metricsText();
    EXPECT_THAT(text, ::testing::HasSubstr("pilothouse_http_requests_total{route=\"public\",status=\"200\"}"));
    EXPECT_THAT(text, ::testing::HasSubstr("pilothouse_http_requests_total{route=\"none\",status=\"404\"} 1"));
    EXPECT_THAT(text, ::testing::HasSubstr("pilothouse_http_connections 1"));
}

TEST_F(ServerTest, RefusesToStartWithARouteThatNobodyHandles) {
    http::Router incomplete(testRoutes());
    boost::asio::io_context io;
    TemporaryFolder folder;
    const auto identity = http::TlsIdentity::open(folder.path(), SystemClock()).value();
    http::PrometheusMetrics metrics;
    http::HttpServer unfinished(io, {}, identity, incomplete, authenticator, metrics, clock);
    EXPECT_THROW(unfinished.start(), std::logic_error);
}

TEST_F(ServerTest, SaysThatAPortIsTaken) {
    start();
    boost::asio::io_context io;
    http::PrometheusMetrics metrics;
    http::HttpServer::Options options;
    options.port = server->port();
    http::HttpServer second(io, options, server->identity(), router, authenticator, metrics, clock);
    const auto started = second.start();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().id, http::kListenFailed);
    EXPECT_EQ(started.error().arguments.front().second, fmt::format("127.0.0.1:{}", options.port));
}

TEST_F(ServerTest, FinishesARequestBeforeItStops) {
    auto client = connect();
    auto idle = server->connect();
    EXPECT_EQ(idle.request("GET", "/api/v1/public").status, 200);
    client.send(requestHead("POST", "/api/v1/echo", "user",
                            "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"));
    ASSERT_EQ(client.read().status, 100) << "from here on the request is being served";
    std::thread stopping([this] { server->stop(10s); });
    EXPECT_TRUE(idle.ended());
    client.send("[]");
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    stopping.join();
    EXPECT_THROW(server->connect(), std::runtime_error);
}

TEST_F(ServerTest, CutsWhatDoesNotEndInTimeWhenItStops) {
    start();
    auto client = connect();
    client.send(requestHead("GET", "/api/v1/stream?count=1000000&size=100000", "user") + "\r\n");
    EXPECT_FALSE(client.receive().empty());
    server->stop(10ms);
    while (!client.receive().empty()) {
    }
}

}  // namespace
}  // namespace ph::test
