#include "engine/docker/docker_transport.h"

#include "engine/docker/docker_errors.h"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>

namespace ph::engine {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

using Stream = beast::basic_stream<asio::local::stream_protocol, asio::any_io_executor>;
constexpr std::size_t kReadSize = 64 * 1024;
constexpr std::size_t kLongestPath = 107;

/// A connection on which a call has been sent.
asio::awaitable<error_code> send(Stream& stream, const std::string& socket, const HttpCall& call) {
    error_code error;
    if (socket.size() > kLongestPath) co_return make_error_code(boost::system::errc::filename_too_long);
    const asio::local::stream_protocol::endpoint place(socket);
    auto connecting = stream.async_connect(place, asio::redirect_error(asio::use_awaitable, error));
    co_await std::move(connecting);
    if (error) co_return error;
    http::request<http::string_body> request(http::string_to_verb(call.verb), call.target, 11);
    request.set(http::field::host, "docker");
    request.set(http::field::user_agent, "pilothouse");
    request.set(http::field::connection, "close");
    if (!call.body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = call.body;
    request.prepare_payload();
    auto writing = http::async_write(stream, request, asio::redirect_error(asio::use_awaitable, error));
    co_await std::move(writing);
    co_return error;
}

class Body final : public HttpBody, public std::enable_shared_from_this<Body> {
public:
    explicit Body(const asio::any_io_executor& executor) : stream(executor) { parser.body_limit(boost::none); }

    Async<std::string> read(std::chrono::milliseconds patience) override {
        const auto self = shared_from_this();
        std::string bytes(kReadSize, '\0');
        while (!parser.is_done()) {
            parser.get().body().data = bytes.data();
            parser.get().body().size = bytes.size();
            if (patience.count() > 0)
                stream.expires_after(patience);
            else
                stream.expires_never();
            error_code error;
            auto reading =
                http::async_read_some(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
            co_await std::move(reading);
            if (error && error != http::error::need_buffer) co_return engineBroken(error, "stream");
            const std::size_t got = bytes.size() - parser.get().body().size;
            if (got == 0) continue;
            bytes.resize(got);
            co_return bytes;
        }
        co_return std::string();
    }

    void close() override { stream.close(); }

    Stream stream;
    beast::flat_buffer buffer;
    http::response_parser<http::buffer_body> parser;
};

}  // namespace

Async<HttpAnswer> DockerTransport::exchange(HttpCall call, std::chrono::milliseconds deadline) const {
    const std::string socket = m_socket;
    Stream stream(m_executor);
    stream.expires_after(deadline);
    auto sending = send(stream, socket, call);
    error_code error = co_await std::move(sending);
    if (error) co_return engineBroken(error, socket);
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(kMostBody);
    auto reading = http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    co_await std::move(reading);
    if (error) co_return engineBroken(error, socket);
    co_return HttpAnswer{parser.get().result_int(), std::move(parser.get().body())};
}

Async<HttpOpened> DockerTransport::open(HttpCall call, std::chrono::milliseconds deadline) const {
    const std::string socket = m_socket;
    const auto body = std::make_shared<Body>(m_executor);
    body->stream.expires_after(deadline);
    auto sending = send(body->stream, socket, call);
    error_code error = co_await std::move(sending);
    if (error) co_return engineBroken(error, socket);
    auto reading = http::async_read_header(body->stream, body->buffer, body->parser,
                                           asio::redirect_error(asio::use_awaitable, error));
    co_await std::move(reading);
    if (error) co_return engineBroken(error, socket);
    co_return HttpOpened{body->parser.get().result_int(), body};
}

}  // namespace ph::engine
