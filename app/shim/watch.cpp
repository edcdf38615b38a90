#include "app/shim/watch.h"

#include "app/shim/process_table.h"

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
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
        if (S_ISDIR(about.st_mode) && depth < kDeepest) addFolder(fd, entry->d_name, sum, enough, depth + 1);
        if (sum > enough) break;
    }
    ::closedir(folder);
}

}  // namespace

std::int64_t folderBytes(const std::string& folder, std::int64_t enough) {
    std::int64_t sum = 0;
    addFolder(AT_FDCWD, folder.c_str(), sum, enough, 0);
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
    const std::int64_t used = folderBytes(m_folder, m_scratchLimit);
    if (used > m_scratchLimit) return m_breach(EndCause::Scratch, used, m_scratchLimit);
    const std::int64_t took = monotonicMillis() - started;
    m_loop.after(std::max(kScratchMillis, took * kScratchShare), [this] { lookAtScratch(); });
}

}  // namespace ph::shim
