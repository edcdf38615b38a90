#include "http/session.h"

#include "base/log.h"
#include "base/task_scope.h"
#include "domain/accounts/request_limit.h"
#include "http/later.h"
#include "http/request_checks.h"
#include "http/text_codec.h"

#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ph::http {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kReadPiece = 16 * 1024;
constexpr std::size_t kBodyPiece = 32 * 1024;
constexpr std::size_t kLingerBytes = 1 << 20;

}  // namespace

/// A request's body as it comes in. Its limit is the route's: uploads count while they write.
class Session::Upload final : public BodyReader {
public:
    Upload(Session& session, RequestParser& parser) : m_session(session), m_parser(parser) {}

    Async<std::optional<std::string>> next() override {
        while (true) {
            auto piece = m_parser.takeBody();
            m_size += piece.size();
            if (!piece.empty()) co_return std::optional<std::string>(std::move(piece));
            if (m_parser.state() == RequestParser::State::Complete) co_return std::optional<std::string>();
            auto reading = m_session.readMore(m_parser, std::min(left(), m_session.m_limits.progress));
            const Result<> more = co_await std::move(reading);
            if (!more) co_return more.error();
        }
    }

private:
    /// What came buys time: a large file over a slow line is not late, one byte now and then is.
    std::chrono::milliseconds left() const {
        const auto& limits = m_session.m_limits;
        const std::chrono::milliseconds bought(m_size * 1000 / limits.slowestUpload);
        const auto until = m_begin + limits.body + bought;
        return std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    }

    Session& m_session;
    RequestParser& m_parser;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::size_t m_size = 0;
};

Session::Session(std::unique_ptr<ByteStream> stream, Peer peer, const Router& router, Authenticator& authenticator,
                 const HostCheck& hosts, Metrics& metrics, RateLimits& rates, const Limits& limits, Moved moved)
    : m_stream(std::move(stream)),
      m_peer(std::move(peer)),
      m_router(router),
      m_authenticator(authenticator),
      m_hosts(hosts),
      m_metrics(metrics),
      m_rates(rates),
      m_limits(limits),
      m_watchdog(m_stream->executor(), [this] { expired(); }),
      m_moved(std::move(moved)) {}

asio::awaitable<void> Session::run() {
    const auto self = shared_from_this();
    try {
        m_watchdog.arm(m_limits.handshake);
        auto greeting = m_stream->handshake();
        const error_code failed = co_await std::move(greeting);
        if (!failed) m_moved(ConnectionTable::Stage::Stranger);
        bool more = !failed;
        while (more) {
            auto serving = serveOne();
            more = co_await std::move(serving);
        }
        if (!failed) {
            auto leaving = linger();
            co_await std::move(leaving);
        }
    } catch (const std::exception& thrown) {
        spdlog::error("connection of {}: {}", m_peer.from, thrown.what());
    }
    m_watchdog.disarm();
    m_stream->close();
}

void Session::expired() {
    if (!m_receiving) return m_stream->close();
    // Whoever is late with a request still hears of it; whoever is late with anything else does not listen.
    m_late = true;
    m_stream->interrupt();
}

void Session::stopSoon() {
    m_stopping = true;
    if (!m_busy) return m_stream->close();
    if (!m_webSocket) return;
    auto goodbye = [](std::shared_ptr<Session> session) -> asio::awaitable<void> {
        auto closing = session->m_webSocket->close(WebSocket::CloseCode::GoingAway);
        co_await std::move(closing);
    };
    asio::co_spawn(executor(), goodbye(shared_from_this()), asio::detached);
}

asio::awaitable<bool> Session::serveOne() {
    RequestParser parser;
    Head head;
    auto reading = readHead(parser, head.received);
    const bool got = co_await std::move(reading);
    if (!got) co_return false;
    const auto since = std::chrono::steady_clock::now();
    auto answering = answer(parser, head);
    Response response = co_await std::move(answering);
    if (response.webSocket) {
        auto upgraded = upgrade(std::move(response.webSocket), head);
        co_await std::move(upgraded);
        measure(head.match.route, 101, since);
        co_return false;
    }
    // A body that was not read would be taken for the next request; and a WebSocket client that is refused waits for
    // the end of the connection.
    const bool keepAlive =
        head.keepAlive && !m_stopping && head.received.empty() && parser.state() == RequestParser::State::Complete;
    const int status = response.status;
    auto sending = send(std::move(response), head, keepAlive);
    const bool sent = co_await std::move(sending);
    measure(head.match.route, status, since);
    co_return sent&& keepAlive;
}

asio::awaitable<bool> Session::readHead(RequestParser& parser, std::string& raw) {
    std::size_t used = 0;
    bool begun = false;
    m_busy = !m_received.empty();
    while (true) {
        used += parser.feed(std::string_view(m_received).substr(used));
        if (parser.state() != RequestParser::State::Header) break;
        if (m_received.empty()) {
            if (m_stopping) co_return false;
            m_watchdog.arm(m_limits.idle);
        } else if (!std::exchange(begun, true)) {
            m_watchdog.arm(m_limits.header);
        }
        const std::size_t before = m_received.size();
        m_received.resize(before + kReadPiece);
        auto reading = m_stream->readSome(asio::buffer(m_received.data() + before, kReadPiece));
        m_receiving = begun;
        const IoResult got = co_await std::move(reading);
        m_receiving = false;
        m_received.resize(before + got.count);
        if (m_late) break;
        if (got.error) co_return false;
        m_busy = true;
    }
    m_watchdog.arm(m_limits.progress);
    if (m_late) co_return true;
    if (parser.state() != RequestParser::State::Malformed && parser.state() != RequestParser::State::HeaderTooLarge &&
        parser.webSocketUpgrade())
        raw = m_received.substr(0, used);
    m_received.erase(0, used);
    co_return true;
}

asio::awaitable<Response> Session::answer(RequestParser& parser, Head& head) {
    if (m_late) co_return problemResponse(kRequestTimeout);
    if (parser.state() == RequestParser::State::HeaderTooLarge) co_return problemResponse(kHeaderTooLarge);
    if (parser.state() == RequestParser::State::Malformed) co_return problemResponse(kBadRequest);
    head.keepAlive = parser.keepAlive();
    if (auto refused = throttle(parser, head)) co_return std::move(*refused);
    if (auto refused = examine(parser, head)) {
        // A body may follow that nobody knows the end of.
        if (refused->status == kLengthRequired.status) head.keepAlive = false;
        co_return std::move(*refused);
    }
    auto authenticating = authenticate(parser, head);
    auto refused = co_await std::move(authenticating);
    if (refused) co_return std::move(*refused);
    const bool upload = head.match.route->request == api::Body::Bytes;
    if (parser.state() == RequestParser::State::Body) {
        if (parser.contentLength().value_or(0) > m_limits.largestBody && !upload)
            co_return problemResponse(kBodyTooLarge);
        if (wantsContinue(parser)) {
            auto inviting = sendBytes("HTTP/1.1 100 Continue\r\n\r\n");
            co_await std::move(inviting);
        }
    }
    if (upload) {
        Upload reader(*this, parser);
        head.request->upload = &reader;
        m_watchdog.disarm();
        auto handling = (*head.match.handler)(*head.request);
        Result<Response> response = co_await std::move(handling);
        head.request->upload = nullptr;
        if (m_late) co_return problemResponse(kRequestTimeout);
        if (!response) co_return problemResponse(response.error(), head.match.route->id);
        co_return std::move(*response);
    }
    auto reading = readBody(parser, head.request->body);
    const Result<> whole = co_await std::move(reading);
    if (!whole && whole.error().id == kBodyTooLarge.id) co_return problemResponse(kBodyTooLarge);
    if (!whole) co_return problemResponse(m_late ? kRequestTimeout : kBadRequest);
    m_watchdog.disarm();
    auto calling = call(head);
    co_return co_await std::move(calling);
}

std::optional<Response> Session::throttle(const RequestParser& parser, Head& head) {
    if (m_peer.localSocket) return std::nullopt;
    if (const auto bearer = bearerSecret(parser); !bearer.empty()) head.token = sha256Hex(bearer);
    head.stranger = head.token.empty() || !m_rates.knowsToken(head.token);
    const auto wait = head.stranger ? m_rates.strangerAsks(m_peer.network) : m_rates.tokenAsks(head.token);
    if (!wait) return std::nullopt;
    m_metrics.count("pilothouse_http_turned_away_total", {{"what", "request"}});
    // A stranger's next try costs a connection, of which there are few.
    if (head.stranger) head.keepAlive = false;
    return problemResponse(Error(kTooManyRequests).with("seconds", fmt::format("{}", wait->count())), "rate");
}

void Session::proved(const Head& head) {
    if (m_peer.localSocket) return;
    if (head.stranger || !m_known) m_rates.proved(m_peer.network, head.token, !head.stranger);
    if (!std::exchange(m_known, true)) m_moved(ConnectionTable::Stage::Known);
}

std::optional<Response> Session::examine(const RequestParser& parser, Head& head) const {
    if (auto refused = checkHost(parser, m_hosts, m_peer.localSocket)) return refused;
    const auto target = parser.target();
    const auto question = std::min(target.find('?'), target.size());
    head.match = m_router.match(parser.method(), target.substr(0, question));
    if (head.match.outcome == RouteMatch::Outcome::NoPath) return problemResponse(kRouteNotFound);
    if (head.match.outcome == RouteMatch::Outcome::NoMethod) {
        Response refused = problemResponse(kMethodNotAllowed);
        refused.headers.emplace_back("Allow", head.match.allow);
        return refused;
    }
    auto& request = *head.request;
    request.route = head.match.route;
    request.path = std::string(target.substr(0, question));
    request.parameters = std::move(head.match.parameters);
    request.from = m_peer.from;
    request.fromLoopback = m_peer.loopback;
    request.idempotencyKey = std::string(parser.header("Idempotency-Key"));
    return checkRequest(parser, question < target.size() ? target.substr(question + 1) : std::string_view(), request);
}

asio::awaitable<std::optional<Response>> Session::authenticate(const RequestParser& parser, Head& head) {
    auto& request = *head.request;
    const auto access = request.route->access;
    if (access == api::Access::Public) co_return std::nullopt;
    request.bearer = bearerSecret(parser);
    if (request.bearer.empty() && !m_peer.localSocket)
        co_return problemResponse(Error(kUnauthenticated), request.route->id);
    auto asking = identify(request.bearer);
    Result<Principal> who = co_await std::move(asking);
    if (!who) {
        if (who.error().id.kind == ErrorKind::Unauthenticated) m_rates.forgetToken(head.token);
        co_return problemResponse(who.error(), request.route->id);
    }
    proved(head);
    request.who = std::move(*who);
    if (!mayCall(request.who.role, access)) co_return problemResponse(Error(kNotAllowed), request.route->id);
    co_return std::nullopt;
}

Async<Principal> Session::identify(const std::string& bearer) {
    return bearer.empty() ? m_authenticator.localAdministrator() : m_authenticator.bearer(bearer, m_peer.from);
}

asio::awaitable<bool> Session::mayGoOn(const Request& request) {
    if (request.route->access == api::Access::Public) co_return true;
    auto asking = identify(request.bearer);
    const Result<Principal> who = co_await std::move(asking);
    // A store that cannot be asked takes nobody's rights.
    if (!who) co_return who.error().id.kind != ErrorKind::Unauthenticated;
    co_return who->user == request.who.user && who->org == request.who.org && who->role == request.who.role;
}

asio::awaitable<void> Session::watchRights(WebSocket& socket, std::shared_ptr<Request> request) {
    asio::steady_timer timer(executor());
    while (true) {
        timer.expires_after(m_limits.rights);
        co_await timer.async_wait(asio::use_awaitable);
        auto asking = mayGoOn(*request);
        const bool still = co_await std::move(asking);
        if (!still) break;
    }
    auto closing = socket.close(WebSocket::CloseCode::Policy);
    co_await std::move(closing);
}

asio::awaitable<Result<>> Session::readMore(RequestParser& parser, std::chrono::milliseconds patience) {
    // Bytes that are always there already would never meet the watchdog.
    m_late = patience.count() <= 0;
    if (m_late) co_return Error(kRequestTimeout.id);
    if (m_received.empty()) {
        auto receiving = receive(kBodyPiece, patience);
        const Result<> got = co_await std::move(receiving);
        if (!got) co_return got;
    }
    const std::size_t used = parser.feed(m_received);
    m_received.erase(0, used);
    if (parser.state() == RequestParser::State::Malformed) co_return Error(kBadRequest.id);
    if (used == 0 && parser.state() == RequestParser::State::Body) {
        // A chunk's head is split: it is only understood with the bytes that follow.
        if (m_received.size() > kReadPiece) co_return Error(kBadRequest.id);
        auto receiving = receive(kReadPiece, patience);
        co_return co_await std::move(receiving);
    }
    co_return Result<>{};
}

asio::awaitable<Result<>> Session::receive(std::size_t most, std::chrono::milliseconds patience) {
    const std::size_t before = m_received.size();
    m_watchdog.arm(patience);
    m_received.resize(before + most);
    m_receiving = true;
    auto reading = m_stream->readSome(asio::buffer(m_received.data() + before, most));
    const IoResult got = co_await std::move(reading);
    m_receiving = false;
    m_received.resize(before + got.count);
    m_watchdog.disarm();
    if (m_late) co_return Error(kRequestTimeout.id);
    if (got.error) co_return Error(kUnavailable, "the client went away");
    co_return Result<>{};
}

asio::awaitable<Result<>> Session::readBody(RequestParser& parser, std::string& body) {
    // Each byte is progress: without an end to the whole, a stranger could keep a connection with one now and then.
    const auto until = std::chrono::steady_clock::now() + m_limits.body;
    while (true) {
        auto piece = parser.takeBody();
        if (body.empty())
            body = std::move(piece);
        else
            body += piece;
        if (body.size() > m_limits.largestBody) co_return Error(kBodyTooLarge.id);
        if (parser.state() == RequestParser::State::Complete) co_return Result<>{};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        auto reading = readMore(parser, std::min(left, m_limits.progress));
        const Result<> more = co_await std::move(reading);
        if (!more) co_return more;
    }
}

asio::awaitable<Response> Session::call(Head& head) {
    auto handle = [](std::shared_ptr<Request> request, const Handler& handler) -> Async<Response> {
        auto handling = handler(*request);
        co_return co_await std::move(handling);
    };
    const auto id = head.request->route->id;
    try {
        Later<Result<Response>> answer(executor(), handle(head.request, *head.match.handler));
        auto waiting = answer.wait(m_limits.answer);
        auto outcome = co_await std::move(waiting);
        if (!outcome) co_return problemResponse(Error(kDeadline, "no answer in time"), id);
        if (!*outcome) co_return problemResponse(outcome->error(), id);
        co_return std::move(**outcome);
    } catch (const std::exception& thrown) {
        co_return problemResponse(Error(kInternal, thrown.what()), id);
    }
}

asio::awaitable<bool> Session::send(Response response, const Head& head, bool keepAlive) {
    if (response.source) {
        auto sending = sendSource(std::move(response), *head.request, keepAlive);
        co_return co_await std::move(sending);
    }
    std::string bytes = responseHead(response, static_cast<std::int64_t>(response.body.size()), keepAlive);
    if (!head.match.headOnly) bytes += response.body;
    auto sending = sendBytes(bytes);
    co_return co_await std::move(sending);
}

asio::awaitable<bool> Session::sendSource(Response response, const Request& request, bool keepAlive) {
    const std::shared_ptr<BodySource> source = std::move(response.source);
    auto pull = [](std::shared_ptr<BodySource> from) -> Async<std::optional<std::string>> {
        auto pulling = from->next();
        co_return co_await std::move(pulling);
    };
    const bool chunked = !response.sourceSize;
    std::string before = responseHead(response, response.sourceSize, keepAlive);
    using Piece = Result<std::optional<std::string>>;
    auto next = std::make_optional<Later<Piece>>(executor(), pull(source));
    auto lookAgain = std::chrono::steady_clock::now() + m_limits.rights;
    while (true) {
        auto waiting = next->wait(m_limits.answer);
        auto piece = co_await std::move(waiting);
        if (!piece || !*piece) co_return false;
        if (std::chrono::steady_clock::now() >= lookAgain) {
            auto asking = mayGoOn(request);
            const bool still = co_await std::move(asking);
            if (!still) co_return false;
            lookAgain = std::chrono::steady_clock::now() + m_limits.rights;
        }
        const auto& bytes = **piece;
        if (!bytes) break;
        // The next piece is fetched while this one is on its way.
        next.emplace(executor(), pull(source));
        if (bytes->empty()) {
            if (m_stream->peerGone() || m_stopping) co_return false;
            if (before.empty()) continue;
        }
        if (chunked && !bytes->empty()) fmt::format_to(std::back_inserter(before), "{:x}\r\n", bytes->size());
        if (!before.empty()) {
            auto sending = sendBytes(before);
            const bool sent = co_await std::move(sending);
            if (!sent) co_return false;
        }
        before.clear();
        if (bytes->empty()) continue;
        auto sending = sendBytes(*bytes);
        const bool sent = co_await std::move(sending);
        if (!sent) co_return false;
        if (chunked) before = "\r\n";
    }
    if (chunked) before += "0\r\n\r\n";
    auto sending = sendBytes(before);
    co_return co_await std::move(sending);
}

asio::awaitable<bool> Session::sendBytes(std::string_view bytes) {
    if (bytes.empty()) co_return true;
    m_watchdog.arm(m_limits.progress);
    auto writing = m_stream->write(asio::buffer(bytes));
    const error_code failed = co_await std::move(writing);
    m_watchdog.disarm();
    co_return !failed;
}

asio::awaitable<void> Session::upgrade(std::unique_ptr<WebSocketSession> session, Head& head) {
    m_watchdog.disarm();
    WebSocket socket(*m_stream);
    std::string received = std::move(head.received);
    received += std::exchange(m_received, {});
    auto accepting = socket.accept(std::move(received));
    const Result<> accepted = co_await std::move(accepting);
    if (!accepted) co_return;
    m_webSocket = &socket;
    TaskScope scope(executor());
    scope.start("rights", [this, &socket, request = head.request] { return watchRights(socket, request); });
    auto code = WebSocket::CloseCode::Normal;
    try {
        auto running = session->run(socket);
        co_await std::move(running);
    } catch (const std::exception& thrown) {
        spdlog::error("WebSocket of {}: {}", m_peer.from, thrown.what());
        code = WebSocket::CloseCode::Internal;
    }
    auto stopping = scope.stop();
    co_await std::move(stopping);
    auto closing = socket.close(code);
    co_await std::move(closing);
    m_webSocket = nullptr;
}

asio::awaitable<void> Session::linger() {
    // Closing with unread bytes would reset the connection and could take the answer with it.
    m_watchdog.arm(std::chrono::seconds(2));
    auto finishing = m_stream->finish();
    co_await std::move(finishing);
    std::size_t total = 0;
    m_received.resize(kReadPiece);
    while (total < kLingerBytes) {
        auto reading = m_stream->readSome(asio::buffer(m_received));
        const IoResult got = co_await std::move(reading);
        if (got.error) co_return;
        total += got.count;
    }
}

void Session::measure(const api::Route* route, int status, std::chrono::steady_clock::time_point since) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
    const std::string name(route ? route->id : "none");
    m_metrics.count("pilothouse_http_requests_total", {{"route", name}, {"status", std::to_string(status)}});
    if (status != 101) m_metrics.observe("pilothouse_http_request_seconds", {{"route", name}}, took.count());
}

}  // namespace ph::http
