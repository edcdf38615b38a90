#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/system/error_code.hpp>

#include <memory>

using SSL_CTX = struct ssl_ctx_st;

namespace ph::http {

struct IoResult {
    boost::system::error_code error;
    std::size_t count = 0;
};

/// A connection's bytes, encrypted or not: the one stream type that everything above is written for. All calls happen
/// on executor(); one read and one write may wait at the same time.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    virtual boost::asio::any_io_executor executor() = 0;
    virtual boost::asio::awaitable<boost::system::error_code> handshake() = 0;
    /// At least one byte unless it fails; asio::error::eof after the peer's last one.
    virtual boost::asio::awaitable<IoResult> readSome(boost::asio::mutable_buffer into) = 0;
    /// All of `bytes`, which must stay valid until it returns.
    virtual boost::asio::awaitable<boost::system::error_code> write(boost::asio::const_buffer bytes) = 0;
    /// Says that nothing more will be written; reading goes on.
    virtual boost::asio::awaitable<void> finish() = 0;
    /// Ends waiting reads and writes with an error; the connection stays as it is.
    virtual void interrupt() = 0;
    /// Ends them for good. Idempotent.
    virtual void close() = 0;
    /// Whether the peer is known to have gone, without reading anything.
    virtual bool peerGone() = 0;
};

using StreamSocket = boost::asio::generic::stream_protocol::socket;

std::unique_ptr<ByteStream> makePlainStream(StreamSocket socket);
/// `context` must outlive the stream.
std::unique_ptr<ByteStream> makeTlsStream(StreamSocket socket, SSL_CTX& context);

}  // namespace ph::http
