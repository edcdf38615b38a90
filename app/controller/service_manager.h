#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace ph::controller {

/// Tells who started this process in which state it is: sd_notify(3)'s datagrams to $NOTIFY_SOCKET, nothing without
/// one. A message that cannot be sent is dropped: a supervisor that is gone waits for nothing.
class ServiceManager {
public:
    /// Takes $NOTIFY_SOCKET and $WATCHDOG_USEC out of the environment, so that no child speaks for this process. Before
    /// other threads start.
    ServiceManager();

    void ready(std::string_view status) const;
    void stopping() const;
    void alive() const;
    /// alive() is due this often, with a margin of a half; 0 if nobody watches.
    std::chrono::microseconds alivePause() const { return m_alivePause; }

private:
    void send(std::string_view message) const;

    std::string m_socket;  ///< a path, or "@" and a name of the abstract namespace
    std::chrono::microseconds m_alivePause{0};
};

}  // namespace ph::controller
