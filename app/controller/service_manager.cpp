#include "app/controller/service_manager.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::controller {

namespace {

/// Reads a variable and removes it.
std::string takeVariable(const char* name) {
    const char* value = std::getenv(name);
    std::string text = value ? value : "";
    ::unsetenv(name);
    return text;
}

}  // namespace

ServiceManager::ServiceManager() : m_socket(takeVariable("NOTIFY_SOCKET")) {
    const auto limit = takeVariable("WATCHDOG_USEC");
    const auto watched = takeVariable("WATCHDOG_PID");
    if (!watched.empty() && watched != std::to_string(::getpid())) return;
    m_alivePause = std::chrono::microseconds(std::strtoll(limit.c_str(), nullptr, 10) / 2);
}

void ServiceManager::ready(std::string_view status) const {
    send("READY=1\nSTATUS=" + std::string(status));
}

void ServiceManager::stopping() const {
    send("STOPPING=1\nSTATUS=ending; tasks go on");
}

void ServiceManager::alive() const {
    send("WATCHDOG=1");
}

void ServiceManager::send(std::string_view message) const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (m_socket.empty() || m_socket.size() >= sizeof address.sun_path) return;
    std::memcpy(address.sun_path, m_socket.data(), m_socket.size());
    if (m_socket.front() == '@') address.sun_path[0] = '\0';
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return;
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + m_socket.size());
    ::sendto(fd, message.data(), message.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), length);
    ::close(fd);
}

}  // namespace ph::controller
