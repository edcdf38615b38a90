#include "app/shim/appender.h"

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::shim {

namespace {

constexpr std::size_t kPart = 256 * 1024;
constexpr int kPartsARound = 4;  // other descriptors get their turn too
constexpr std::int64_t kRetryMillis = 1000;

}  // namespace

Appender::Appender(Loop& loop, int file, std::int64_t limit, std::string note)
    : m_loop(loop), m_file(file), m_limit(limit), m_note(std::move(note)) {
    struct stat about {};
    if (::fstat(file, &about) == 0) m_size = about.st_size;
}

void Appender::follow(Fd pipe) {
    m_pipe = std::move(pipe);
    if (!m_pipe) return;
    setNonBlocking(m_pipe.get());
    m_loop.watch(m_pipe.get(), EPOLLIN, *this);
}

void Appender::ready(std::uint32_t) {
    const std::int64_t before = m_size;
    for (int i = 0; i < kPartsARound && copy(); ++i) {
    }
    if (m_size != before && m_grown) m_grown();
    if (m_atEnd && m_ended) m_ended();
}

void Appender::drain() {
    while (m_pipe && !m_waiting && copy()) {
    }
}

bool Appender::copy() {
    if (m_waiting || m_atEnd || !m_pipe) return false;
    if (m_buffer.empty()) m_buffer.resize(kPart);
    const ssize_t n = ::read(m_pipe.get(), m_buffer.data(), m_buffer.size());
    if (n < 0) return errno == EINTR;
    if (n == 0) {
        m_loop.forget(m_pipe.get(), *this);
        m_pipe.reset();
        m_atEnd = true;
        return false;
    }
    if (m_full) return true;
    m_used = 0;
    m_pending = static_cast<std::size_t>(n);
    if (m_change) {
        m_buffer = m_change(std::string_view(m_buffer).substr(0, m_pending));
        m_pending = m_buffer.size();
    }
    const std::int64_t room = std::max<std::int64_t>(m_limit - m_size, 0);
    if (m_limit > 0 && static_cast<std::int64_t>(m_pending) > room) {
        // The limit is exact; the note comes on top of it.
        m_full = true;
        m_buffer.resize(static_cast<std::size_t>(room));
        m_buffer += m_note;
        m_pending = m_buffer.size();
    }
    return flush();
}

bool Appender::flush() {
    while (m_used < m_pending) {
        const ssize_t n = ::pwrite(m_file, m_buffer.data() + m_used, m_pending - m_used, m_size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            m_waiting = true;
            m_loop.watch(m_pipe.get(), 0, *this);
            m_loop.after(kRetryMillis, [this] {
                m_waiting = false;
                if (!flush()) return;
                m_loop.watch(m_pipe.get(), EPOLLIN, *this);
                if (m_grown) m_grown();
            });
            return false;
        }
        m_used += static_cast<std::size_t>(n);
        m_size += n;
    }
    if (m_buffer.size() < kPart) m_buffer.resize(kPart);
    return true;
}

}  // namespace ph::shim
