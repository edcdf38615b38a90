#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace ph::cli {

RawTerminal::RawTerminal(int descriptor) : m_descriptor(descriptor) {
    if (::tcgetattr(descriptor, &m_before) != 0) return;
    termios raw = m_before;
    ::cfmakeraw(&raw);
    m_changed = ::tcsetattr(descriptor, TCSANOW, &raw) == 0;
}

RawTerminal::~RawTerminal() {
    if (m_changed) ::tcsetattr(m_descriptor, TCSANOW, &m_before);
}

std::pair<int, int> terminalSize(int descriptor) {
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {24, 80};
    return {size.ws_row, size.ws_col};
}

}  // namespace ph::cli
