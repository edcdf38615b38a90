#pragma once

#include "base/clock.h"
#include "base/hop.h"
#include "http/metrics/prometheus_metrics.h"
#include "http/server.h"
#include "http/test_client.h"
#include "support/manual_clock.h"
#include "support/program.h"

#include <boost/asio/executor_work_guard.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace ph::test {

/// People by token; "slow" never gets an answer.
class TableAuthenticator final : public http::Authenticator {
public:
    Async<Principal> bearer(std::string secret, std::string from) override;
    Async<Principal> localAdministrator() override;
    static Principal person(const std::string& name, Role role);
};

/// The routes that the protocol's tests use, below /api/v1.
std::span<const api::Route> testRoutes();
void registerTestRoutes(http::Router& router);

/// A whole server on a free loopback port with its two data-plane threads.
class TestServer {
public:
    /// `adjust` changes the options; `router` must be complete.
    TestServer(const http::Router& router, http::Authenticator& authenticator, const Clock& clock,
               const std::function<void(http::HttpServer::Options&)>& adjust = {});
    ~TestServer();
    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    std::uint16_t port() const { return m_port; }
    TestClient connect(const std::string& from = {}) const { return TestClient::tls(m_port, from); }
    const std::string& folder() const { return m_folder.path(); }
    std::string socketPath() const { return folder() + "/server.sock"; }
    const http::TlsIdentity& identity() const { return *m_identity; }
    std::string metricsText() const { return m_metrics.text(); }
    /// Blocks until stop() has ended.
    void stop(std::chrono::milliseconds grace);

private:
    TemporaryFolder m_folder;
    boost::asio::io_context m_io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_guard;
    std::optional<http::TlsIdentity> m_identity;
    http::PrometheusMetrics m_metrics;
    std::optional<http::HttpServer> m_server;
    std::uint16_t m_port = 0;
    bool m_stopped = false;
    std::vector<std::thread> m_threads;
};

/// The server of testRoutes().
class ServerTest : public ::testing::Test {
protected:
    ServerTest() : router(testRoutes()) { registerTestRoutes(router); }
    void start(const std::function<void(http::HttpServer::Options&)>& adjust = {}) {
        server.emplace(router, authenticator, clock, adjust);
    }
    TestClient connect() {
        if (!server) start();
        return server->connect();
    }

    http::Router router;
    TableAuthenticator authenticator;
    ManualClock clock;
    std::optional<TestServer> server;
};

/// The "error" of a problem's body.
std::string errorOf(const Answer& answer);

}  // namespace ph::test
