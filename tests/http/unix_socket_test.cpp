#include "http/test_server.h"

#include <sys/stat.h>

namespace ph::test {
namespace {

TEST_F(ServerTest, KnowsTheServersOwnUserOnTheUnixSocket) {
    start();
    auto client = TestClient::local(server->socketPath());
    EXPECT_EQ(client.request("GET", "/api/v1/site").body, R"({"who":"root"})");
    EXPECT_EQ(client.request("GET", "/api/v1/items/7").body, R"({"id":"7","who":"root","from":"local"})");
}

TEST_F(ServerTest, TakesATokenOnTheUnixSocketToo) {
    start();
    auto client = TestClient::local(server->socketPath());
    EXPECT_EQ(client.request("GET", "/api/v1/items/7", "user").body, R"({"id":"7","who":"uma","from":"local"})");
    EXPECT_EQ(client.request("GET", "/api/v1/site", "user").status, 403);
}

TEST_F(ServerTest, KeepsItsUnixSocketToItself) {
    start();
    struct stat seen {};
    ASSERT_EQ(::stat(server->socketPath().c_str(), &seen), 0);
    EXPECT_EQ(seen.st_mode & 0777, 0600U);
    server->stop(std::chrono::milliseconds(0));
    EXPECT_NE(::stat(server->socketPath().c_str(), &seen), 0) << "it goes with the server";
}

TEST_F(ServerTest, SaysThatASocketPathIsTooLong) {
    start();
    boost::asio::io_context io;
    http::PrometheusMetrics metrics;
    http::HttpServer::Options options;
    options.port = 0;
    options.unixSocket = "/tmp/" + std::string(200, 'x');
    http::HttpServer second(io, options, server->identity(), router, authenticator, metrics, clock);
    const auto started = second.start();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().id, http::kSocketPathTooLong);
    using Arguments = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(started.error().arguments,
              (Arguments{{"path", options.unixSocket}, {"length", "205"}, {"limit", "107"}}));
}

}  // namespace
}  // namespace ph::test
