#include "engine/spawner.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace {

using Moment = std::chrono::steady_clock::time_point;

/// spawn() gives the passed descriptors low numbers; their originals must not be in the way.
constexpr int kOutOfTheWay = 64;

int millisUntil(Moment end) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

/// Reads until `enough` says so, the end of file, or the deadline (false).
template <class Enough>
bool readUntil(int fd, std::string& text, Moment end, Enough enough) {
    while (!enough(text)) {
        pollfd waiting{fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, millisUntil(end));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        char part[4096];
        const ssize_t n = ::read(fd, part, sizeof part);
        if (n <= 0) return true;
        if (text.size() < 65536) text.append(part, static_cast<std::size_t>(n));
    }
    return true;
}

int endProcess(int pid, bool kill) {
    if (pid <= 0) return -1;
    if (kill) ::kill(pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return !kill && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Pipe {
    FileDescriptor reading, writing;
    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) return;
        reading.reset(ends[0]);
        writing.reset(ends[1]);
    }
};

}  // namespace

Result<int> spawn(const std::vector<std::string>& command, int errors, const std::vector<std::pair<int, int>>& passed) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    std::vector<FileDescriptor> moved;
    const auto pass = [&](int from, int to) {
        moved.emplace_back(::fcntl(from, F_DUPFD_CLOEXEC, kOutOfTheWay));
        ::posix_spawn_file_actions_adddup2(&actions, moved.back().get(), to);
    };
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (errors >= 0)
        pass(errors, 2);
    else
        ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int last = 2;
    for (const auto& [from, to] : passed) {
        pass(from, to);
        last = std::max(last, to);
    }
    // Libraries open sockets that children inherit: a task must not hold the controller's port or connections.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, last + 1);

    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    char path[] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    char* environment[] = {path, nullptr};
    pid_t pid = -1;
    const int failed = ::posix_spawn(&pid, arguments[0], &actions, &attributes, arguments.data(), environment);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failed == 0) return pid;
    errno = failed;
    return systemError(command[0]);
}

ProgramEnd runShortly(const std::vector<std::string>& command, std::chrono::milliseconds deadline) {
    const Moment end = std::chrono::steady_clock::now() + deadline;
    Pipe output;
    const auto pid = spawn(command, output.writing.get(), {{output.writing.get(), 1}});
    if (!pid) return {-1, pid.error().detail};
    output.writing.reset();
    ProgramEnd result;
    const bool closed = readUntil(output.reading.get(), result.output, end, [](const std::string&) { return false; });
    result.code = endProcess(*pid, !closed);
    return result;
}

Result<FileDescriptor> anonymousFile(const std::string& bytes) {
    FileDescriptor file(::memfd_create("ph-plan", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file || !writeAll(file.get(), bytes)) return systemError("plan");
    ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return file;
}

}  // namespace ph::engine
