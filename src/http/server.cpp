#include "http/server.h"

#include "base/log.h"

#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>

#include <cerrno>
#include <list>
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
    State(asio::io_context& context, Options given, const TlsIdentity& tls, const Router& routes, Authenticator& people,
          Metrics& figures)
        : dataPlane(context),
          options(std::move(given)),
          identity(tls),
          router(routes),
          authenticator(people),
          metrics(figures),
          hosts(options.hosts),
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
    void begin(std::unique_ptr<ByteStream> stream, Peer peer);
    asio::awaitable<void> stop(std::chrono::milliseconds grace);

    asio::io_context& dataPlane;
    Options options;
    const TlsIdentity& identity;
    const Router& router;
    Authenticator& authenticator;
    Metrics& metrics;
    HostCheck hosts;
    Strand strand;
    tcp::acceptor network;
    Local::acceptor local;
    asio::steady_timer retry;
    std::list<std::shared_ptr<Session>> sessions;
    std::map<std::string, std::size_t> perAddress;
    bool stopping = false;
};

namespace {

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
    socket.set_option(tcp::no_delay(true), failed);
    const auto from = remote.address().to_string();
    const auto already = perAddress.find(from);
    if (already != perAddress.end() && already->second >= options.mostPerAddress) return;
    Peer peer{from, remote.address().is_loopback(), false};
    begin(makeTlsStream(StreamSocket(std::move(socket)), identity.context()), std::move(peer));
}

void HttpServer::State::admit(Local::socket socket) {
    if (!isOwnUser(socket)) return;
    begin(makePlainStream(StreamSocket(std::move(socket))), Peer{"local", true, true});
}

void HttpServer::State::begin(std::unique_ptr<ByteStream> stream, Peer peer) {
    if (sessions.size() >= options.mostConnections) return;
    const auto from = peer.from;
    auto session = std::make_shared<Session>(std::move(stream), std::move(peer), router, authenticator, hosts, metrics,
                                             options.limits);
    const auto place = sessions.insert(sessions.end(), session);
    ++perAddress[from];
    metrics.gauge("pilothouse_http_connections", {}, static_cast<double>(sessions.size()));
    auto ended = [self = shared_from_this(), place, from](std::exception_ptr) {
        auto forget = [self, place, from] {
            self->sessions.erase(place);
            if (--self->perAddress[from] == 0) self->perAddress.erase(from);
            self->metrics.gauge("pilothouse_http_connections", {}, static_cast<double>(self->sessions.size()));
            if (self->stopping) self->retry.cancel();
        };
        asio::post(self->strand, std::move(forget));
    };
    asio::co_spawn(session->executor(), session->run(), std::move(ended));
}

asio::awaitable<void> HttpServer::State::stop(std::chrono::milliseconds grace) {
    const auto self = shared_from_this();
    stopping = true;
    error_code ignored;
    network.close(ignored);
    local.close(ignored);
    if (!options.unixSocket.empty()) ::unlink(options.unixSocket.c_str());
    for (const auto& session : sessions) asio::post(session->executor(), [session] { session->stopSoon(); });
    const auto deadline = std::chrono::steady_clock::now() + grace;
    while (!sessions.empty() && std::chrono::steady_clock::now() < deadline) {
        retry.expires_at(deadline);
        co_await retry.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    for (const auto& session : sessions) asio::post(session->executor(), [session] { session->close(); });
    while (!sessions.empty()) {
        retry.expires_after(std::chrono::seconds(1));
        co_await retry.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

HttpServer::HttpServer(asio::io_context& dataPlane, Options options, const TlsIdentity& identity, const Router& router,
                       Authenticator& authenticator, Metrics& metrics)
    : m_state(std::make_shared<State>(dataPlane, std::move(options), identity, router, authenticator, metrics)) {}

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
