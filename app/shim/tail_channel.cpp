#include "app/shim/tail_channel.h"

#include <algorithm>
#include <unistd.h>

namespace ph::shim {

void TailChannel::pump() {
    char part[65536];
    while (!m_over) {
        const std::size_t room = std::min(m_line.room(), sizeof part);
        if (room == 0) return;
        const ssize_t n = ::pread(m_file, part, room, static_cast<off_t>(m_offset));
        if (n > 0) {
            m_line.send(kOutput, std::string_view(part, static_cast<std::size_t>(n)));
            m_offset += static_cast<std::uint64_t>(n);
            continue;
        }
        if (n == 0 && m_follow && !m_ended()) return;
        m_over = true;
        m_line.close({0, n < 0 ? "io-error" : ""});
    }
}

}  // namespace ph::shim
