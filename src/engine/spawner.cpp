#include "engine/spawner.h"

#include "base/fail_point.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <set>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace {

using Moment = std::chrono::steady_clock::time_point;

/// spawn() gives the passed descriptors low numbers; their originals must not be in the way.
constexpr int kOutOfTheWay = 64;
constexpr std::size_t kMostOutput = 65536;

int millisUntil(Moment end) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

/// Takes what a pipe holds, as far as there is room for it; false at its end.
bool readPart(int fd, std::string& text) {
    char part[4096];
    const ssize_t n = ::read(fd, part, sizeof part);
    if (n > 0) text.append(part, std::min(static_cast<std::size_t>(n), kMostOutput - text.size()));
    return n > 0 || (n < 0 && errno == EINTR);
}

/// Its exit code, or -1 if a signal ended it. `kill` ends it with everything in its session's first group.
int endProcess(int pid, bool kill) {
    if (kill) ::kill(-pid, SIGKILL);
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

/// What a child does with its descriptors before it begins.
class FileActions {
public:
    FileActions() { ::posix_spawn_file_actions_init(&m_actions); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&m_actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    /// False if there is no such descriptor, or no room for a copy of it.
    bool put(int from, int place) {
        FileDescriptor copy(::fcntl(from, F_DUPFD_CLOEXEC, kOutOfTheWay));
        if (!copy) return false;
        ::posix_spawn_file_actions_adddup2(&m_actions, copy.get(), place);
        m_places.insert(place);
        m_copies.push_back(std::move(copy));
        return true;
    }
    /// Libraries open sockets that children inherit: a task must not hold the controller's port or connections.
    void closeOthers() {
        for (int fd = 0; fd < 3; ++fd)
            if (!m_places.contains(fd))
                ::posix_spawn_file_actions_addopen(&m_actions, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
        m_places.insert(2);
        for (int fd = 3; fd < *m_places.rbegin(); ++fd)
            if (!m_places.contains(fd)) ::posix_spawn_file_actions_addclose(&m_actions, fd);
        ::posix_spawn_file_actions_addclosefrom_np(&m_actions, *m_places.rbegin() + 1);
    }
    const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions;
    std::set<int> m_places;
    std::vector<FileDescriptor> m_copies;
};

}  // namespace

Result<int> spawn(const std::vector<std::string>& command, int errors, const std::vector<std::pair<int, int>>& passed) {
    FileActions actions;
    bool whole = errors < 0 || actions.put(errors, 2);
    for (const auto& [from, place] : passed) whole = whole && actions.put(from, place);
    if (!whole) return systemError(command[0]);
    actions.closeOthers();

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
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
    std::string failPoints = failPointsVariable();
    char* environment[] = {path, failPoints.empty() ? nullptr : failPoints.data(), nullptr};
    pid_t pid = -1;
    const int failed = ::posix_spawn(&pid, arguments[0], actions.get(), &attributes, arguments.data(), environment);
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
    const FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
    ProgramEnd result;
    // A program may close its output and go on, or end and leave somebody who holds it open.
    bool ended = false, open = true;
    while (std::chrono::steady_clock::now() < end) {
        pollfd waiting[] = {{process.get(), POLLIN, 0}, {open ? output.reading.get() : -1, POLLIN, 0}};
        const int ready = ::poll(waiting, std::size(waiting), millisUntil(end));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) break;
        ended = waiting[0].revents != 0;
        if (waiting[1].revents != 0)
            open = readPart(output.reading.get(), result.output);
        else if (ended)
            break;
    }
    result.code = endProcess(*pid, !ended);
    return result;
}

Result<FileDescriptor> anonymousFile(const std::string& bytes) {
    FileDescriptor file(::memfd_create("ph-plan", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file || !writeAll(file.get(), bytes)) return systemError("plan");
    ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return file;
}

}  // namespace ph::engine
