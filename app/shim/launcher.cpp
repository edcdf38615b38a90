#include "app/shim/launcher.h"

#include "app/shim/plan_file.h"
#include "app/shim/system.h"
#include "shim/plan.h"
#include "shim/record.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::shim {

namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (auto& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

int failed(const std::string& what) {
    ExitRecord record;
    record.kind = EndKind::LaunchFailed;
    record.endedMicros = utcMicros();
    record.detail = what + ": " + ::strerror(errno);
    writeAll(kRecordFd, endedLine(record));
    return 1;
}

/// The process id after `"child-pid":` in what bwrap says about itself; 0 if it never came.
int childPid(const std::string& info) {
    const std::size_t at = info.find("\"child-pid\":");
    return at == std::string::npos ? 0 : std::atoi(info.c_str() + at + 12);
}

/// Both bwrap and the helper bring the loopback up, and bwrap fails if it comes second. It is up once the routing table
/// has its address, a moment after the process was made.
void waitForLoopback(int pid) {
    const std::string table = "/proc/" + std::to_string(pid) + "/net/fib_trie";
    const std::int64_t deadline = monotonicMillis() + 2000;
    while (readFile(table.c_str()).find("127.0.0.1") == std::string::npos && monotonicMillis() < deadline)
        ::usleep(300);
}

/// Waits for the sandbox's first process, keeps what bwrap said, and becomes the network helper of that process. Ready
/// and unblocking are one pipe: bwrap waits for the byte that the helper writes.
void serveNetwork(Plan& plan, int info, int ready, int life) {
    std::string said;
    char part[512];
    for (ssize_t n; said.find('}') == std::string::npos && (n = ::read(info, part, sizeof part)) != 0;) {
        if (n < 0 && errno != EINTR) break;
        if (n > 0) said.append(part, static_cast<std::size_t>(n));
    }
    writeAll(kProcessFd, said + "helper " + std::to_string(::getpid()) + "\n");
    if (childPid(said) == 0) ::_exit(1);
    waitForLoopback(childPid(said));
    // Only the pipes go along; the log, the record and its lock stay with the task.
    for (const int fd : {kPlanFd, kSocketFd, kLogFd, kRecordFd, kMetricsFd, kProcessFd, kSeccompFd, kLifeFd, info})
        ::close(fd);
    std::vector<std::string> command = plan.network;
    command.push_back("--ready-fd=" + std::to_string(ready));
    command.push_back("--exit-fd=" + std::to_string(life));
    command.push_back(std::to_string(childPid(said)));
    command.push_back(plan.networkDevice);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    ::execv(command[0].c_str(), pointers(command).data());
    ::_exit(127);
}

/// Starts the helper as an orphan outside the task's cgroups; adds what bwrap needs to its arguments.
bool startNetwork(Plan& plan) {
    // The life line comes first: its writing end has a fixed number that no later descriptor may take.
    int life[2], info[2], ready[2];
    if (::pipe(life)) return false;
    const int lifeEnd = ::fcntl(life[0], F_DUPFD, kLifeFd + 1);
    ::close(life[0]);
    if (life[1] != kLifeFd) {
        ::dup2(life[1], kLifeFd);
        ::close(life[1]);
    }
    if (lifeEnd < 0 || ::pipe(info) || ::pipe(ready)) return false;
    const pid_t middle = ::fork();
    if (middle < 0) return false;
    if (middle == 0) {
        if (::fork() != 0) ::_exit(0);
        ::close(info[1]);
        ::close(ready[0]);
        serveNetwork(plan, info[0], ready[1], lifeEnd);
    }
    ::waitpid(middle, nullptr, 0);
    ::close(info[0]);
    ::close(ready[1]);
    ::close(lifeEnd);
    const std::vector<std::string> options{"--info-fd", std::to_string(info[1]), "--block-fd",
                                           std::to_string(ready[0])};
    plan.sandbox.insert(plan.sandbox.begin() + 1, options.begin(), options.end());
    return true;
}

}  // namespace

int launch() {
    auto plan = readPlan();
    if (!plan || plan->sandbox.empty()) return failed("plan");
    // 1. Say who we are: together with what bwrap adds, a later controller finds the processes by it.
    writeAll(kProcessFd, "launcher " + std::to_string(::getpid()) + "\n");
    // 2. The helper must not be charged to the task, so it is started before the cgroups are joined.
    if (plan->network.empty()) {
        const std::vector<std::string> options{"--info-fd", std::to_string(kProcessFd)};
        plan->sandbox.insert(plan->sandbox.begin() + 1, options.begin(), options.end());
    } else if (!startNetwork(*plan)) {
        return failed("network helper");
    }
    // 3. Limits
    for (const auto& path : plan->cgroups) {
        const Fd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!file || !writeAll(file.get(), "0")) return failed(path);
    }
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    if (plan->processLimit) {
        const rlimit most{plan->processLimit, plan->processLimit};
        ::setrlimit(RLIMIT_NPROC, &most);
    }
    if (!plan->network.empty()) setCloseOnExec(kProcessFd);
    // 4. Become the sandbox; it starts `ph-shim run`.
    std::string path = "PATH=/usr/bin:/bin";
    char* environment[] = {path.data(), nullptr};
    ::execve(plan->sandbox[0].c_str(), pointers(plan->sandbox).data(), environment);
    return failed(plan->sandbox[0]);
}

}  // namespace ph::shim
