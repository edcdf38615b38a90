#include "http/web_socket.h"

#include "base/utf8.h"
#include "http/byte_stream.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace ph::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

namespace {

/// Beast's view of a ByteStream.
class StreamAdapter {
public:
    using executor_type = asio::any_io_executor;

    explicit StreamAdapter(ByteStream& stream) : m_stream(stream) {}
    executor_type get_executor() noexcept { return m_stream.executor(); }
    ByteStream& stream() { return m_stream; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        asio::mutable_buffer into;
        for (auto at = asio::buffer_sequence_begin(buffers);
             at != asio::buffer_sequence_end(buffers) && into.size() == 0; ++at)
            into = *at;
        return start(reading(m_stream, into), std::forward<Token>(token));
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        // A frame's head and its payload go out together, in one record.
        std::string joined;
        asio::const_buffer first;
        std::size_t parts = 0;
        for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
            const asio::const_buffer part = *at;
            if (part.size() == 0) continue;
            if (parts++ == 0) {
                first = part;
            } else {
                if (joined.empty()) joined.assign(static_cast<const char*>(first.data()), first.size());
                joined.append(static_cast<const char*>(part.data()), part.size());
            }
        }
        return start(writing(m_stream, first, std::move(joined)), std::forward<Token>(token));
    }

private:
    static asio::awaitable<IoResult> reading(ByteStream& stream, asio::mutable_buffer into) {
        if (into.size() == 0) co_return IoResult{};
        auto pending = stream.readSome(into);
        co_return co_await std::move(pending);
    }

    static asio::awaitable<IoResult> writing(ByteStream& stream, asio::const_buffer single, std::string joined) {
        const asio::const_buffer bytes = joined.empty() ? single : asio::const_buffer(asio::buffer(joined));
        auto pending = stream.write(bytes);
        const error_code failed = co_await std::move(pending);
        co_return IoResult{failed, failed ? 0 : bytes.size()};
    }

    template <class Token>
    auto start(asio::awaitable<IoResult> operation, Token&& token) {
        auto initiate = [executor = m_stream.executor()](auto handler, asio::awaitable<IoResult> running) {
            auto done = [finish = std::move(handler)](std::exception_ptr thrown, IoResult result) mutable {
                if (thrown) result.error = asio::error::fault;
                std::move(finish)(result.error, result.count);
            };
            asio::co_spawn(executor, std::move(running), std::move(done));
        };
        return asio::async_initiate<Token, void(error_code, std::size_t)>(initiate, token, std::move(operation));
    }

    ByteStream& m_stream;
};

void beast_close_socket(StreamAdapter& adapter) {
    adapter.stream().close();
}

template <class Handler>
void async_teardown(beast::role_type, StreamAdapter& adapter, Handler&& handler) {
    adapter.stream().close();
    auto done = [finish = std::forward<Handler>(handler)]() mutable { std::move(finish)(error_code{}); };
    asio::post(adapter.get_executor(), std::move(done));
}

constexpr std::size_t kLargestMessage = 1 << 20;

}  // namespace

struct WebSocket::Impl {
    explicit Impl(ByteStream& stream) : socket(stream), closing(stream.executor()) {}
    beast::websocket::stream<StreamAdapter> socket;
    beast::flat_buffer buffer;
    asio::steady_timer closing;
    bool closed = false;
};

WebSocket::WebSocket(ByteStream& stream) : m_impl(std::make_unique<Impl>(stream)) {
    beast::websocket::stream_base::timeout timeout;
    timeout.handshake_timeout = std::chrono::seconds(10);
    timeout.idle_timeout = std::chrono::seconds(60);
    timeout.keep_alive_pings = true;
    m_impl->socket.set_option(timeout);
    m_impl->socket.read_message_max(kLargestMessage);
    m_impl->socket.auto_fragment(false);
}

WebSocket::~WebSocket() = default;

Async<> WebSocket::accept(std::string received) {
    error_code failed;
    const auto head = asio::buffer(received);
    co_await m_impl->socket.async_accept(head, asio::redirect_error(asio::use_awaitable, failed));
    if (failed) co_return Error(kUnavailable, failed.message());
    co_return Result<>{};
}

asio::any_io_executor WebSocket::executor() {
    return m_impl->socket.get_executor();
}

asio::awaitable<std::optional<WebSocket::Message>> WebSocket::read() {
    error_code failed;
    while (true) {
        co_await m_impl->socket.async_read(m_impl->buffer, asio::redirect_error(asio::use_awaitable, failed));
        if (failed) co_return std::nullopt;
        if (!m_impl->closed) break;
        // What the client sent before it read our goodbye is no longer for anybody.
        m_impl->buffer.consume(m_impl->buffer.size());
    }
    Message message;
    message.text = m_impl->socket.got_text();
    message.bytes = beast::buffers_to_string(m_impl->buffer.data());
    m_impl->buffer.consume(m_impl->buffer.size());
    if (m_impl->buffer.capacity() > 64 * 1024) m_impl->buffer.shrink_to_fit();
    // Beast looks for a character that was cut off only in a last fragment that is not empty.
    if (message.text && !isUtf8(message.bytes)) {
        auto closing = close(CloseCode::Garbled);
        co_await std::move(closing);
        co_return std::nullopt;
    }
    co_return message;
}

asio::awaitable<bool> WebSocket::sendText(std::string text) {
    error_code failed;
    m_impl->socket.text(true);
    co_await m_impl->socket.async_write(asio::buffer(text), asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<bool> WebSocket::sendBinary(std::string bytes) {
    error_code failed;
    m_impl->socket.binary(true);
    co_await m_impl->socket.async_write(asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<void> WebSocket::close(CloseCode code) {
    if (std::exchange(m_impl->closed, true)) co_return;
    error_code ignored;
    const beast::websocket::close_reason reason(static_cast<beast::websocket::close_code>(code));
    co_await m_impl->socket.async_close(reason, asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace ph::http
