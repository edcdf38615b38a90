#include "app/shim/port_channel.h"

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ph::shim {

PortChannel::PortChannel(Loop& loop, Line line, std::uint16_t port) : m_loop(loop), m_line(line), m_port(port) {
    if (!dial(AF_INET))
        dialled(false);
    else
        update();
}

PortChannel::~PortChannel() {
    if (m_socket) m_loop.forget(m_socket.get(), *this);
}

bool PortChannel::dial(int family) {
    if (m_socket) m_loop.forget(m_socket.get(), *this);
    m_socket = Fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!m_socket) return false;
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_port = htons(m_port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(m_port);
    six.sin6_addr = IN6ADDR_LOOPBACK_INIT;
    const bool isFour = family == AF_INET;
    const auto* address = isFour ? reinterpret_cast<const sockaddr*>(&four) : reinterpret_cast<const sockaddr*>(&six);
    return ::connect(m_socket.get(), address, isFour ? sizeof four : sizeof six) == 0 || errno == EINPROGRESS;
}

void PortChannel::dialled(bool good) {
    if (!good && !m_triedSix) {
        m_triedSix = true;
        if (dial(AF_INET6)) return update();
    }
    if (!good) return end("port-refused");
    m_connected = true;
    m_line.grant(kWindow);
}

void PortChannel::end(const char* failure) {
    if (m_over) return;
    m_over = true;
    if (m_socket) m_loop.forget(m_socket.get(), *this);
    m_socket.reset();
    m_line.close({0, failure});
}

void PortChannel::ready(std::uint32_t events) {
    if (m_over) return;
    if (!m_connected) {
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(m_socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
        dialled(error == 0 && !(events & EPOLLERR));
        if (m_over || !m_connected) return;
    }
    write();
    pump();
}

void PortChannel::data(std::string_view bytes) {
    m_pending.append(bytes);
    write();
    update();
}

void PortChannel::eof() {
    m_inputEnded = true;
    write();
    update();
}

void PortChannel::write() {
    if (m_over || !m_connected) return;
    while (!m_pending.empty()) {
        const ssize_t n = ::send(m_socket.get(), m_pending.data(), m_pending.size(), MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0) return end("port-broken");
        m_pending.erase(0, static_cast<std::size_t>(n));
        m_line.grant(static_cast<std::size_t>(n));
    }
    if (m_inputEnded) ::shutdown(m_socket.get(), SHUT_WR);
    if (m_inputEnded && m_outputEnded) end("");
}

void PortChannel::read() {
    char part[65536];
    while (!m_outputEnded) {
        const std::size_t room = std::min(m_line.room(), sizeof part);
        if (room == 0) return;
        const ssize_t n = ::read(m_socket.get(), part, room);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0) return end("port-broken");
        if (n == 0) {
            m_outputEnded = true;
            m_line.finish();
            if (m_inputEnded && m_pending.empty()) end("");
            return;
        }
        m_line.send(1, std::string_view(part, static_cast<std::size_t>(n)));
    }
}

void PortChannel::pump() {
    if (m_over || !m_connected) return;
    read();
    update();
}

void PortChannel::update() {
    if (m_over) return;
    if (!m_connected) return m_loop.watch(m_socket.get(), EPOLLOUT, *this);
    const bool reads = !m_outputEnded && m_line.room() > 0;
    m_loop.watch(m_socket.get(),
                 (reads ? EPOLLIN : 0u) | (m_pending.empty() ? 0u : static_cast<std::uint32_t>(EPOLLOUT)), *this);
}

}  // namespace ph::shim
