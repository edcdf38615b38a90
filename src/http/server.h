#pragma once

#include "base/error.h"
#include "http/connection_table.h"
#include "http/rate_limits.h"
#include "http/session.h"
#include "http/tls_identity.h"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ph::http {

/// Listens and keeps the sessions. What it is given must outlive it, and the io_context must have stopped or stop()
/// have ended before it is destroyed. `clock` is for rates; deadlines are real.
class HttpServer {
public:
    struct Options {
        std::string address = "127.0.0.1";
        std::uint16_t port = 7443;            ///< 0: a free one
        std::string unixSocket;               ///< path; empty: none
        std::vector<std::string> hosts;       ///< further accepted names for the Host header
        ConnectionTable::Bounds connections;  ///< over the network; the Unix socket has its own
        Rates rates;
        Limits limits;
    };

    HttpServer(boost::asio::io_context& dataPlane, Options options, const TlsIdentity& identity, const Router& router,
               Authenticator& authenticator, Metrics& metrics, const Clock& clock);
    ~HttpServer();

    /// Returns the bound port; kListenFailed with "address" and "reason", kSocketPathTooLong. Throws std::logic_error
    /// if a route has no handler.
    Result<std::uint16_t> start();
    /// Accepts nothing more, lets requests finish for `grace`, then cuts what is left. Awaited from any executor.
    boost::asio::awaitable<void> stop(std::chrono::milliseconds grace);

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace ph::http
