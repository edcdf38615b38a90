#include "app/shim/watch.h"

#include "app/shim/process_table.h"

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

namespace ph::shim {

namespace {

constexpr std::int64_t kMemoryMillis = 250;
constexpr std::int64_t kScratchMillis = 2000;
constexpr std::int64_t kScratchShare = 20;  // looking takes at most a twentieth of the time
constexpr std::size_t kDeepest = 200;

std::int64_t memoryFileSystems() {
    std::int64_t sum = 0;
    for (const char* place : {"/", "/tmp", "/dev/shm"}) {
        struct statvfs about {};
        if (::statvfs(place, &about) == 0)
            sum += std::int64_t(about.f_blocks - about.f_bfree) * std::int64_t(about.f_frsize);
    }
    return sum;
}

void addFolder(int parent, const char* name, std::int64_t& sum, std::int64_t enough, std::size_t depth);

/// The same for one that the task may have closed to itself, and so to us: opened for as long as we look.
void addClosable(int parent, const char* name, mode_t mode, std::int64_t& sum, std::int64_t enough, std::size_t depth) {
    const bool closed = (mode & S_IRWXU) != S_IRWXU && ::fchmodat(parent, name, (mode & 07777) | S_IRWXU, 0) == 0;
    addFolder(parent, name, sum, enough, depth);
    if (closed) ::fchmodat(parent, name, mode & 07777, 0);
}

void addFolder(int parent, const char* name, std::int64_t& sum, std::int64_t enough, std::size_t depth) {
    const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    DIR* folder = ::fdopendir(fd);
    if (!folder) {
        ::close(fd);
        return;
    }
    while (const dirent* entry = ::readdir(folder)) {
        const std::string_view item(entry->d_name);
        if (item == "." || item == "..") continue;
        struct stat about {};
        if (::fstatat(fd, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
        sum += std::int64_t(about.st_blocks) * 512;
        if (S_ISDIR(about.st_mode) && depth < kDeepest)
            addClosable(fd, entry->d_name, about.st_mode, sum, enough, depth + 1);
        if (sum > enough) break;
    }
    ::closedir(folder);
}

/// Bytes of files of the folder's file system that have no name any more but are held open.
std::int64_t namelessBytes(const std::string& folder) {
    struct stat home {};
    if (::stat(folder.c_str(), &home) != 0) return 0;
    std::set<ino_t> seen;
    std::int64_t sum = 0;
    eachProcess([&](pid_t pid) {
        const std::string place = "/proc/" + std::to_string(pid) + "/fd";
        DIR* list = ::opendir(place.c_str());
        if (!list) return;
        while (const dirent* entry = ::readdir(list)) {
            struct stat about {};
            if (::fstatat(::dirfd(list), entry->d_name, &about, 0) != 0) continue;
            const bool nameless = S_ISREG(about.st_mode) && about.st_nlink == 0 && about.st_dev == home.st_dev;
            if (nameless && seen.insert(about.st_ino).second) sum += std::int64_t(about.st_blocks) * 512;
        }
        ::closedir(list);
    });
    return sum;
}

}  // namespace

std::int64_t folderBytes(const std::string& folder, std::int64_t enough) {
    std::int64_t sum = 0;
    struct stat home {};
    if (::stat(folder.c_str(), &home) == 0) addClosable(AT_FDCWD, folder.c_str(), home.st_mode, sum, enough, 0);
    return sum;
}

Watch::Watch(Loop& loop, std::int64_t memoryLimit, std::int64_t scratchLimit, std::string folder)
    : m_loop(loop), m_memoryLimit(memoryLimit), m_scratchLimit(scratchLimit), m_folder(std::move(folder)) {}

void Watch::start() {
    if (m_memoryLimit > 0) m_loop.after(kMemoryMillis, [this] { lookAtMemory(); });
    if (m_scratchLimit > 0) m_loop.after(kScratchMillis, [this] { lookAtScratch(); });
}

void Watch::lookAtMemory() {
    const std::int64_t started = monotonicMillis();
    // The sum of resident sizes is cheap and never too small: the exact figure is only asked for when that is large.
    std::int64_t used = memoryFileSystems();
    std::int64_t rough = used;
    std::vector<pid_t> pids;
    eachProcess([&](pid_t pid) {
        rough += readProcess(pid).residentBytes;
        pids.push_back(pid);
    });
    if (rough > m_memoryLimit) {
        for (const pid_t pid : pids) used += proportionalBytes(pid);
        if (used > m_memoryLimit) return m_breach(EndCause::Memory, used, m_memoryLimit);
    }
    const std::int64_t took = monotonicMillis() - started;
    m_loop.after(std::max(kMemoryMillis, took * kScratchShare), [this] { lookAtMemory(); });
}

void Watch::lookAtScratch() {
    const std::int64_t started = monotonicMillis();
    const std::int64_t used = folderBytes(m_folder, m_scratchLimit) + namelessBytes(m_folder);
    if (used > m_scratchLimit) return m_breach(EndCause::Scratch, used, m_scratchLimit);
    const std::int64_t took = monotonicMillis() - started;
    m_loop.after(std::max(kScratchMillis, took * kScratchShare), [this] { lookAtScratch(); });
}

}  // namespace ph::shim
