#include "engine/process/seccomp_filter.h"

#include "engine/file_descriptor.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace {

/// A system call and the error it has to give; 0: it works.
struct Attempt {
    const char* name;
    int expected;
    long number;
    std::array<unsigned long, 3> arguments;
};

constexpr unsigned long kHigh = 1ul << 32;  // the kernel looks at the lower half of an int only

constexpr Attempt kDenied[] = {
    {"mount", EPERM, SYS_mount, {}},
    {"umount2", EPERM, SYS_umount2, {}},
    {"pivot_root", EPERM, SYS_pivot_root, {}},
    {"chroot", EPERM, SYS_chroot, {}},
    {"move_mount", EPERM, SYS_move_mount, {}},
    {"open_tree", EPERM, SYS_open_tree, {}},
    {"fsopen", EPERM, SYS_fsopen, {}},
    {"unshare", EPERM, SYS_unshare, {CLONE_NEWUSER}},
    {"unshare of files", EPERM, SYS_unshare, {CLONE_FS}},
    {"setns", EPERM, SYS_setns, {}},
    {"a new user namespace", EPERM, SYS_clone, {CLONE_NEWUSER | SIGCHLD}},
    {"clone3", ENOSYS, SYS_clone3, {}},
    {"keyctl", EPERM, SYS_keyctl, {KEYCTL_GET_KEYRING_ID}},
    {"add_key", EPERM, SYS_add_key, {}},
    {"bpf", EPERM, SYS_bpf, {}},
    {"perf_event_open", EPERM, SYS_perf_event_open, {}},
    {"userfaultfd", EPERM, SYS_userfaultfd, {}},
    {"io_uring_setup", EPERM, SYS_io_uring_setup, {1}},
    {"kexec_load", EPERM, SYS_kexec_load, {}},
    {"reboot", EPERM, SYS_reboot, {}},
    {"swapon", EPERM, SYS_swapon, {}},
    {"init_module", EPERM, SYS_init_module, {}},
    {"settimeofday", EPERM, SYS_settimeofday, {}},
    {"acct", EPERM, SYS_acct, {}},
    {"open_by_handle_at", EPERM, SYS_open_by_handle_at, {}},
    {"syslog", EPERM, SYS_syslog, {}},
    {"sethostname", EPERM, SYS_sethostname, {}},
    {"personality", EPERM, SYS_personality, {0xffffffff}},
    {"kcmp", EPERM, SYS_kcmp, {}},
    {"packet socket", EPERM, SYS_socket, {AF_PACKET, SOCK_RAW}},
    {"vsock", EPERM, SYS_socket, {AF_VSOCK, SOCK_STREAM}},
    {"crypto socket", EPERM, SYS_socket, {AF_ALG, SOCK_SEQPACKET}},
    {"bluetooth socket", EPERM, SYS_socket, {AF_BLUETOOTH, SOCK_STREAM}},
    {"family 3", EPERM, SYS_socket, {3, SOCK_STREAM}},
    {"family 15", EPERM, SYS_socket, {15, SOCK_STREAM}},
    {"packet socket with a high half", EPERM, SYS_socket, {AF_PACKET | kHigh, SOCK_RAW}},
    {"key socket with a high half", EPERM, SYS_socket, {AF_KEY | kHigh, SOCK_RAW}},
    {"netlink of devices", EPERM, SYS_socket, {AF_NETLINK, SOCK_RAW, 15}},
    {"netlink of the packet filter", EPERM, SYS_socket, {AF_NETLINK, SOCK_RAW, 12}},
    {"netlink with a high half", EPERM, SYS_socket, {AF_NETLINK, SOCK_RAW, 12 | kHigh}},
    {"a pair of cluster sockets", EPERM, SYS_socketpair, {AF_TIPC, SOCK_STREAM}},
    {"terminal paste", EPERM, SYS_ioctl, {0, 0x541C}},
    {"a line discipline", EPERM, SYS_ioctl, {0, TIOCSETD}},
    {"terminal input", EPERM, SYS_ioctl, {0, TIOCSTI}},
    {"terminal input with a high half", EPERM, SYS_ioctl, {0, TIOCSTI | kHigh}},
};

constexpr Attempt kAllowed[] = {
    {"getppid", 0, SYS_getppid, {}},
    {"a Unix socket", 0, SYS_socket, {AF_UNIX, SOCK_STREAM}},
    {"an IP socket", 0, SYS_socket, {AF_INET, SOCK_STREAM}},
    {"a route socket", 0, SYS_socket, {AF_NETLINK, SOCK_RAW}},
    {"tracing", 0, SYS_ptrace, {PTRACE_TRACEME}},
    {"an event counter", 0, SYS_eventfd2, {}},
    {"an unknown call is the kernel's to refuse", ENOSYS, 1023, {}},
};

/// Makes the attempts behind the filter in a process of its own and returns what each came to.
template <std::size_t N>
std::array<int, N> attempt(const std::string& filterFile, const Attempt (&attempts)[N]) {
    std::array<int, N> results;
    results.fill(-1);
    std::string code = readFile(filterFile);
    sock_fprog program{static_cast<unsigned short>(code.size() / sizeof(sock_filter)),
                       reinterpret_cast<sock_filter*>(code.data())};
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) ::_exit(1);
        if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) ::_exit(2);
        for (std::size_t i = 0; i < N; ++i) {
            const auto& [a, b, c] = attempts[i].arguments;
            errno = 0;
            const long value = ::syscall(attempts[i].number, a, b, c);
            results[i] = value < 0 ? errno : 0;
        }
        const ssize_t told = ::write(writing.get(), results.data(), sizeof results);
        ::_exit(told == sizeof results ? 0 : 3);
    }
    writing.reset();
    EXPECT_EQ(::read(reading.get(), results.data(), sizeof results), static_cast<ssize_t>(sizeof results));
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    return results;
}

class SeccompFilters : public ::testing::Test {
protected:
    void SetUp() override {
        const auto written = writeSeccompFilter(file);
        ASSERT_TRUE(written) << written.error().detail;
    }

private:
    test::TemporaryFolder m_folder;

protected:
    const std::string file = m_folder.path() + "/filter";
};

}  // namespace

TEST_F(SeccompFilters, RefuseWhatNoTrainingNeeds) {
    const auto results = attempt(file, kDenied);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], kDenied[i].expected) << kDenied[i].name;
}

TEST_F(SeccompFilters, LetTheRestThrough) {
    const auto results = attempt(file, kAllowed);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], kAllowed[i].expected) << kAllowed[i].name;
}

#ifdef __x86_64__
TEST_F(SeccompFilters, EndWhoeverUsesTheOtherWayIntoTheKernel) {
    std::string code = readFile(file);
    sock_fprog program{static_cast<unsigned short>(code.size() / sizeof(sock_filter)),
                       reinterpret_cast<sock_filter*>(code.data())};
    const pid_t child = ::fork();
    if (child == 0) {
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) ::_exit(1);
        if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) ::_exit(2);
        constexpr long kX32 = 0x40000000;
        ::syscall(kX32 | SYS_mount, 0, 0, 0);
        ::_exit(errno == ENOSYS ? 3 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) << status;
}
#endif

TEST_F(SeccompFilters, AreWrittenWholeOrNotAtAll) {
    const std::string before = readFile(file);
    EXPECT_EQ(before.size() % sizeof(sock_filter), 0u);
    EXPECT_TRUE(writeSeccompFilter(file));
    EXPECT_EQ(readFile(file), before);
    EXPECT_FALSE(std::filesystem::exists(file + ".part"));
    EXPECT_FALSE(writeSeccompFilter("/no/such/folder/filter"));
    std::filesystem::create_directories(file + "2");
    EXPECT_FALSE(writeSeccompFilter(file + "2")) << "a folder is in its place";
    EXPECT_FALSE(std::filesystem::exists(file + "2.part"));
}

}  // namespace ph::engine
