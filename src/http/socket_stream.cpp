#include "http/socket_stream.h"

#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cerrno>
#include <sys/socket.h>

namespace ph::http {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

error_code lastError() {
    if (errno == EAGAIN || errno == EWOULDBLOCK) return asio::error::would_block;
    return {errno, boost::system::system_category()};
}

}  // namespace

SocketStream::SocketStream(StreamSocket socket) : m_socket(std::move(socket)) {
    error_code ignored;
    m_socket.native_non_blocking(true, ignored);
}

void SocketStream::interrupt() {
    error_code ignored;
    m_socket.cancel(ignored);
}

void SocketStream::close() {
    // The descriptor stays open until destruction: a coroutine that still holds it must not meet a stranger's.
    if (m_closed) return;
    m_closed = true;
    error_code ignored;
    m_socket.shutdown(StreamSocket::shutdown_both, ignored);
    m_socket.cancel(ignored);
}

bool SocketStream::peerGone() {
    if (m_closed) return true;
    char byte;
    const ssize_t got = ::recv(m_socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

IoResult SocketStream::receiveNow(asio::mutable_buffer into) {
    while (true) {
        if (m_closed) return {asio::error::operation_aborted, 0};
        const ssize_t got = ::recv(m_socket.native_handle(), into.data(), into.size(), MSG_DONTWAIT);
        if (got > 0) return {{}, static_cast<std::size_t>(got)};
        if (got == 0) return {asio::error::eof, 0};
        if (errno != EINTR) return {lastError(), 0};
    }
}

IoResult SocketStream::sendNow(asio::const_buffer bytes) {
    while (true) {
        if (m_closed) return {asio::error::operation_aborted, 0};
        const ssize_t sent = ::send(m_socket.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) return {{}, static_cast<std::size_t>(sent)};
        if (errno != EINTR) return {lastError(), 0};
    }
}

asio::awaitable<error_code> SocketStream::waitReadable() {
    error_code failed;
    if (m_closed) co_return asio::error::operation_aborted;
    co_await m_socket.async_wait(StreamSocket::wait_read, asio::redirect_error(asio::use_awaitable, failed));
    co_return failed;
}

asio::awaitable<error_code> SocketStream::waitWritable() {
    error_code failed;
    if (m_closed) co_return asio::error::operation_aborted;
    co_await m_socket.async_wait(StreamSocket::wait_write, asio::redirect_error(asio::use_awaitable, failed));
    co_return failed;
}

asio::awaitable<error_code> SocketStream::sendAll(asio::const_buffer bytes) {
    while (bytes.size() > 0) {
        const IoResult sent = sendNow(bytes);
        bytes += sent.count;
        if (!sent.error) continue;
        if (sent.error != asio::error::would_block) co_return sent.error;
        auto waiting = waitWritable();
        const error_code failed = co_await std::move(waiting);
        if (failed) co_return failed;
    }
    co_return error_code{};
}

void SocketStream::finishSending() {
    error_code ignored;
    m_socket.shutdown(StreamSocket::shutdown_send, ignored);
}

}  // namespace ph::http
