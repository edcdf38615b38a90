#include "store/backup/file_tree.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph {

namespace fs = std::filesystem;

namespace {

Error ioError(const std::string& path) {
    const int code = errno;
    const auto detail = fmt::format("{}: {}", path, std::strerror(code));
    return code == ENOSPC || code == EDQUOT ? Error(kNoSpace, detail) : Error(kUnavailable, detail);
}

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0) ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }

private:
    int m_fd;
};

/// False if there is no such file any more.
Result<bool> copyFile(const std::string& from, const std::string& to) {
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    struct stat about {};
    if (!source || ::fstat(source.get(), &about) != 0) {
        if (errno == ENOENT || errno == ELOOP) return false;
        return ioError(from);
    }
    const Descriptor target(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, about.st_mode & 0777));
    if (!target) return ioError(to);
    for (off_t left = about.st_size; left > 0;) {
        const ssize_t n = ::sendfile(target.get(), source.get(), nullptr, static_cast<std::size_t>(left));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return ioError(to);
        if (n == 0) break;  // it was made shorter meanwhile
        left -= n;
    }
    if (::fsync(target.get()) != 0) return ioError(to);
    return true;
}

Result<bool> linkFile(const std::string& from, const std::string& to) {
    if (::link(from.c_str(), to.c_str()) == 0) return true;
    if (errno == ENOENT) return false;
    if (errno == EXDEV || errno == EMLINK || errno == EPERM) return copyFile(from, to);
    return ioError(to);
}

using Bring = Result<bool> (*)(const std::string&, const std::string&);

Result<std::int64_t> bringTree(const std::string& from, const std::string& to, const LeftOut& leftOut, Bring bring) {
    std::int64_t count = 0;
    std::error_code failed;
    fs::create_directories(to, failed);
    fs::recursive_directory_iterator entry(from, failed), end;
    while (!failed && entry != end) {
        const auto relative = entry->path().lexically_relative(from).string();
        const auto target = to + "/" + relative;
        std::error_code gone;
        const auto kind = entry->symlink_status(gone).type();
        if (gone || leftOut(relative)) {
            entry.disable_recursion_pending();
        } else if (kind == fs::file_type::directory) {
            if (::mkdir(target.c_str(), 0700) != 0 && errno != EEXIST) return ioError(target);
        } else if (kind == fs::file_type::regular && ::access(target.c_str(), F_OK) != 0) {
            const auto brought = bring(entry->path().string(), target);
            if (!brought) return brought.error();
            count += *brought ? 1 : 0;
        }
        entry.increment(failed);
        // A folder that vanished while it was walked has nothing more to bring.
        if (failed == std::errc::no_such_file_or_directory) failed.clear();
    }
    if (failed) return Error(kUnavailable, fmt::format("{}: {}", from, failed.message()));
    return count;
}

}  // namespace

Result<std::int64_t> copyTree(const std::string& from, const std::string& to, const LeftOut& leftOut) {
    return bringTree(from, to, leftOut, &copyFile);
}

Result<std::int64_t> linkTree(const std::string& from, const std::string& to, const LeftOut& leftOut) {
    return bringTree(from, to, leftOut, &linkFile);
}

Result<> syncPath(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fsync(file.get()) != 0) return ioError(path);
    return {};
}

}  // namespace ph
