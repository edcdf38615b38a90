#pragma once

#include "http/byte_stream.h"

namespace ph::http {

/// What plain and TLS streams share: a non-blocking socket, tried first and waited for only when it would block.
class SocketStream : public ByteStream {
public:
    explicit SocketStream(StreamSocket socket);
    boost::asio::any_io_executor executor() override { return m_socket.get_executor(); }
    void interrupt() override;
    void close() override;
    bool peerGone() override;

protected:
    /// Bytes now, or would_block, or the failure.
    IoResult receiveNow(boost::asio::mutable_buffer into);
    IoResult sendNow(boost::asio::const_buffer bytes);
    boost::asio::awaitable<boost::system::error_code> waitReadable();
    boost::asio::awaitable<boost::system::error_code> waitWritable();
    boost::asio::awaitable<boost::system::error_code> sendAll(boost::asio::const_buffer bytes);
    void finishSending();

private:
    StreamSocket m_socket;
    bool m_closed = false;
};

}  // namespace ph::http
