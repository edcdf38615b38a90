#include "engine/inventory.h"

#include "engine/file_descriptor.h"

#include <algorithm>
#include <cstdlib>
#include <sched.h>
#include <sstream>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr int kScratchPercent = 90;  // what the controller itself needs stays free

std::int64_t processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0) return std::max(CPU_COUNT(&set), 1);
    return std::max<long>(::sysconf(_SC_NPROCESSORS_ONLN), 1);
}

std::int64_t totalMemory() {
    std::istringstream lines(readFile("/proc/meminfo"));
    std::string key;
    std::int64_t kibibytesTotal = 0;
    lines >> key >> kibibytesTotal;
    return kibibytesTotal * 1024;
}

/// The limit in the first of `files` that has one; `none` without.
std::int64_t limitIn(std::initializer_list<const char*> files, std::int64_t none) {
    for (const char* file : files) {
        const std::string text = readFile(file);
        const std::int64_t value = std::strtoll(text.c_str(), nullptr, 10);
        if (value > 0) return std::min(value, none);
    }
    return none;
}

/// A container's processor quota in milli-CPU, or `none`.
std::int64_t quota(std::int64_t none) {
    std::istringstream unified(readFile("/sys/fs/cgroup/cpu.max"));
    std::int64_t micros = 0, period = 0;
    if (!(unified >> micros >> period)) {
        micros = std::strtoll(readFile("/sys/fs/cgroup/cpu/cpu.cfs_quota_us").c_str(), nullptr, 10);
        period = std::strtoll(readFile("/sys/fs/cgroup/cpu/cpu.cfs_period_us").c_str(), nullptr, 10);
    }
    return micros > 0 && period > 0 ? std::min(micros * 1000 / period, none) : none;
}

}  // namespace

NodeCapacity readCapacity(const std::string& folder) {
    NodeCapacity capacity;
    capacity.cpu = {quota(processors() * 1000)};
    capacity.memory = {
        limitIn({"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}, totalMemory())};
    struct statvfs about {};
    if (::statvfs(folder.c_str(), &about) == 0)
        capacity.scratch = {static_cast<std::int64_t>(about.f_bavail) * static_cast<std::int64_t>(about.f_frsize) /
                            100 * kScratchPercent};
    return capacity;
}

std::string hostName() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 && name[0] ? name : "localhost";
}

std::map<std::string, std::string> systemLabels() {
    utsname about{};
    ::uname(&about);
    std::string os = about.sysname;
    std::istringstream lines(readFile("/etc/os-release"));
    for (std::string line; std::getline(lines, line);)
        if (line.rfind("PRETTY_NAME=", 0) == 0) os = line.substr(12);
    std::erase(os, '"');
    return {{"os", os}, {"kernel", about.release}, {"architecture", about.machine}};
}

}  // namespace ph::engine
