#include "cli/prompt.h"

#include <istream>
#include <ostream>
#include <termios.h>

namespace ph::cli {

namespace {

/// No echo for as long as it lives.
class Silence {
public:
    explicit Silence(int descriptor) : m_descriptor(descriptor), m_changed(::tcgetattr(descriptor, &m_before) == 0) {
        if (!m_changed) return;
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(m_descriptor, TCSAFLUSH, &silent);
    }
    ~Silence() {
        if (m_changed) ::tcsetattr(m_descriptor, TCSAFLUSH, &m_before);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    int m_descriptor;
    termios m_before{};
    bool m_changed;
};

}  // namespace

std::optional<std::string> askLine(Streams& streams, const std::string& question) {
    if (!streams.inIsTerminal) return std::nullopt;
    streams.err << question << std::flush;
    std::string line;
    if (!std::getline(streams.in, line)) return std::nullopt;
    return line;
}

std::optional<std::string> askSecret(Streams& streams, const std::string& question) {
    if (!streams.inIsTerminal) return std::nullopt;
    const Silence silence(streams.inDescriptor);
    auto line = askLine(streams, question);
    streams.err << std::endl;
    return line;
}

std::string readSecret(Streams& streams) {
    std::string line;
    std::getline(streams.in, line);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

}  // namespace ph::cli
