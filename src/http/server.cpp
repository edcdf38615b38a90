#include "http/server.h"

#include "base/log.h"
#include "base/network_address.h"

#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>

#include <cerrno>
#include <map>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Local = asio::local::stream_protocol;
using Strand = asio::strand<asio::io_context::executor_type>;

/// Everything on `strand`, except that sessions run on strands of their own.
struct HttpServer::State : std::enable_shared_from_this<State> {
    /// Whether of the Unix socket, and a number within its kind: that of the connection table for the network.
    using Key = std::pair<bool, std::uint64_t>;

    State(asio::io_context& context, Options given, const TlsIdentity& tls, const Router& routes, Authenticator& people,
          Metrics& figures, const Clock& clock)
        : dataPlane(context),
          options(std::move(given)),
          identity(tls),
          router(routes),
          authenticator(people),
          metrics(figures),
          hosts(options.hosts),
          rates(options.rates, clock),
          connections(options.connections),
          strand(asio::make_strand(context)),
          network(strand),
          local(strand),
          retry(strand) {}

    Result<std::uint16_t> listen();
    Result<> listenLocal();
    template <class Acceptor>
    asio::awaitable<void> acceptFrom(Acceptor& acceptor);
    void admit(tcp::socket socket);
    void admit(Local::socket socket);
    void begin(Key key, std::unique_ptr<ByteStream> stream, Peer peer);
    void refuse(tcp::socket& socket, const char* why);
    void forget(Key key);
    asio::awaitable<void> stop(std::chrono::milliseconds grace);

    asio::io_context& dataPlane;
    Options options;
    const TlsIdentity& identity;
    const Router& router;
    Authenticator& authenticator;
    Metrics& metrics;
    HostCheck hosts;
    RateLimits rates;
    ConnectionTable connections;
    Strand strand;
    tcp::acceptor network;
    Local::acceptor local;
    asio::steady_timer retry;
    std::map<Key, std::shared_ptr<Session>> sessions;
    std::uint64_t lastLocal = 0;
    bool stopping = false;
};

namespace {

/// Of the server's own user alone, so that the network's strangers never stand in an administrator's way.
constexpr std::size_t kMostLocal = 256;

Error listenError(const std::string& address, const error_code& reason) {
    return Error(kListenFailed, reason.message()).with("address", address).with("reason", reason.message());
}

bool isOwnUser(Local::socket& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

}  // namespace

Result<std::uint16_t> HttpServer::State::listen() {
    error_code failed;
    const auto address = asio::ip::make_address(options.address, failed);
    const tcp::endpoint endpoint(address, options.port);
    if (!failed) network.open(endpoint.protocol(), failed);
    if (!failed) network.set_option(tcp::acceptor::reuse_address(true), failed);
    if (!failed) network.bind(endpoint, failed);
    if (!failed) network.listen(1024, failed);
    if (failed) return listenError(fmt::format("{}:{}", options.address, options.port), failed);
    return network.local_endpoint().port();
}

Result<> HttpServer::State::listenLocal() {
    error_code failed;
    constexpr std::size_t kLongest = sizeof(sockaddr_un::sun_path) - 1;
    if (options.unixSocket.size() > kLongest)
        return Error(kSocketPathTooLong)
            .with("path", options.unixSocket)
            .with("length", fmt::format("{}", options.unixSocket.size()))
            .with("limit", fmt::format("{}", kLongest));
    // A socket left by a killed controller: the data directory's lock says that nobody listens there.
    ::unlink(options.unixSocket.c_str());
    local.open(Local(), failed);
    // The mode of the descriptor becomes the file's: there is no moment at which others could connect.
    if (!failed && ::fchmod(local.native_handle(), 0600) != 0)
        failed = error_code(errno, boost::system::system_category());
    if (!failed) local.bind(Local::endpoint(options.unixSocket), failed);
    if (!failed) local.listen(256, failed);
    if (failed) return listenError(options.unixSocket, failed);
    return {};
}

template <class Acceptor>
asio::awaitable<void> HttpServer::State::acceptFrom(Acceptor& acceptor) {
    const auto self = shared_from_this();
    while (!stopping) {
        error_code failed;
        auto connection = asio::make_strand(dataPlane);
        auto socket = co_await acceptor.async_accept(connection, asio::redirect_error(asio::use_awaitable, failed));
        if (!failed) {
            admit(typename Acceptor::protocol_type::socket(std::move(socket)));
            continue;
        }
        if (stopping || failed == asio::error::operation_aborted) co_return;
        // Out of descriptors, most likely: connections that end will free some.
        spdlog::warn("a connection could not be accepted: {}", failed.message());
        retry.expires_after(std::chrono::milliseconds(100));
        co_await retry.async_wait(asio::redirect_error(asio::use_awaitable, failed));
    }
}

void HttpServer::State::admit(tcp::socket socket) {
    error_code failed;
    const auto remote = socket.remote_endpoint(failed);
    if (failed) return;
    Peer peer{remote.address().to_string(), {}, remote.address().is_loopback(), false};
    peer.network = networkOf(peer.from);
    // Whoever comes too often is turned away before anything is spent on TLS.
    if (!rates.mayConnect(peer.network)) return refuse(socket, "rate");
    const auto admission = connections.admit(peer.network);
    for (const auto id : admission.pushedOut) {
        metrics.count("pilothouse_http_turned_away_total", {{"what", "pushed_out"}});
        const auto session = sessions.at({false, id});
        asio::post(session->executor(), [session] { session->close(); });
    }
    if (admission.id == 0) return refuse(socket, "full");
    socket.set_option(tcp::no_delay(true), failed);
    begin({false, admission.id}, makeTlsStream(StreamSocket(std::move(socket)), identity.context()), std::move(peer));
}

void HttpServer::State::refuse(tcp::socket& socket, const char* why) {
    metrics.count("pilothouse_http_turned_away_total", {{"what", why}});
    error_code ignored;
    // A reset, so that the kernel keeps nothing of it either.
    socket.set_option(tcp::socket::linger(true, 0), ignored);
    socket.close(ignored);
}

void HttpServer::State::admit(Local::socket socket) {
    if (!isOwnUser(socket)) return;
    const auto locals = std::distance(sessions.lower_bound({true, 0}), sessions.end());
    if (static_cast<std::size_t>(locals) >= kMostLocal) return;
    begin({true, ++lastLocal}, makePlainStream(StreamSocket(std::move(socket))), Peer{"local", "local", true, true});
}

void HttpServer::State::begin(Key key, std::unique_ptr<ByteStream> stream, Peer peer) {
    auto moved = [self = weak_from_this(), key](ConnectionTable::Stage stage) {
        const auto state = self.lock();
        if (!state || key.first) return;
        asio::post(state->strand, [state, key, stage] { state->connections.advance(key.second, stage); });
    };
    auto session = std::make_shared<Session>(std::move(stream), std::move(peer), router, authenticator, hosts, metrics,
                                             rates, options.limits, std::move(moved));
    sessions.emplace(key, session);
    metrics.gauge("pilothouse_http_connections", {}, static_cast<double>(sessions.size()));
    auto ended = [self = shared_from_this(), key](std::exception_ptr) {
        asio::post(self->strand, [self, key] { self->forget(key); });
    };
    asio::co_spawn(session->executor(), session->run(), std::move(ended));
}

void HttpServer::State::forget(Key key) {
    sessions.erase(key);
    if (!key.first) connections.remove(key.second);
    metrics.gauge("pilothouse_http_connections", {}, static_cast<double>(sessions.size()));
    if (stopping) retry.cancel();
}

asio::awaitable<void> HttpServer::State::stop(std::chrono::milliseconds grace) {
    const auto self = shared_from_this();
    stopping = true;
    error_code ignored;
    network.close(ignored);
    local.close(ignored);
    if (!options.unixSocket.empty()) ::unlink(options.unixSocket.c_str());
    for (const auto& [key, session] : sessions)
        asio::post(session->executor(), [session = session] { session->stopSoon(); });
    const auto deadline = std::chrono::steady_clock::now() + grace;
    while (!sessions.empty() && std::chrono::steady_clock::now() < deadline) {
        retry.expires_at(deadline);
        co_await retry.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    for (const auto& [key, session] : sessions)
        asio::post(session->executor(), [session = session] { session->close(); });
    while (!sessions.empty()) {
        retry.expires_after(std::chrono::seconds(1));
        co_await retry.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

HttpServer::HttpServer(asio::io_context& dataPlane, Options options, const TlsIdentity& identity, const Router& router,
                       Authenticator& authenticator, Metrics& metrics, const Clock& clock)
    : m_state(std::make_shared<State>(dataPlane, std::move(options), identity, router, authenticator, metrics, clock)) {
}

HttpServer::~HttpServer() = default;

Result<std::uint16_t> HttpServer::start() {
    m_state->router.requireComplete();
    const auto port = m_state->listen();
    if (!port) return port.error();
    auto state = m_state;
    if (!state->options.unixSocket.empty()) {
        const Result<> listening = state->listenLocal();
        if (!listening) return listening.error();
        asio::co_spawn(state->strand, state->acceptFrom(state->local), asio::detached);
    }
    asio::co_spawn(state->strand, state->acceptFrom(state->network), asio::detached);
    return *port;
}

asio::awaitable<void> HttpServer::stop(std::chrono::milliseconds grace) {
    auto stopping = asio::co_spawn(m_state->strand, m_state->stop(grace), asio::use_awaitable);
    co_await std::move(stopping);
}

}  // namespace ph::http
