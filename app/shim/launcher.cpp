#include "app/shim/launcher.h"

#include "app/shim/plan_file.h"
#include "app/shim/system.h"
#include "shim/plan.h"
#include "shim/record.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
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

bool put(const char* file, const std::string& text) {
    const Fd fd(::open(file, O_WRONLY | O_CLOEXEC));
    return fd && writeAll(fd.get(), text);
}

/// Becomes the network helper of process `launcher` once that has made its network.
void serveNetwork(Plan& plan, pid_t launcher, int go, int ready, int life) {
    char byte = 0;
    if (::read(go, &byte, 1) != 1) ::_exit(1);
    writeAll(kProcessFd, "helper " + std::to_string(::getpid()) + "\n");
    // Only the pipes go along; the log, the record and its lock stay with the task.
    for (const int fd : {kPlanFd, kSocketFd, kLogFd, kRecordFd, kMetricsFd, kProcessFd, kSeccompFd, kLifeFd, go})
        ::close(fd);
    std::vector<std::string> command = plan.network;
    command.push_back("--ready-fd=" + std::to_string(ready));
    command.push_back("--exit-fd=" + std::to_string(life));
    command.push_back(std::to_string(launcher));
    command.push_back(plan.networkDevice);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    ::execv(command[0].c_str(), pointers(command).data());
    ::_exit(127);
}

/// The pipes between us and the helper. bwrap waits for the byte that the helper writes when it is ready.
struct NetworkPipes {
    int life = -1;  ///< reading end; the writing one is kLifeFd, which the task's first process keeps
    int go[2] = {-1, -1};
    int ready[2] = {-1, -1};

    bool open() {
        // The life line comes first: its writing end has a fixed number that no later descriptor may take.
        int ends[2];
        if (::pipe(ends)) return false;
        life = ::fcntl(ends[0], F_DUPFD, kLifeFd + 1);
        ::close(ends[0]);
        if (ends[1] != kLifeFd) {
            ::dup2(ends[1], kLifeFd);
            ::close(ends[1]);
        }
        return life >= 0 && ::pipe(go) == 0 && ::pipe(ready) == 0;
    }
};

/// Starts the helper as an orphan, still outside the task's control groups: it is not charged to the task.
bool startHelper(Plan& plan, const NetworkPipes& pipes) {
    const pid_t launcher = ::getpid();
    const pid_t middle = ::fork();
    if (middle < 0) return false;
    if (middle == 0) {
        if (::fork() != 0) ::_exit(0);
        ::close(pipes.go[1]);
        ::close(pipes.ready[0]);
        serveNetwork(plan, launcher, pipes.go[0], pipes.ready[1], pipes.life);
    }
    ::waitpid(middle, nullptr, 0);
    for (const int fd : {pipes.go[0], pipes.ready[1], pipes.life}) ::close(fd);
    return true;
}

/// Makes the task's network here and lets the helper in. bwrap could make it, but it changes its user namespace on the
/// way, after which the network belongs to one that the helper can no longer enter; and both would bring up the
/// loopback.
bool makeNetwork(Plan& plan, const NetworkPipes& pipes) {
    const std::string uid = std::to_string(::getuid()), gid = std::to_string(::getgid());
    const bool root = ::geteuid() == 0;
    if (::unshare(CLONE_NEWNET | (root ? 0 : CLONE_NEWUSER)) != 0) return false;
    std::vector<std::string> options{"--block-fd", std::to_string(pipes.ready[0])};
    if (!root) {
        put("/proc/self/setgroups", "deny");
        if (!put("/proc/self/uid_map", "0 " + uid + " 1") || !put("/proc/self/gid_map", "0 " + gid + " 1"))
            return false;
        // Inside the sandbox everybody is who they were.
        for (const auto& word : {std::string("--uid"), uid, std::string("--gid"), gid}) options.push_back(word);
    }
    plan.sandbox.insert(plan.sandbox.begin() + 1, options.begin(), options.end());
    const bool told = writeAll(pipes.go[1], "g");
    ::close(pipes.go[1]);
    return told;
}

bool joinGroups(const Plan& plan) {
    for (const auto& path : plan.cgroups)
        if (!put(path.c_str(), "0")) return false;
    return true;
}

void limitProcess(const Plan& plan) {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    if (plan.processLimit == 0) return;
    const rlimit most{plan.processLimit, plan.processLimit};
    ::setrlimit(RLIMIT_NPROC, &most);
}

}  // namespace

int launch() {
    auto plan = readPlan();
    if (!plan || plan->sandbox.empty()) return failed("plan");
    // 1. Say who we are: together with what bwrap adds, a later controller finds the processes by it.
    writeAll(kProcessFd, "launcher " + std::to_string(::getpid()) + "\n");
    const std::vector<std::string> info{"--info-fd", std::to_string(kProcessFd)};
    plan->sandbox.insert(plan->sandbox.begin() + 1, info.begin(), info.end());
    // 2. The helper before the control groups, the network after them.
    NetworkPipes pipes;
    const bool network = !plan->network.empty();
    if (network && (!pipes.open() || !startHelper(*plan, pipes))) return failed("network helper");
    if (!joinGroups(*plan)) return failed("control groups");
    if (network && !makeNetwork(*plan, pipes)) return failed("network");
    limitProcess(*plan);
    // 3. Become the sandbox; it starts `ph-shim run`.
    std::string path = "PATH=/usr/bin:/bin";
    char* environment[] = {path.data(), nullptr};
    ::execve(plan->sandbox[0].c_str(), pointers(plan->sandbox).data(), environment);
    return failed(plan->sandbox[0]);
}

}  // namespace ph::shim
