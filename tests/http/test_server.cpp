#include "http/test_server.h"

#include "http/body.h"
#include "http/query.h"
#include "support/begin.h"

#include <boost/asio/steady_timer.hpp>

namespace ph::test {

using namespace ph::http;

namespace {

constexpr auto kForever = std::chrono::hours(1);

/// `count` pieces of `size` bytes each, then the end, or a failure if `size` is negative.
class PieceSource final : public BodySource {
public:
    PieceSource(std::int64_t count, std::int64_t size) : m_left(count), m_size(size) {}
    Async<std::optional<std::string>> next() override {
        if (m_left-- > 0) co_return std::optional(std::string(static_cast<std::size_t>(std::abs(m_size)), 'x'));
        if (m_size < 0) co_return Error(kInternal, "the source broke");
        co_return std::optional<std::string>();
    }

private:
    std::int64_t m_left;
    std::int64_t m_size;
};

class EchoSession final : public WebSocketSession {
public:
    boost::asio::awaitable<void> run(WebSocket& socket) override {
        while (true) {
            auto reading = socket.read();
            auto message = co_await std::move(reading);
            if (!message) co_return;
            if (message->bytes == "throw") throw std::runtime_error("the session threw");
            if (message->bytes == "bye") co_return;
            auto sending = message->text ? socket.sendText(message->bytes) : socket.sendBinary(message->bytes);
            co_await std::move(sending);
        }
    }
};

Async<Response> answerEcho(Request& request) {
    auto json = bodyAs<boost::json::value>(request);
    if (!json) co_return json.error();
    co_return jsonResponse(request.route->success, *json);
}

Async<Response> answerItem(Request& request) {
    boost::json::object seen{{"id", request.parameter("id")}, {"who", request.who.name}, {"from", request.from}};
    for (const auto& [name, value] : request.query) seen[name] = value;
    co_return jsonResponse(200, boost::json::value(seen));
}

Async<Response> answerUpload(Request& request) {
    std::int64_t size = 0;
    while (true) {
        auto pulling = request.upload->next();
        Result<std::optional<std::string>> piece = co_await std::move(pulling);
        if (!piece) co_return piece.error();
        if (!*piece) break;
        size += static_cast<std::int64_t>((*piece)->size());
        if ((*piece)->find("stop here") != std::string::npos) co_return Error(kNoSpace);
    }
    co_return jsonResponse(201, boost::json::value(boost::json::object{{"size", size}}));
}

Async<Response> answerStream(Request& request) {
    Query query(request);
    const auto count = query.integer("count", 3), size = query.integer("size", 10, -1'000'000);
    Response response;
    response.contentType = "application/octet-stream";
    if (query.flag("sized")) response.sourceSize = count * size;
    response.source = std::make_unique<PieceSource>(count, size);
    co_return response;
}

Async<Response> answerSlow(Request&) {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, kForever);
    co_await timer.async_wait(boost::asio::use_awaitable);
    co_return Response{};
}

}  // namespace

Principal TableAuthenticator::person(const std::string& name, Role role) {
    Principal who;
    who.name = name;
    who.role = role;
    return who;
}

Async<Principal> TableAuthenticator::bearer(std::string secret, std::string) {
    if (secret == "user") co_return person("uma", Role::User);
    if (secret == "admin") co_return person("ada", Role::OrgAdmin);
    if (secret == "root") co_return person("root", Role::SuperAdmin);
    co_return Error(kUnauthenticated);
}

Async<Principal> TableAuthenticator::localAdministrator() {
    co_return person("root", Role::SuperAdmin);
}

std::span<const api::Route> testRoutes() {
    using api::Access;
    using api::Body;
    using api::Method;
    static const std::vector<api::Route> list{
        {"echo", Method::Post, "/echo", "", Access::LoggedIn, Body::Json, nullptr, Body::Json, nullptr, {}, 201},
        {"public", Method::Get, "/public", "", Access::Public, Body::None, nullptr, Body::Json, nullptr, {}},
        {"item",
         Method::Get,
         "/items/{id}",
         "",
         Access::LoggedIn,
         Body::None,
         nullptr,
         Body::Json,
         nullptr,
         {"color", "size"}},
        {"item.delete",
         Method::Delete,
         "/items/{id}",
         "",
         Access::LoggedIn,
         Body::None,
         nullptr,
         Body::Json,
         nullptr,
         {}},
        {"special", Method::Get, "/items/special", "", Access::LoggedIn, Body::None, nullptr, Body::Json, nullptr, {}},
        {"org", Method::Get, "/org", "", Access::OrgAdmin, Body::None, nullptr, Body::Json, nullptr, {}},
        {"site", Method::Get, "/site", "", Access::SuperAdmin, Body::None, nullptr, Body::Json, nullptr, {}},
        {"upload", Method::Put, "/upload", "", Access::LoggedIn, Body::Bytes, nullptr, Body::Json, nullptr, {}, 201},
        {"stream",
         Method::Get,
         "/stream",
         "",
         Access::LoggedIn,
         Body::None,
         nullptr,
         Body::Bytes,
         nullptr,
         {"count", "size", "sized"}},
        {"slow", Method::Get, "/slow", "", Access::LoggedIn, Body::None, nullptr, Body::Json, nullptr, {}},
        {"broken", Method::Get, "/broken", "", Access::LoggedIn, Body::None, nullptr, Body::Json, nullptr, {}},
        {"throws", Method::Get, "/throws", "", Access::LoggedIn, Body::None, nullptr, Body::Json, nullptr, {}},
        {"socket",
         Method::Get,
         "/socket",
         "",
         Access::LoggedIn,
         Body::WebSocket,
         nullptr,
         Body::WebSocket,
         nullptr,
         {}},
    };
    return list;
}

void registerTestRoutes(Router& router) {
    const auto whoami = [](Request& request) -> Async<Response> {
        co_return jsonResponse(200, boost::json::value(boost::json::object{{"who", request.who.name}}));
    };
    router.add("echo", answerEcho);
    router.add("item", answerItem);
    router.add("item.delete", answerItem);
    for (const auto* id : {"public", "special", "org", "site"}) router.add(id, whoami);
    router.add("upload", answerUpload);
    router.add("stream", answerStream);
    router.add("slow", answerSlow);
    router.add("broken", [](Request&) -> Async<Response> { co_return Error(kInternal, "a secret of the house"); });
    router.add("throws", [](Request&) -> Async<Response> {
        throw std::runtime_error("a secret of the house");
        co_return Response{};
    });
    router.add("socket", [](Request&) -> Async<Response> {
        Response response;
        response.webSocket = std::make_unique<EchoSession>();
        co_return response;
    });
}

TestServer::TestServer(const Router& router, Authenticator& authenticator, const Clock& clock,
                       const std::function<void(HttpServer::Options&)>& adjust)
    : m_guard(boost::asio::make_work_guard(m_io)) {
    m_identity.emplace(TlsIdentity::open(folder() + "/tls", SystemClock()).value());
    HttpServer::Options options;
    options.port = 0;
    options.unixSocket = socketPath();
    if (adjust) adjust(options);
    m_server.emplace(m_io, options, *m_identity, router, authenticator, m_metrics, clock);
    m_port = m_server->start().value();
    for (int i = 0; i < 2; ++i) m_threads.emplace_back([this] { m_io.run(); });
}

void TestServer::stop(std::chrono::milliseconds grace) {
    if (std::exchange(m_stopped, true)) return;
    begin(m_io, m_server->stop(grace)).get();
}

TestServer::~TestServer() {
    stop(std::chrono::milliseconds(0));
    m_guard.reset();
    m_io.stop();
    for (auto& thread : m_threads) thread.join();
}

std::string errorOf(const Answer& answer) {
    boost::system::error_code failed;
    const auto json = boost::json::parse(answer.body, failed);
    const auto* object = failed ? nullptr : json.if_object();
    return object && object->contains("error") ? std::string(object->at("error").as_string()) : std::string();
}

}  // namespace ph::test
