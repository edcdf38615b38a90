#include "engine/file_descriptor.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

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

/// The names in an open folder; `folder` stays open.
std::vector<std::string> namesIn(int folder) {
    std::vector<std::string> names;
    // A description of its own: reading moves it.
    const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* list = own < 0 ? nullptr : ::fdopendir(own);
    if (!list) {
        if (own >= 0) ::close(own);
        return names;
    }
    while (const dirent* entry = ::readdir(list)) {
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..") names.emplace_back(name);
    }
    ::closedir(list);
    return names;
}

/// Empties and removes one folder of `root`; the folders in it move up into `root`, under names that `next` numbers.
bool removeFolder(int root, const std::string& name, std::uint64_t& next) {
    ::fchmodat(root, name.c_str(), 0700, 0);
    const FileDescriptor folder(::openat(root, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) return false;
    for (const auto& inner : namesIn(folder.get())) {
        if (::unlinkat(folder.get(), inner.c_str(), 0) == 0) continue;
        if (errno != EISDIR && errno != EPERM) return false;
        // Without the right to write into it, a folder cannot be moved either.
        ::fchmodat(folder.get(), inner.c_str(), 0700, 0);
        while (::renameat2(folder.get(), inner.c_str(), root, std::to_string(next).c_str(), RENAME_NOREPLACE) != 0) {
            if (errno != EEXIST) return false;
            ++next;
        }
    }
    return ::unlinkat(root, name.c_str(), AT_REMOVEDIR) == 0;
}

}  // namespace

bool removeTree(const std::string& path) {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    ::chmod(path.c_str(), 0700);
    const FileDescriptor root(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!root) return false;
    // However deep it is, two folders are open at a time: each level is brought up to the first one and emptied there.
    std::uint64_t next = 0;
    for (auto names = namesIn(root.get()); !names.empty(); names = namesIn(root.get())) {
        bool removed = false;
        for (const auto& name : names)
            if (::unlinkat(root.get(), name.c_str(), 0) == 0 || removeFolder(root.get(), name, next)) removed = true;
        if (!removed) return false;
    }
    return ::rmdir(path.c_str()) == 0;
}

}  // namespace ph::engine
