#include "engine/escapes/tools.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/if_link.h>
#include <linux/io_uring.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

namespace ph::escapes {

namespace {

/// A descriptor that closes itself.
class File {
public:
    explicit File(int fd) : m_fd(fd) {}
    ~File() {
        if (m_fd >= 0) ::close(m_fd);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    explicit operator bool() const { return m_fd >= 0; }
    int get() const { return m_fd; }

private:
    int m_fd;
};

std::string contentOf(const std::string& path) {
    std::string text;
    const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    char part[4096];
    for (ssize_t n = 0; file && (n = ::read(file.get(), part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(n));
    return text;
}

}  // namespace

Outside outsideFrom(char** words) {
    Outside outside{words[0], std::atoi(words[1]), words[2], std::atoi(words[3]), words[4]};
    std::reverse(outside.marker.begin(), outside.marker.end());
    return outside;
}

bool survives(const std::function<void()>& work) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(5);
        work();
        ::_exit(0);
    }
    int status = -1;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool opens(const std::string& path) {
    return bool(File(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)));
}

bool reads(const std::string& path) {
    const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    char byte = 0;
    return file && ::read(file.get(), &byte, 1) == 1;
}

bool lists(const std::string& path) {
    DIR* folder = ::opendir(path.c_str());
    if (!folder) return false;
    int count = 0;
    while (::readdir(folder)) ++count;
    ::closedir(folder);
    return count > 2;
}

bool inFile(const std::string& path, const std::string& text) {
    return contentOf(path).find(text) != std::string::npos;
}

bool writes(const std::string& path, const std::string& text) {
    const File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool makesNode(const std::string& path, mode_t kind, unsigned major, unsigned minor) {
    return ::mknod(path.c_str(), kind | 0600, makedev(major, minor)) == 0;
}

bool markerInProc(const std::string& marker) {
    DIR* folder = ::opendir("/proc");
    if (!folder) return false;
    bool found = false;
    while (const dirent* entry = ::readdir(folder)) {
        const std::string place = std::string("/proc/") + entry->d_name;
        found = found || inFile(place + "/environ", marker) || inFile(place + "/cmdline", marker);
    }
    ::closedir(folder);
    return found;
}

bool readsMemoryOf(pid_t pid) {
    char here[8];
    iovec local{here, sizeof here}, remote{reinterpret_cast<void*>(0x400000), sizeof here};
    return ::process_vm_readv(pid, &local, 1, &remote, 1, 0) >= 0 || errno == EFAULT;
}

bool takesDescriptorOf(pid_t pid) {
    const File process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    for (int number = 0; process && number < 64; ++number)
        if (call(SYS_pidfd_getfd, process.get(), number, 0)) return true;
    return false;
}

bool stops(pid_t pid) {
    ::kill(pid, SIGSTOP);
    ::kill(pid, SIGTERM);
    ::kill(pid, SIGKILL);
    const std::string status = contentOf("/proc/" + std::to_string(pid) + "/status");
    return status.find("State:\tS") == std::string::npos && status.find("State:\tR") == std::string::npos;
}

bool clonesTheNewWay(unsigned long flags) {
    clone_args arguments{};
    arguments.flags = flags;
    arguments.exit_signal = SIGCHLD;
    const long child = ::syscall(SYS_clone3, &arguments, sizeof arguments);
    if (child == 0) ::_exit(0);
    return child > 0;
}

bool opensByHandle() {
    alignas(file_handle) char room[sizeof(file_handle) + MAX_HANDLE_SZ] = {};
    auto* handle = reinterpret_cast<file_handle*>(room);
    handle->handle_bytes = MAX_HANDLE_SZ;
    int mount = 0;
    if (::name_to_handle_at(AT_FDCWD, "/work", handle, &mount, 0) == 0) return true;
    const File place(::open("/work", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return ::open_by_handle_at(place.get(), handle, O_RDONLY) >= 0;
}

bool opensCounter() {
    perf_event_attr wish{};
    wish.type = PERF_TYPE_SOFTWARE;
    wish.size = sizeof wish;
    wish.config = PERF_COUNT_SW_CPU_CLOCK;
    wish.exclude_kernel = 1;
    return call(SYS_perf_event_open, &wish, 0, -1, -1, 0);
}

bool setsUpRing() {
    io_uring_params wish{};
    return call(SYS_io_uring_setup, 1, &wish);
}

bool setsClock() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return ::clock_settime(CLOCK_REALTIME, &now) == 0;
}

bool stepsClock() {
    timex wish{};
    wish.modes = ADJ_OFFSET;
    return ::adjtimex(&wish) >= 0;
}

bool givesAway() {
    return writes("given") && ::chown("given", ::getuid() + 1, static_cast<gid_t>(-1)) == 0;
}

bool joinsGroup() {
    const gid_t root = 0;
    return ::getgid() != 0 && (::setgroups(1, &root) == 0 || ::setresgid(0, 0, 0) == 0);
}

bool hasCapabilities() {
    const std::string status = contentOf("/proc/self/status");
    for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapAmb"})
        if (status.find(std::string(set) + ":\t0000000000000000") == std::string::npos) return true;
    return false;
}

bool goesBeforeAll() {
    sched_param wish{};
    wish.sched_priority = 1;
    return ::sched_setscheduler(0, SCHED_FIFO, &wish) == 0 || ::sched_setscheduler(0, SCHED_RR, &wish) == 0;
}

bool leavesCore() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_CORE, &limit) != 0) return true;
    // With 0 the kernel still hands a core to a program that is named in core_pattern, and runs that outside; with 1 it
    // does neither (core(5)).
    if (limit.rlim_max != 1) return true;
    const pid_t child = ::fork();
    if (child == 0) ::abort();
    int status = 0;
    ::waitpid(child, &status, 0);
    return WCOREDUMP(status);
}

bool raises(int limit) {
    rlimit wish{RLIM_INFINITY, RLIM_INFINITY};
    return ::setrlimit(static_cast<__rlimit_resource>(limit), &wish) == 0;
}

bool hasSocket(int family, int type, int protocol) {
    return bool(File(::socket(family, type | SOCK_CLOEXEC, protocol)));
}

bool hasSocketPair(int family, int type) {
    int pair[2];
    // A family that the kernel lacks is as good as refused, but one that it would load is not.
    return ::socketpair(family, type, 0, pair) == 0 || errno != EPERM;
}

bool changesNetwork() {
    struct {
        nlmsghdr head;
        ifinfomsg link;
    } wish{};
    wish.head.nlmsg_len = sizeof wish;
    wish.head.nlmsg_type = RTM_NEWLINK;
    wish.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
    wish.link.ifi_index = static_cast<int>(::if_nametoindex("lo"));
    wish.link.ifi_change = IFF_UP;
    const File socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    if (!socket || ::send(socket.get(), &wish, sizeof wish, 0) != sizeof wish) return false;
    struct {
        nlmsghdr head;
        nlmsgerr error;
        char rest[1024];
    } answer{};
    return ::recv(socket.get(), &answer, sizeof answer, 0) > 0 && answer.head.nlmsg_type == NLMSG_ERROR &&
           answer.error.error == 0;
}

bool connectsAbstract(const std::string& name) {
    const File socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    return ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), length) == 0;
}

bool controlsTerminal(unsigned long request) {
    const File master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!master || ::grantpt(master.get()) != 0 || ::unlockpt(master.get()) != 0) return false;
    char name[64];
    if (::ptsname_r(master.get(), name, sizeof name) != 0) return false;
    // Ours, as it would be that of the shell which started us.
    ::setsid();
    const File terminal(::open(name, O_RDWR | O_CLOEXEC));
    char byte = 'x';
    int discipline = 3;  // N_PPP's neighbour, N_MOUSE: any other than the usual one
    void* argument = request == TIOCSETD ? static_cast<void*>(&discipline) : static_cast<void*>(&byte);
    // The kernel refuses some of them itself, depending on how it was built: what counts is that it is not asked.
    return terminal && (::ioctl(terminal.get(), request, argument) == 0 || errno != EPERM);
}

}  // namespace ph::escapes
