#include "app/shim/connection.h"

#include "app/shim/task.h"

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ph::shim {

std::size_t Line::room() const {
    const std::size_t pending = m_connection->m_session.output().size();
    if (pending >= Connection::kMostPending) return 0;
    return std::min(m_connection->m_session.sendable(m_id), Connection::kMostPending - pending);
}

void Line::send(std::uint8_t stream, std::string_view bytes) {
    m_connection->m_session.send(m_id, stream, bytes);
    m_connection->flushSoon();
}
void Line::grant(std::size_t bytes) {
    m_connection->m_session.grant(m_id, static_cast<std::uint32_t>(bytes));
    m_connection->flushSoon();
}
void Line::finish() {
    m_connection->m_session.finish(m_id);
    m_connection->flushSoon();
}

void Line::close(const CloseNotice& notice) {
    m_connection->m_session.close(m_id, notice);
    m_connection->drop(m_id);
    m_connection->flushSoon();
}

Connection::Connection(Loop& loop, Fd socket, Task& task, Opener opener, std::function<void(Connection&)> gone)
    : m_loop(loop),
      m_socket(std::move(socket)),
      m_task(task),
      m_opener(std::move(opener)),
      m_gone(std::move(gone)),
      m_session(Session::Side::Shim, kAllFeatures, *this) {
    update();
}

Connection::~Connection() {
    m_loop.forget(m_socket.get(), *this);
    m_loop.cancel(m_flushTimer);
}

void Connection::flushSoon() {
    // Channels have events of their own; what several of them send in one round goes out together.
    if (m_flushTimer != 0 || m_broken) return;
    m_flushTimer = m_loop.after(0, [this] {
        m_flushTimer = 0;
        if (!flush()) m_broken = true;
        update();
    });
}

void Connection::ready(std::uint32_t events) {
    if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) && !read()) m_broken = true;
    if (!m_broken) pump();
    update();
}

bool Connection::read() {
    char part[65536];
    const ssize_t n = ::read(m_socket.get(), part, sizeof part);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    return n > 0 && m_session.receive(std::string_view(part, static_cast<std::size_t>(n)));
}

bool Connection::flush() {
    std::string& output = m_session.output();
    std::size_t sent = 0;
    while (sent < output.size()) {
        const ssize_t n =
            ::send(m_socket.get(), output.data() + sent, output.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno != EAGAIN) return false;
        if (n < 0) break;
        sent += static_cast<std::size_t>(n);
    }
    output.erase(0, sent);
    return true;
}

void Connection::pump() {
    if (m_broken) return;
    std::vector<std::uint32_t> ids;
    for (const auto& [id, channel] : m_channels) ids.push_back(id);
    for (const std::uint32_t id : ids) {
        const auto found = m_channels.find(id);
        if (found != m_channels.end()) found->second->pump();
    }
    tellStatus();
    if (!flush()) m_broken = true;
    update();
}

void Connection::update() {
    if (m_broken) {
        m_loop.forget(m_socket.get(), *this);
        if (m_gone) std::exchange(m_gone, nullptr)(*this);
        return;
    }
    const bool writes = !m_session.output().empty();
    // A peer that does not read its answers gets no more of its requests handled.
    const bool reads = m_session.output().size() < 4 * kMostPending;
    m_loop.watch(m_socket.get(), (reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u), *this);
}

void Connection::tellStatus() {
    if (!m_greeted) return;
    const auto status = m_task.status();
    if (!status || m_told >= static_cast<int>(status->phase)) return;
    m_told = static_cast<int>(status->phase);
    m_session.status(*status);
}

void Connection::drop(std::uint32_t channel) {
    const auto found = m_channels.find(channel);
    if (found == m_channels.end()) return;
    m_loop.bury(std::move(found->second));
    m_channels.erase(found);
}

void Connection::onHello(const Hello&) {
    m_greeted = true;
}

void Connection::onOpen(std::uint32_t id, const OpenRequest& request) {
    auto channel = m_opener(request, Line(*this, id));
    // One that could not be opened has closed its line already.
    if (channel && m_session.has(id))
        m_channels[id] = std::move(channel);
    else if (channel)
        m_loop.bury(std::move(channel));
}

void Connection::onData(std::uint32_t id, std::uint8_t, std::string_view bytes) {
    const auto found = m_channels.find(id);
    if (found != m_channels.end()) found->second->data(bytes);
}

void Connection::onCredit(std::uint32_t) {}  // ready() pumps after every read

void Connection::onEof(std::uint32_t id) {
    const auto found = m_channels.find(id);
    if (found != m_channels.end()) found->second->eof();
}

void Connection::onClose(std::uint32_t id, const CloseNotice&) {
    drop(id);
}

void Connection::onResize(std::uint32_t id, int rows, int columns) {
    const auto found = m_channels.find(id);
    if (found != m_channels.end()) found->second->resize(rows, columns);
}

void Connection::onSignal(std::uint32_t id, int number) {
    const auto found = m_channels.find(id);
    if (found != m_channels.end()) found->second->signal(number);
}

void Connection::onStatus(const StatusNotice&) {}
void Connection::onStop(std::uint32_t graceMillis) {
    m_task.stop(graceMillis, EndCause::Stopped);
}

}  // namespace ph::shim
