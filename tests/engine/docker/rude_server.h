#pragma once

#include "support/program.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ph::test {

/// A server at a Unix socket that answers with whatever bytes it was told, in as many pieces, and then hangs up; or
/// stays silent until the client does.
class RudeServer {
public:
    /// What to send for a request's head; an empty list is silence.
    using Answer = std::function<std::vector<std::string>(const std::string& head)>;

    explicit RudeServer(Answer answer) : m_answer(std::move(answer)) {
        m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path().copy(address.sun_path, sizeof address.sun_path - 1);
        if (::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
            ::listen(m_listener, 8) != 0)
            throw std::runtime_error("rude server");
        m_thread = std::thread([this] { serve(); });
    }
    ~RudeServer() {
        m_closing = true;
        ::shutdown(m_listener, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
    }

    std::string path() const { return m_folder.path() + "/socket"; }
    /// The first line of the last request.
    std::string asked() const {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

    static std::string answer(int status, const std::string& body) {
        return "HTTP/1.1 " + std::to_string(status) +
               " Word\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
               "\r\n\r\n" + body;
    }
    static std::string chunk(const std::string& bytes) {
        char size[32];
        std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
        return size + bytes + "\r\n";
    }

private:
    void serve() {
        while (!m_closing) {
            const int peer = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            if (peer < 0) continue;
            std::string head;
            char part[4096];
            for (ssize_t n; head.find("\r\n\r\n") == std::string::npos && (n = ::read(peer, part, sizeof part)) > 0;)
                head.append(part, static_cast<std::size_t>(n));
            {
                const std::lock_guard lock(m_mutex);
                m_asked = head.substr(0, head.find('\r'));
            }
            const auto pieces = m_answer(head);
            for (const auto& piece : pieces)
                if (::send(peer, piece.data(), piece.size(), MSG_NOSIGNAL) < 0) break;
            if (pieces.empty())
                while (::read(peer, part, sizeof part) > 0) {
                }
            ::close(peer);
        }
    }

    TemporaryFolder m_folder;
    Answer m_answer;
    mutable std::mutex m_mutex;
    std::string m_asked;
    std::atomic<bool> m_closing{false};
    int m_listener = -1;
    std::thread m_thread;
};

}  // namespace ph::test
