#include "app/shim/launcher.h"

#include "app/shim/plan_file.h"
#include "app/shim/system.h"
#include "base/fail_point.h"
#include "shim/plan.h"
#include "shim/record.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
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
    record.detail = what;
    writeAll(kRecordFd, endedLine(record));
    return 1;
}

bool put(const char* file, const std::string& text) {
    const Fd fd(::open(file, O_WRONLY | O_CLOEXEC));
    return fd && writeAll(fd.get(), text);
}

/// Two descriptors above all that have a number of their own.
bool makePipe(int (&pair)[2]) {
    int ends[2];
    if (::pipe(ends)) return false;
    for (int i = 0; i < 2; ++i) {
        pair[i] = ::fcntl(ends[i], F_DUPFD, kLifeEndFd + 1);
        ::close(ends[i]);
    }
    return pair[0] >= 0 && pair[1] >= 0;
}

/// What there is before a task comes.
struct Prepared {
    std::vector<std::string> options;  ///< for bwrap
    std::string failure;
};

/// Sends one message over the hand-over socket.
void offer(const std::string& text, const int (&fds)[2]) {
    iovec part{const_cast<char*>(text.data()), text.size()};
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof fds)] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fds);
    std::memcpy(CMSG_DATA(header), fds, sizeof fds);
    ::sendmsg(kHandOverFd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Becomes the network helper of process `launcher` once that has made its network.
void serveNetwork(const Preparation& preparation, pid_t launcher, int go, int ready) {
    for (const int fd : {kPreparationFd, kHandOverFd, kLifeFd}) ::close(fd);
    char byte = 0;
    if (::read(go, &byte, 1) != 1) ::_exit(1);
    ::close(go);
    std::vector<std::string> command = preparation.network;
    command.push_back("--ready-fd=" + std::to_string(ready));
    command.push_back("--exit-fd=" + std::to_string(kLifeEndFd));
    command.push_back(std::to_string(launcher));
    command.push_back(preparation.networkDevice);
    ::execv(command[0].c_str(), pointers(command).data());
    ::_exit(127);
}

/// Starts the helper while we are still outside the task's control groups: it is not charged to the task.
pid_t startHelper(const Preparation& preparation, int (&go)[2], int (&ready)[2]) {
    if (!makePipe(go) || !makePipe(ready)) return -1;
    const pid_t launcher = ::getpid();
    const pid_t helper = ::fork();
    if (helper == 0) {
        ::close(go[1]);
        ::close(ready[0]);
        serveNetwork(preparation, launcher, go[0], ready[1]);
    }
    for (const int fd : {go[0], ready[1], kLifeEndFd}) ::close(fd);
    return helper;
}

/// Makes the task's network here and lets the helper in. bwrap could make it, but it changes its user namespace on the
/// way, after which the network belongs to one that the helper can no longer enter; and both would bring up the
/// loopback.
bool makeNetwork(pid_t helper, int go) {
    const std::string uid = std::to_string(::getuid()), gid = std::to_string(::getgid());
    const bool root = ::geteuid() == 0;
    if (::unshare(CLONE_NEWNET | (root ? 0 : CLONE_NEWUSER)) != 0) return false;
    if (!root) {
        put("/proc/self/setgroups", "deny");
        if (!put("/proc/self/uid_map", "0 " + uid + " 1") || !put("/proc/self/gid_map", "0 " + gid + " 1"))
            return false;
    }
    const bool told = writeAll(go, "g");
    ::close(go);
    const int spaces[2] = {::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC),
                           ::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC)};
    offer(std::to_string(helper), spaces);
    for (const int fd : spaces) ::close(fd);
    return told;
}

/// Enters a network that an earlier task has left.
bool joinNetwork(bool root) {
    const bool good = (root || ::setns(kJoinUserFd, CLONE_NEWUSER) == 0) && ::setns(kJoinNetworkFd, CLONE_NEWNET) == 0;
    ::close(kJoinUserFd);
    ::close(kJoinNetworkFd);
    return good;
}

/// All that can be done without a task; the slow part of a start.
Prepared prepare() {
    Prepared prepared;
    const auto fail = [&](const std::string& what) {
        prepared.failure = what + ": " + ::strerror(errno);
        return prepared;
    };
    const auto preparation = readPreparation();
    if (!preparation) return fail("preparation");
    const bool network = !preparation->network.empty(), makes = network && !preparation->join;
    const uid_t uid = ::getuid(), gid = ::getgid();
    int go[2] = {-1, -1}, ready[2] = {-1, -1};
    pid_t helper = 0;
    if (makes && (helper = startHelper(*preparation, go, ready)) < 0) return fail("network helper");
    for (const auto& path : preparation->cgroups)
        if (!put(path.c_str(), "0")) return fail(path);
    if (makes && !makeNetwork(helper, go[1])) return fail("network");
    if (network && !makes && !joinNetwork(uid == 0)) return fail("network");
    if (makes) prepared.options = {"--block-fd", std::to_string(ready[0])};
    // Inside the sandbox everybody is who they were.
    if (network && uid != 0)
        for (const auto& word : {std::string("--uid"), std::to_string(uid), std::string("--gid"), std::to_string(gid)})
            prepared.options.push_back(word);
    return prepared;
}

/// Waits for the task's descriptors and puts them in their places. False if none come.
bool takeOver() {
    constexpr std::size_t kCount = std::size(kHandedOver);
    char byte = 0;
    iovec part{&byte, 1};
    alignas(cmsghdr) char room[CMSG_SPACE(kCount * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    ssize_t n = 0;
    // A controller that went before it read our offer is told first, as a reset; the task it had handed over comes
    // next.
    while ((n = ::recvmsg(kHandOverFd, &message, 0)) < 0 && (errno == EINTR || errno == ECONNRESET)) {
    }
    const cmsghdr* header = n == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(kCount * sizeof(int))) return false;
    int fds[kCount];
    std::memcpy(fds, CMSG_DATA(header), sizeof fds);
    // Out of the way first: the numbers they came with may be the places of others.
    for (int& fd : fds) {
        const int above = ::fcntl(fd, F_DUPFD, kLifeEndFd + 1);
        ::close(fd);
        fd = above;
    }
    for (std::size_t i = 0; i < kCount; ++i) {
        ::dup2(fds[i], kHandedOver[i]);
        ::close(fds[i]);
    }
    return true;
}

void limitProcess(const Plan& plan) {
    // With 0 the kernel would still start a program that core_pattern names, outside and as root; with 1 it does not
    // (core(5)).
    const rlimit least{1, 1};
    ::setrlimit(RLIMIT_CORE, &least);
    if (plan.processLimit == 0) return;
    const rlimit most{plan.processLimit, plan.processLimit};
    ::setrlimit(RLIMIT_NPROC, &most);
}

}  // namespace

int launch() {
    Prepared prepared = prepare();
    if (!takeOver()) return 1;
    failPoint("launcher.taken");
    if (!prepared.failure.empty()) return failed(prepared.failure);
    auto plan = readPlan();
    if (!plan || plan->sandbox.empty()) return failed("plan");
    limitProcess(*plan);
    // What bwrap adds to the controller's note of us: by it a later controller finds the task's first process.
    std::vector<std::string> options{"--info-fd", std::to_string(kProcessFd)};
    options.insert(options.end(), prepared.options.begin(), prepared.options.end());
    plan->sandbox.insert(plan->sandbox.begin() + 1, options.begin(), options.end());
    failPoint("launcher.leaves");
    handFailPointsOn();
    // Become the sandbox; it starts `ph-shim run`.
    std::string path = "PATH=/usr/bin:/bin";
    char* environment[] = {path.data(), nullptr};
    ::execve(plan->sandbox[0].c_str(), pointers(plan->sandbox).data(), environment);
    return failed(plan->sandbox[0] + ": " + ::strerror(errno));
}

}  // namespace ph::shim
