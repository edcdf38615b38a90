#include "engine/process/host_process.h"

#include <csignal>
#include <sstream>
#include <sys/syscall.h>
#include <unistd.h>

namespace ph::engine {

namespace {

std::string procFile(int pid, const char* name) {
    return readFile("/proc/" + std::to_string(pid) + "/" + name);
}

void killIf(bool right, const FileDescriptor& process) {
    if (right && process) ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
}

}  // namespace

FileDescriptor openProcess(int pid) {
    return pid > 0 ? FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) : FileDescriptor();
}

bool isLauncherOf(int pid, const std::string& run) {
    const std::string command = procFile(pid, "cmdline");
    // Either bwrap, which carries the run as its host name, or still ourselves on the way to it.
    return command.find(std::string("--hostname\0", 11) + run) != std::string::npos ||
           command.ends_with(std::string("\0launch\0", 8));
}

bool isShimOf(int pid, const std::string& run) {
    const std::string command = procFile(pid, "cmdline");
    const bool shim = command.ends_with(std::string("/ph/shim\0run\0", 13));
    const bool bwrap = command.find(std::string("--hostname\0", 11) + run) != std::string::npos;
    if (!shim && !bwrap) return false;
    // The first process of its namespace has number 1 there, last in the list.
    std::istringstream lines(procFile(pid, "status"));
    for (std::string line; std::getline(lines, line);)
        if (line.rfind("NSpid:", 0) == 0) return line.ends_with("\t1");
    return false;
}

FileDescriptor findProcess(const RunFolder& folder, const std::string& run) {
    const RunProcesses processes = folder.readProcesses();
    // The descriptor is taken first: if the process is ours then, the descriptor is ours too.
    FileDescriptor launcher = openProcess(processes.launcher);
    if (launcher && isLauncherOf(processes.launcher, run)) return launcher;
    FileDescriptor shim = openProcess(processes.shim);
    if (shim && isShimOf(processes.shim, run)) return shim;
    return {};
}

void killRun(const RunFolder& folder, const std::string& run) {
    const RunProcesses processes = folder.readProcesses();
    const FileDescriptor shim = openProcess(processes.shim), launcher = openProcess(processes.launcher);
    killIf(isShimOf(processes.shim, run), shim);
    killIf(isLauncherOf(processes.launcher, run), launcher);
}

}  // namespace ph::engine
