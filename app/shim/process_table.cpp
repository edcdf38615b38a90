#include "app/shim/process_table.h"

#include "app/shim/system.h"

#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <unistd.h>

namespace ph::shim {

namespace {

std::string procFile(pid_t pid, const char* name) {
    return "/proc/" + std::to_string(pid) + "/" + name;
}

std::int64_t field(const std::string& text, const char* key) {
    const std::size_t at = text.find(key);
    return at == std::string::npos ? 0 : std::strtoll(text.c_str() + at + std::strlen(key), nullptr, 10);
}

}  // namespace

void eachProcess(const std::function<void(pid_t)>& visit) {
    DIR* folder = ::opendir("/proc");
    if (!folder) return;
    const pid_t self = ::getpid();
    while (const dirent* entry = ::readdir(folder)) {
        const pid_t pid = std::atoi(entry->d_name);
        if (pid > 0 && pid != self) visit(pid);
    }
    ::closedir(folder);
}

ProcessReading readProcess(pid_t pid) {
    ProcessReading reading;
    const std::string stat = readFile(procFile(pid, "stat").c_str(), 1024);
    const std::size_t name = stat.rfind(')');  // the name may hold anything, a ")" too
    if (name == std::string::npos) return reading;
    const char* at = stat.c_str() + name + 1;
    std::int64_t ticks = 0;
    for (int i = 3; *at && i <= 17; ++i) {
        while (*at == ' ') ++at;
        if (i >= 14) ticks += std::strtoll(at, nullptr, 10);
        while (*at && *at != ' ') ++at;
    }
    reading.cpuMicros = ticks * (1'000'000 / ::sysconf(_SC_CLK_TCK));
    const std::string statm = readFile(procFile(pid, "statm").c_str(), 256);
    char* next = nullptr;
    std::strtoll(statm.c_str(), &next, 10);
    const long page = ::sysconf(_SC_PAGESIZE);
    reading.residentBytes = std::strtoll(next, &next, 10) * page;
    reading.sharedBytes = std::strtoll(next, &next, 10) * page;
    const std::string io = readFile(procFile(pid, "io").c_str(), 1024);
    reading.readBytes = field(io, "\nread_bytes: ");
    reading.writeBytes = field(io, "\nwrite_bytes: ");
    return reading;
}

ProportionalReading readProportional(pid_t pid) {
    const std::string text = readFile(procFile(pid, "smaps_rollup").c_str(), 4096);
    return {field(text, "\nPss:") * 1024, field(text, "\nPss_Shmem:") * 1024};
}

}  // namespace ph::shim
