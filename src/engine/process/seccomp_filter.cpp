#include "engine/process/seccomp_filter.h"

#include "engine/file_descriptor.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/netlink.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr const char* kDenied[] = {
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "setns",
    "unshare",
    "keyctl",
    "add_key",
    "request_key",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "kexec_load",
    "kexec_file_load",
    "reboot",
    "swapon",
    "swapoff",
    "init_module",
    "finit_module",
    "delete_module",
    "iopl",
    "ioperm",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "acct",
    "quotactl",
    "quotactl_fd",
    "nfsservctl",
    "open_by_handle_at",
    "name_to_handle_at",
    "lookup_dcookie",
    "syslog",
    "vhangup",
    "sethostname",
    "setdomainname",
    "personality",
    "fanotify_init",
    "kcmp",
};

constexpr unsigned long kTiocLinux = 0x541C;  // ioctl_tty(2): selects and pastes text of the console

bool addRules(scmp_filter_ctx filter) {
    const std::uint32_t denied = SCMP_ACT_ERRNO(EPERM);
    for (const char* name : kDenied) {
        const int number = ::seccomp_syscall_resolve_name(name);
        if (number != __NR_SCMP_ERROR && ::seccomp_rule_add(filter, denied, number, 0) != 0) return false;
    }
    int bad = 0;
    bad |= ::seccomp_rule_add(filter, denied, SCMP_SYS(clone), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
    // clone3 hides its flags from a filter; without it the C library uses clone.
    bad |= ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    // Input must not be put into a terminal that somebody else reads, nor a line discipline loaded.
    for (const unsigned long request :
         {static_cast<unsigned long>(TIOCSTI), kTiocLinux, static_cast<unsigned long>(TIOCSETD)})
        bad |=
            ::seccomp_rule_add(filter, denied, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, request));
    // Families between and above those that are allowed: AF_UNIX 1, AF_INET 2, AF_INET6 10, AF_NETLINK 16.
    for (int family = 3; family < AF_NETLINK; ++family)
        if (family != AF_INET6)
            bad |= ::seccomp_rule_add(filter, denied, SCMP_SYS(socket), 1,
                                      SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(family)));
    bad |= ::seccomp_rule_add(filter, denied, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK));
    // Programs ask for addresses and routes; packet filters, audit and devices are not theirs to see.
    bad |= ::seccomp_rule_add(filter, denied, SCMP_SYS(socket), 2, SCMP_A0(SCMP_CMP_EQ, AF_NETLINK),
                              SCMP_A2(SCMP_CMP_NE, NETLINK_ROUTE));
    bad |= ::seccomp_rule_add(filter, denied, SCMP_SYS(socketpair), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
    return bad == 0;
}

}  // namespace

Result<> writeSeccompFilter(const std::string& path) {
    const std::unique_ptr<void, decltype(&::seccomp_release)> filter(::seccomp_init(SCMP_ACT_ALLOW),
                                                                     &::seccomp_release);
    if (!filter || !addRules(filter.get())) return Error(kInternal, "system call filter");
    const std::string part = path + ".part";
    const FileDescriptor file = openFile(part, O_WRONLY | O_CREAT | O_TRUNC);
    if (file && ::seccomp_export_bpf(filter.get(), file.get()) == 0 && ::rename(part.c_str(), path.c_str()) == 0)
        return {};
    const Error error = systemError("system call filter");
    ::unlink(part.c_str());
    return error;
}

}  // namespace ph::engine
