#include "app/shim/holdings.h"

#include "app/shim/process_table.h"
#include "app/shim/system.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <utility>
#include <vector>

namespace ph::shim {

namespace {

constexpr std::size_t kDeepest = 200;  // each level holds a descriptor while it is looked at
constexpr std::size_t kMostPending = 200;
constexpr std::int64_t kLeastPerEntry = 4096;
constexpr const char* kMemoryPlaces[] = {"/", "/tmp", "/dev/shm", "/dev"};

/// A walk that goes down a bounded number of levels, and begins anew where it had to stop.
class FolderWalk {
public:
    explicit FolderWalk(std::int64_t enough) : m_enough(enough) {}

    std::int64_t sum(const std::string& folder) {
        struct stat home {};
        if (::stat(folder.c_str(), &home) == 0) enter(AT_FDCWD, folder.c_str(), home.st_mode, 0);
        while (!m_pending.empty() && m_sum <= m_enough) {
            Fd next = std::move(m_pending.back());
            m_pending.pop_back();
            add(std::move(next), 0);
        }
        return m_sum;
    }

private:
    /// A folder that the task may have closed to itself, and so to us, is opened for as long as we look.
    void enter(int parent, const char* name, mode_t mode, std::size_t depth) {
        const bool closed = (mode & S_IRWXU) != S_IRWXU && ::fchmodat(parent, name, (mode & 07777) | S_IRWXU, 0) == 0;
        Fd fd(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (depth < kDeepest)
            add(std::move(fd), depth);
        else if (fd && m_pending.size() < kMostPending)
            m_pending.push_back(std::move(fd));
        else if (fd)
            m_sum = std::max(m_sum, m_enough) + 1;  // nobody's honest folders are as many and as deep
        if (closed) ::fchmodat(parent, name, mode & 07777, 0);
    }

    void add(Fd fd, std::size_t depth) {
        DIR* folder = fd ? ::fdopendir(fd.get()) : nullptr;
        if (!folder) return;
        const int own = fd.release();  // the stream's now
        while (const dirent* entry = ::readdir(folder)) {
            const std::string_view item(entry->d_name);
            if (item == "." || item == "..") continue;
            struct stat about {};
            if (::fstatat(own, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
            m_sum += std::max(std::int64_t(about.st_blocks) * 512, kLeastPerEntry);
            if (S_ISDIR(about.st_mode)) enter(own, entry->d_name, about.st_mode, depth + 1);
            if (m_sum > m_enough) break;
        }
        ::closedir(folder);
    }

    const std::int64_t m_enough;
    std::int64_t m_sum = 0;
    std::vector<Fd> m_pending;
};

dev_t deviceOf(const char* place) {
    struct stat about {};
    return ::stat(place, &about) == 0 ? about.st_dev : 0;
}

/// The column "rss" of the namespace's segments, the last but one.
std::int64_t segmentBytes() {
    const std::string text = readFile("/proc/sysvipc/shm", 1 << 20);
    std::int64_t sum = 0;
    for (std::size_t at = text.find('\n'); at != std::string::npos && at + 1 < text.size();) {
        const std::size_t end = std::min(text.find('\n', at + 1), text.size());
        const std::string line = text.substr(at + 1, end - at - 1);
        const std::size_t last = line.find_last_of(' ', line.find_last_not_of(' '));
        const std::size_t before = line.find_last_not_of(' ', last);
        if (last != std::string::npos && before != std::string::npos)
            sum += std::strtoll(line.c_str() + line.find_last_of(' ', before), nullptr, 10);
        at = end;
    }
    return sum;
}

}  // namespace

std::int64_t folderBytes(const std::string& folder, std::int64_t enough) {
    return FolderWalk(enough).sum(folder);
}

Nameless namelessBytes(const std::string& folder) {
    Nameless found;
    const dev_t home = deviceOf(folder.c_str());
    std::set<dev_t> counted;  // by their file systems' own figures
    for (const char* place : kMemoryPlaces) counted.insert(deviceOf(place));
    std::set<std::pair<dev_t, ino_t>> seen;
    eachProcess([&](pid_t pid) {
        DIR* list = ::opendir(("/proc/" + std::to_string(pid) + "/fd").c_str());
        if (!list) return;
        while (const dirent* entry = ::readdir(list)) {
            struct stat about {};
            if (::fstatat(::dirfd(list), entry->d_name, &about, 0) != 0) continue;
            if (!S_ISREG(about.st_mode) || about.st_nlink != 0) continue;
            if (!seen.emplace(about.st_dev, about.st_ino).second) continue;
            const auto bytes = std::int64_t(about.st_blocks) * 512;
            if (about.st_dev == home)
                found.onDisk += bytes;
            else if (!counted.count(about.st_dev))
                found.inMemory += bytes;
        }
        ::closedir(list);
    });
    return found;
}

std::int64_t outOfMemoryKills() {
    constexpr std::string_view kCount = "\noom_kill ";
    for (const char* file : {"/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"}) {
        const std::string text = "\n" + readFile(file, 4096);
        const std::size_t at = text.find(kCount);
        if (at != std::string::npos) return std::strtoll(text.c_str() + at + kCount.size(), nullptr, 10);
    }
    return 0;
}

std::int64_t sharedMemoryBytes() {
    std::int64_t sum = segmentBytes();
    std::set<dev_t> seen;
    for (const char* place : kMemoryPlaces) {
        struct statvfs about {};
        if (!seen.insert(deviceOf(place)).second || ::statvfs(place, &about) != 0) continue;
        sum += std::int64_t(about.f_blocks - about.f_bfree) * std::int64_t(about.f_frsize);
    }
    return sum;
}

}  // namespace ph::shim
