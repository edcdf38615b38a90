#include "http/socket_stream.h"

#include <boost/asio/error.hpp>

namespace ph::http {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

class PlainStream final : public SocketStream {
public:
    using SocketStream::SocketStream;

    asio::awaitable<error_code> handshake() override { co_return error_code{}; }

    asio::awaitable<IoResult> readSome(asio::mutable_buffer into) override {
        while (true) {
            const IoResult got = receiveNow(into);
            if (got.error != asio::error::would_block) co_return got;
            auto waiting = waitReadable();
            const error_code failed = co_await std::move(waiting);
            if (failed) co_return IoResult{failed, 0};
        }
    }

    asio::awaitable<error_code> write(asio::const_buffer bytes) override { return sendAll(bytes); }

    asio::awaitable<void> finish() override {
        finishSending();
        co_return;
    }
};

}  // namespace

std::unique_ptr<ByteStream> makePlainStream(StreamSocket socket) {
    return std::make_unique<PlainStream>(std::move(socket));
}

}  // namespace ph::http
