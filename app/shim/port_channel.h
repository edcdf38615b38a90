#pragma once

#include "app/shim/channel.h"
#include "app/shim/line.h"
#include "app/shim/loop.h"

#include <string>

namespace ph::shim {

/// A TCP connection to a port on the task's loopback, IPv4 first, then IPv6.
class PortChannel final : public Channel, public Watcher {
public:
    PortChannel(Loop& loop, Line line, std::uint16_t port);
    ~PortChannel() override;
    void data(std::string_view bytes) override;
    void eof() override;
    void pump() override;
    void ready(std::uint32_t events) override;

private:
    static constexpr std::size_t kWindow = 256 * 1024;
    bool dial(int family);
    void dialled(bool good);
    void write();
    void read();
    void update();
    void end(const char* failure);

    Loop& m_loop;
    Line m_line;
    std::uint16_t m_port;
    Fd m_socket;
    std::string m_pending;
    bool m_connected = false;
    bool m_triedSix = false;
    bool m_inputEnded = false;
    bool m_outputEnded = false;
    bool m_over = false;
};

}  // namespace ph::shim
