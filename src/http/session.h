#pragma once

#include "http/authenticator.h"
#include "http/byte_stream.h"
#include "http/connection_table.h"
#include "http/host_check.h"
#include "http/rate_limits.h"
#include "http/request_parser.h"
#include "http/router.h"
#include "http/watchdog.h"
#include "ports/metrics.h"

#include <chrono>
#include <functional>

namespace ph::http {

struct Limits {
    std::size_t largestBody = 4 << 20;  ///< of requests that are not uploads
    std::chrono::milliseconds handshake{10'000};
    std::chrono::milliseconds idle{60'000};
    std::chrono::milliseconds header{10'000};    ///< from a request's first byte to its blank line
    std::chrono::milliseconds progress{30'000};  ///< for each piece of a body, either way
    std::chrono::milliseconds body{120'000};     ///< for a whole body; an upload's grows with what came
    std::size_t slowestUpload = 1024;            ///< bytes a second that an upload must come with at least
    std::chrono::milliseconds answer{60'000};    ///< for a handler's answer
    std::chrono::milliseconds rights{10'000};    ///< how often streams look whether their reader may still have them
};

/// Who is at the other end of a connection.
struct Peer {
    std::string from;     ///< its address
    std::string network;  ///< what limits count it by
    bool loopback = false;
    bool localSocket = false;  ///< the Unix socket, and the peer runs as the server's own user
};

/// One connection: reads requests, routes, authenticates, calls the handler and writes its answer, one after the other.
class Session : public std::enable_shared_from_this<Session> {
public:
    /// Told on executor() when the connection comes to its next stage.
    using Moved = std::function<void(ConnectionTable::Stage)>;

    Session(std::unique_ptr<ByteStream> stream, Peer peer, const Router& router, Authenticator& authenticator,
            const HostCheck& hosts, Metrics& metrics, RateLimits& rates, const Limits& limits, Moved moved);
    boost::asio::any_io_executor executor() { return m_stream->executor(); }
    /// Until the connection is done. Never throws.
    boost::asio::awaitable<void> run();
    /// Ends an idle connection now, a busy one after its answer. On executor().
    void stopSoon();
    void close() { m_stream->close(); }

private:
    class Upload;
    /// What is known of the request before its body is read.
    struct Head {
        std::shared_ptr<Request> request = std::make_shared<Request>();
        RouteMatch match;
        bool keepAlive = false;
        std::string token;      ///< a digest of the bearer; empty without one
        bool stranger = false;  ///< counts against its network: no token came with it that is known to be valid
        std::string received;   ///< the raw head of an upgrade
    };

    boost::asio::awaitable<bool> serveOne();
    boost::asio::awaitable<bool> readHead(RequestParser& parser, std::string& raw);
    std::optional<Response> throttle(const RequestParser& parser, Head& head);
    std::optional<Response> examine(const RequestParser& parser, Head& head) const;
    boost::asio::awaitable<std::optional<Response>> authenticate(const RequestParser& parser, Head& head);
    boost::asio::awaitable<Result<>> readBody(RequestParser& parser, std::string& body);
    boost::asio::awaitable<Result<>> readMore(RequestParser& parser, std::chrono::milliseconds patience);
    boost::asio::awaitable<Response> answer(RequestParser& parser, Head& head);
    boost::asio::awaitable<Response> call(Head& head);
    Async<Principal> identify(const std::string& bearer);
    /// Whether who asked would still be the same person with the same rights.
    boost::asio::awaitable<bool> mayGoOn(const Request& request);
    boost::asio::awaitable<void> watchRights(WebSocket& socket, std::shared_ptr<Request> request);
    boost::asio::awaitable<bool> send(Response response, const Head& head, bool keepAlive);
    boost::asio::awaitable<bool> sendSource(Response response, const Request& request, bool keepAlive);
    boost::asio::awaitable<bool> sendBytes(std::string_view bytes);
    boost::asio::awaitable<void> upgrade(std::unique_ptr<WebSocketSession> session, Head& head);
    boost::asio::awaitable<void> linger();
    /// At most so many more bytes of a body into m_received.
    boost::asio::awaitable<Result<>> receive(std::size_t most, std::chrono::milliseconds patience);
    void proved(const Head& head);
    void expired();
    void measure(const api::Route* route, int status, std::chrono::steady_clock::time_point since);

    std::unique_ptr<ByteStream> m_stream;
    Peer m_peer;
    const Router& m_router;
    Authenticator& m_authenticator;
    const HostCheck& m_hosts;
    Metrics& m_metrics;
    RateLimits& m_rates;
    const Limits& m_limits;
    Watchdog m_watchdog;
    Moved m_moved;
    std::string m_received;
    WebSocket* m_webSocket = nullptr;  ///< while upgraded
    bool m_busy = true;
    bool m_stopping = false;
    bool m_known = false;      ///< a valid token came over this connection
    bool m_receiving = false;  ///< the rest of a request that has begun
    bool m_late = false;       ///< it did not come in its time
};

}  // namespace ph::http
