#pragma once

#include <termios.h>
#include <utility>

namespace ph::cli {

/// The terminal in raw mode for as long as this lives: every key goes to the other side. Does nothing to what is none.
class RawTerminal {
public:
    explicit RawTerminal(int descriptor);
    ~RawTerminal();
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

private:
    int m_descriptor;
    termios m_before{};
    bool m_changed = false;
};

/// Rows and columns; 24 and 80 for what is no terminal.
std::pair<int, int> terminalSize(int descriptor);

}  // namespace ph::cli
