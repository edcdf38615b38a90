#include "engine/file_descriptor.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

void FileDescriptor::reset(int fd) {
    if (m_fd >= 0) ::close(m_fd);
    m_fd = fd;
}

Error systemError(const std::string& what) {
    const int error = errno;
    const bool full = error == ENOSPC || error == EDQUOT;
    return Error(full ? kNoSpace : kInternal, what + ": " + std::strerror(error));
}

FileDescriptor openFile(const std::string& path, int flags, unsigned mode) {
    return FileDescriptor(::open(path.c_str(), flags | O_CLOEXEC, mode));
}

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

std::string readFile(const std::string& path, std::size_t most) {
    std::string text;
    const FileDescriptor fd = openFile(path, O_RDONLY | O_NONBLOCK);
    if (!fd) return text;
    char part[16384];
    for (ssize_t n; (n = ::read(fd.get(), part, sizeof part)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 || text.size() + static_cast<std::size_t>(n) > most) break;
        text.append(part, static_cast<std::size_t>(n));
    }
    return text;
}

bool writeFile(const std::string& path, std::string_view text, unsigned mode) {
    const FileDescriptor fd = openFile(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    return fd && writeAll(fd.get(), text);
}

namespace {

bool removeAt(int parent, const char* name) {
    if (::unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    ::fchmodat(parent, name, 0700, 0);
    const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    DIR* folder = ::fdopendir(fd);
    if (!folder) {
        ::close(fd);
        return false;
    }
    while (const dirent* entry = ::readdir(folder)) {
        const std::string_view item(entry->d_name);
        if (item != "." && item != "..") removeAt(fd, entry->d_name);
    }
    ::closedir(folder);
    return ::unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

}  // namespace

bool removeTree(const std::string& path) {
    return removeAt(AT_FDCWD, path.c_str());
}

}  // namespace ph::engine
