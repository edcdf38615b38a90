#include "http/web_socket.h"

#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "http/byte_stream.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace ph::fuzz {

namespace asio = boost::asio;

namespace {

constexpr std::string_view kUpgrade =
    "GET /events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/// A client that says its pieces and goes.
class Pieces final : public http::ByteStream {
public:
    Pieces(asio::io_context& context, std::vector<std::string_view> pieces)
        : m_context(context), m_pieces(std::move(pieces)) {}

    asio::any_io_executor executor() override { return m_context.get_executor(); }
    asio::awaitable<boost::system::error_code> handshake() override { co_return boost::system::error_code(); }
    asio::awaitable<http::IoResult> readSome(asio::mutable_buffer into) override {
        if (m_closed || m_next == m_pieces.size()) co_return http::IoResult{asio::error::eof, 0};
        auto& piece = m_pieces[m_next];
        const std::size_t count = asio::buffer_copy(into, asio::buffer(piece.data(), piece.size()));
        piece.remove_prefix(count);
        if (piece.empty()) ++m_next;
        co_return http::IoResult{{}, count};
    }
    asio::awaitable<boost::system::error_code> write(asio::const_buffer) override {
        co_return m_closed ? make_error_code(asio::error::broken_pipe) : boost::system::error_code();
    }
    asio::awaitable<void> finish() override { co_return; }
    void interrupt() override {}
    void close() override { m_closed = true; }
    bool peerGone() override { return m_closed; }

private:
    asio::io_context& m_context;
    std::vector<std::string_view> m_pieces;
    std::size_t m_next = 0;
    bool m_closed = false;
};

asio::awaitable<void> talk(Pieces& stream, std::string& said) {
    http::WebSocket socket(stream);
    auto accepting = socket.accept(std::string(kUpgrade));
    const Result<> accepted = co_await std::move(accepting);
    require(bool(accepted), "a plain upgrade is accepted");
    while (true) {
        auto reading = socket.read();
        const auto message = co_await std::move(reading);
        if (!message) co_return;
        require(message->bytes.size() <= 1 << 20, "a message is at most 1 MiB");
        require(!message->text || isUtf8(message->bytes), "text is well-formed UTF-8");
        said += (message->text ? 't' : 'b') + std::to_string(message->bytes.size()) + ':' + message->bytes;
    }
}

std::string heard(std::vector<std::string_view> pieces) {
    asio::io_context context(1);
    Pieces stream(context, std::move(pieces));
    std::string said;
    asio::co_spawn(context, talk(stream, said), asio::detached);
    context.run();
    return said;
}

}  // namespace

void one(std::string_view input) {
    const auto whole = heard({input.empty() ? input.substr(0, 0) : input});
    const auto split = heard(pieces(input, 30));
    require(whole == split, "the messages are the same however they are split");
}

}  // namespace ph::fuzz
