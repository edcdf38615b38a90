#pragma once

#include "base/error.h"

#include <string>
#include <string_view>
#include <utility>

namespace ph::engine {

/// A descriptor that closes itself. All of the engine's are close-on-exec.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : m_fd(fd) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : m_fd(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        if (this != &other) reset(other.release());
        return *this;
    }
    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    int release() { return std::exchange(m_fd, -1); }
    void reset(int fd = -1);

private:
    int m_fd = -1;
};

/// kNoSpace or kInternal with errno's text and `what` as detail.
Error systemError(const std::string& what);

FileDescriptor openFile(const std::string& path, int flags, unsigned mode = 0600);
bool writeAll(int fd, std::string_view bytes);
/// The whole file if it is at most `most` bytes; empty if it cannot be read.
std::string readFile(const std::string& path, std::size_t most = 1 << 20);
bool writeFile(const std::string& path, std::string_view text, unsigned mode = 0600);
/// Deletes a folder with all below it, folders without permissions included. Follows no links.
bool removeTree(const std::string& path);

}  // namespace ph::engine
