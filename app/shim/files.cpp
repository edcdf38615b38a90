#include "app/shim/files.h"

#include "app/shim/system.h"
#include "shim/tar.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace ph::shim {

namespace {

enum Code { kDone = 0, kNotFound = 2, kNotAllowed = 3, kIoError = 4, kBadArchive = 5, kNoSpace = 6 };
constexpr std::size_t kPart = 256 * 1024;

int codeOf(int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR:
            return kNotFound;
        case EACCES:
        case EPERM:
        case EROFS:
            return kNotAllowed;
        case ENOSPC:
        case EDQUOT:
            return kNoSpace;
        default:
            return kIoError;
    }
}

TarEntry entryOf(const struct stat& about, const std::string& name) {
    TarEntry entry;
    entry.path = name;
    entry.mode = about.st_mode & 07777;
    entry.modified = about.st_mtime;
    entry.kind = S_ISREG(about.st_mode)   ? TarKind::File
                 : S_ISDIR(about.st_mode) ? TarKind::Folder
                 : S_ISLNK(about.st_mode) ? TarKind::Link
                                          : TarKind::Other;
    if (entry.kind == TarKind::File) entry.size = about.st_size;
    return entry;
}

int packFile(int fd, const TarEntry& entry, int out) {
    if (!writeAll(out, tarHeader(entry))) return kIoError;
    std::string part(kPart, '\0');
    std::int64_t left = entry.size;
    while (left > 0) {
        const std::size_t want =
            static_cast<std::size_t>(std::min<std::int64_t>(left, static_cast<std::int64_t>(kPart)));
        ssize_t n = ::read(fd, part.data(), want);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            // It shrank while we read: what the header promised is filled with zeros.
            std::fill(part.begin(), part.end(), '\0');
            n = static_cast<ssize_t>(want);
        }
        if (!writeAll(out, std::string_view(part).substr(0, static_cast<std::size_t>(n)))) return kIoError;
        left -= n;
    }
    return writeAll(out, std::string(tarPadding(entry.size), '\0')) ? kDone : kIoError;
}

int pack(int parent, const std::string& item, const std::string& name, int out);

int packFolder(int fd, const std::string& name, int out) {
    DIR* folder = ::fdopendir(fd);
    if (!folder) return kIoError;
    std::vector<std::string> items;
    while (const dirent* entry = ::readdir(folder)) {
        const std::string item(entry->d_name);
        if (item != "." && item != "..") items.push_back(item);
    }
    std::sort(items.begin(), items.end());
    int code = kDone;
    for (const auto& item : items) {
        if (code == kDone) code = pack(::dirfd(folder), item, name + "/" + item, out);
    }
    ::closedir(folder);
    return code;
}

int pack(int parent, const std::string& item, const std::string& name, int out) {
    struct stat about {};
    if (::fstatat(parent, item.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) return kDone;  // gone meanwhile
    TarEntry entry = entryOf(about, name);
    if (entry.kind == TarKind::Other) return kDone;
    if (entry.kind == TarKind::Link) {
        char target[4096];
        const ssize_t n = ::readlinkat(parent, item.c_str(), target, sizeof target);
        if (n < 0) return kDone;
        entry.target.assign(target, static_cast<std::size_t>(n));
        return writeAll(out, tarHeader(entry)) ? kDone : kIoError;
    }
    const int fd = ::openat(parent, item.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? kDone : codeOf(errno);
    if (entry.kind == TarKind::Folder) {
        if (!writeAll(out, tarHeader(entry))) return kIoError;
        return packFolder(fd, name, out);
    }
    const Fd file(fd);
    struct stat now {};
    if (::fstat(fd, &now) != 0 || !S_ISREG(now.st_mode)) return kDone;
    return packFile(fd, entryOf(now, name), out);
}

/// Puts entries below a folder. User code may change the folder meanwhile: it has the same rights as we have.
class Unpacker final : public TarSink {
public:
    explicit Unpacker(const std::string& folder) : m_folder(folder) {}
    int code() const { return m_code; }

    bool begin(const TarEntry& entry) override {
        m_entry = entry;
        const std::string path = m_folder + "/" + entry.path;
        makeParents(path);
        if (entry.kind == TarKind::Folder) {
            if (::mkdir(path.c_str(), entry.mode & 0777) != 0 && errno != EEXIST) return fail();
            return true;
        }
        if (entry.kind == TarKind::Link) {
            ::unlink(path.c_str());
            return ::symlink(entry.target.c_str(), path.c_str()) == 0 || fail();
        }
        ::unlink(path.c_str());
        m_file = Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, entry.mode & 0777));
        return m_file ? true : fail();
    }
    bool data(std::string_view bytes) override { return !m_file || writeAll(m_file.get(), bytes) || fail(); }
    bool end() override {
        if (m_file) {
            const timespec times[2] = {{m_entry.modified, 0}, {m_entry.modified, 0}};
            ::futimens(m_file.get(), times);
        }
        m_file.reset();
        return true;
    }

private:
    bool fail() {
        m_code = codeOf(errno);
        return false;
    }
    void makeParents(const std::string& path) {
        for (std::size_t at = path.find('/', m_folder.size() + 1); at != std::string::npos; at = path.find('/', at + 1))
            ::mkdir(path.substr(0, at).c_str(), 0755);
    }

    std::string m_folder;
    TarEntry m_entry;
    Fd m_file;
    int m_code = kDone;
};

}  // namespace

std::string innerPath(const std::string& folder, const std::string& path) {
    if (!path.empty() && path[0] == '/') return path;
    return path.empty() || path == "." ? folder : folder + "/" + path;
}

int packFiles(const std::string& path, int out) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return codeOf(errno);
    if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) return kNotAllowed;
    const Fd probe(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!probe) return codeOf(errno);
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
    std::string name = trimmed.substr(trimmed.rfind('/') + 1);
    if (name.empty() || name == "." || name == "..") name = "files";
    const TarEntry entry = entryOf(about, name);
    int code = kDone;
    if (S_ISDIR(about.st_mode)) {
        if (!writeAll(out, tarHeader(entry))) return kIoError;
        code = packFolder(::fcntl(probe.get(), F_DUPFD_CLOEXEC, 3), name, out);
    } else {
        code = packFile(probe.get(), entry, out);
    }
    if (code == kDone && !writeAll(out, tarEnd())) return kIoError;
    return code;
}

int unpackFiles(const std::string& path, int in) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        ::mkdir(path.substr(0, at).c_str(), 0755);
    ::mkdir(path.c_str(), 0755);
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return codeOf(errno);
    if (!S_ISDIR(about.st_mode)) return kNotAllowed;
    Unpacker unpacker(path);
    TarReader reader(unpacker);
    std::string part(kPart, '\0');
    for (;;) {
        const ssize_t n = ::read(in, part.data(), part.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return kIoError;
        if (n == 0) return reader.ended() ? kDone : kBadArchive;
        if (!reader.feed(std::string_view(part).substr(0, static_cast<std::size_t>(n))))
            return unpacker.code() != kDone ? unpacker.code() : kBadArchive;
    }
}

std::string filesFailure(int code) {
    switch (code) {
        case kDone:
            return {};
        case kNotFound:
            return "path-not-found";
        case kNotAllowed:
            return "path-not-allowed";
        case kBadArchive:
            return "bad-archive";
        case kNoSpace:
            return "no-space";
        default:
            return "io-error";
    }
}

}  // namespace ph::shim
