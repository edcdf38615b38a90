#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ph::shim {

/// A descriptor that closes itself.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    ~Fd() { reset(); }
    Fd(Fd&& other) noexcept : m_fd(other.release()) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other) reset(other.release());
        return *this;
    }
    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    int release() {
        const int fd = m_fd;
        m_fd = -1;
        return fd;
    }
    void reset(int fd = -1);

private:
    int m_fd = -1;
};

std::int64_t utcMicros();
/// CLOCK_MONOTONIC: stands still while the machine is suspended.
std::int64_t monotonicMillis();

void setCloseOnExec(int fd);
void setNonBlocking(int fd);
/// All of a small file, at most `most` bytes; empty if it cannot be read.
std::string readFile(const char* path, std::size_t most = 65536);
/// Everything or false.
bool writeAll(int fd, std::string_view bytes);

}  // namespace ph::shim
