// Runs inside a task as its program and tries to get out, one attempt after the other. Prints "NAME: refused" for each,
// or "NAME: DONE" for one that came through. A new attempt is one line of the table.
//   attempts DATA_FOLDER OUTSIDE_PID ABSTRACT_SOCKET MEMORY_KEY MARKER
// MARKER comes backwards, so that it is nowhere inside; whoever has it in an environment or a command line is outside.
#include "engine/escapes/tools.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <grp.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace ph::escapes;

struct Attempt {
    const char* name;
    std::function<bool()> comesThrough;
};

using Attempts = std::vector<Attempt>;

Attempts readings(const Outside& outside) {
    return {
        {"read the controller's keys", [=] { return reads(outside.data + "/keys"); }},
        {"list the controller's folder", [=] { return lists(outside.data); }},
        {"list the folder of all tasks", [=] { return lists(outside.data + "/runs"); }},
        {"read the passwords of the machine", [] { return reads("/etc/shadow"); }},
        {"list root's home", [] { return lists("/root"); }},
        {"list the homes", [] { return lists("/home"); }},
        {"list the machine's services", [] { return lists("/var") || lists("/run/systemd") || lists("/srv"); }},
        {"find another's secret in /proc", [=] { return markerInProc(outside.marker); }},
        {"read the first process's environment", [] { return reads("/proc/1/environ"); }},
        {"read the first process's memory", [] { return reads("/proc/1/mem") || reads("/proc/1/maps"); }},
        {"enter the first process's root", [] { return lists("/proc/1/root") || lists("/proc/1/cwd"); }},
        {"list the first process's descriptors", [] { return lists("/proc/1/fd"); }},
        {"open the first process's namespaces", [] { return opens("/proc/1/ns/mnt") || opens("/proc/1/ns/net"); }},
        {"read the kernel's log", [] { return opens("/dev/kmsg") || call(SYS_syslog, 3, 0, 0); }},
        {"read the machine's memory", [] { return opens("/dev/mem") || opens("/proc/kcore"); }},
    };
}

Attempts processes(const Outside& outside) {
    const pid_t pid = outside.pid;
    return {
        {"signal a process outside", [=] { return ::kill(pid, SIGKILL) == 0; }},
        {"take hold of a process outside", [=] { return call(SYS_pidfd_open, pid, 0); }},
        {"trace a process outside", [=] { return ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0; }},
        {"trace the first process", [] { return ::ptrace(PTRACE_SEIZE, 1, nullptr, nullptr) == 0; }},
        {"attach to the first process", [] { return ::ptrace(PTRACE_ATTACH, 1, nullptr, nullptr) == 0; }},
        {"read the first process from afar", [] { return readsMemoryOf(1); }},
        {"take a descriptor of the first process", [] { return takesDescriptorOf(1); }},
        {"stop the first process", [] { return stops(1); }},
        {"share memory with a process outside", [=] { return ::shmget(outside.memoryKey, 1, 0) >= 0; }},
        {"compare processes", [] { return call(SYS_kcmp, 1, ::getpid(), 0, 0, 0); }},
    };
}

Attempts namespaces() {
    return {
        {"mount", [] { return ::mount("none", "/tmp", "tmpfs", 0, nullptr) == 0; }},
        {"make the system writable", [] { return ::mount("", "/usr", "", MS_REMOUNT | MS_BIND, nullptr) == 0; }},
        {"unmount", [] { return ::umount2("/etc", MNT_DETACH) == 0; }},
        {"pivot_root", [] { return call(SYS_pivot_root, "/tmp", "/tmp"); }},
        {"chroot", [] { return ::chroot("/tmp") == 0; }},
        {"mount the new way", [] { return call(SYS_fsopen, "tmpfs", 0) || call(SYS_open_tree, -100, "/", 1); }},
        {"change a mount's attributes", [] { return call(SYS_mount_setattr, -100, "/usr", 0, 0, 0); }},
        {"unshare users", [] { return ::unshare(CLONE_NEWUSER) == 0; }},
        {"unshare mounts", [] { return ::unshare(CLONE_NEWNS) == 0; }},
        {"unshare the network", [] { return ::unshare(CLONE_NEWNET) == 0; }},
        {"unshare control groups", [] { return ::unshare(CLONE_NEWCGROUP) == 0; }},
        {"clone into new users", [] { return call(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); }},
        {"clone the new way", [] { return clonesTheNewWay(CLONE_NEWUSER); }},
        {"open a file by handle", [] { return opensByHandle(); }},
        {"name the machine", [] { return ::sethostname("x", 1) == 0; }},
        {"see control groups", [] { return lists("/sys/fs/cgroup") || inFile("/proc/self/mountinfo", " - cgroup"); }},
        {"watch all files", [] { return call(SYS_fanotify_init, 0, 0); }},
    };
}

Attempts kernel() {
    return {
        {"keyctl", [] { return call(SYS_keyctl, 0, -3, 0); }},
        {"add a key", [] { return call(SYS_add_key, "user", "k", "v", 1, -3); }},
        {"ask for a key", [] { return call(SYS_request_key, "user", "k", 0, -3); }},
        {"bpf", [] { return call(SYS_bpf, 0, 0, 0); }},
        {"perf_event_open", [] { return opensCounter(); }},
        {"userfaultfd", [] { return call(SYS_userfaultfd, 0); }},
        {"io_uring", [] { return setsUpRing(); }},
        {"kexec", [] { return call(SYS_kexec_load, 0, 0, 0, 0); }},
        {"load a module", [] { return call(SYS_init_module, "", 0, "") || call(SYS_finit_module, 0, "", 0); }},
        {"unload a module", [] { return call(SYS_delete_module, "loop", 0); }},
        {"reboot", [] { return call(SYS_reboot, 0xfee1dead, 672274793, 0, 0); }},
        {"add swap", [] { return ::swapon("attempts", 0) == 0; }},
        {"account processes", [] { return call(SYS_acct, "x"); }},
        {"change a quota", [] { return call(SYS_quotactl, 0, 0, 0, 0); }},
        {"set the clock", [] { return setsClock(); }},
        {"step the clock", [] { return stepsClock(); }},
        {"open the machine's clock", [] { return opens("/dev/rtc0") || opens("/dev/rtc"); }},
        {"change the personality", [] { return call(SYS_personality, 0x0040000); }},
#ifdef __x86_64__
        {"reach the ports", [] { return call(SYS_iopl, 3) || call(SYS_ioperm, 0x80, 1, 1); }},
        {"another way into the kernel", [] { return survives([] { call(0x40000000 | SYS_getpid); }); }},
#endif
    };
}

Attempts sockets(const Outside& outside) {
    return {
        {"a raw socket", [] { return hasSocket(AF_INET, SOCK_RAW, 1) || hasSocket(AF_INET6, SOCK_RAW, 58); }},
        {"a packet socket", [] { return hasSocket(AF_PACKET, SOCK_RAW, 0x0300); }},
        {"a socket to the host of a machine", [] { return hasSocket(AF_VSOCK, SOCK_STREAM, 0); }},
        {"a crypto socket", [] { return hasSocket(AF_ALG, SOCK_SEQPACKET, 0); }},
        {"a key socket", [] { return hasSocket(AF_KEY, SOCK_RAW, 2); }},
        {"a pair of rare sockets", [] { return hasSocketPair(AF_TIPC, SOCK_STREAM); }},
        {"change the network", [] { return changesNetwork(); }},
        {"talk to the packet filter", [] { return hasSocket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER); }},
        {"talk to the audit system", [] { return hasSocket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT); }},
        {"listen to devices", [] { return hasSocket(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT); }},
        {"list the sockets of the machine", [] { return hasSocket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG); }},
        {"an abstract socket outside", [=] { return connectsAbstract(outside.socket); }},
        {"enter the network of the machine", [] { return opens("/dev/net/tun") || opens("/dev/vhost-net"); }},
    };
}

Attempts writings() {
    return {
        {"write the system", [] { return writes("/usr/x") || writes("/lib/x") || writes("/bin/x"); }},
        {"write /etc", [] { return writes("/etc/x") || writes("/etc/passwd") || writes("/etc/ld.so.cache"); }},
        {"replace the shim", [] { return writes("/run/ph/shim") || ::rename("/run/ph/shim", "/tmp/s") == 0; }},
        {"write the kernel's settings", [] { return writes("/proc/sys/kernel/core_pattern"); }},
        {"write the memory's settings", [] { return writes("/proc/sys/vm/overcommit_memory"); }},
        {"call the kernel's attention", [] { return writes("/proc/sysrq-trigger"); }},
        {"write to devices by /sys", [] { return writes("/sys/kernel/mm/transparent_hugepage/enabled"); }},
        {"spare oneself the memory's end", [] { return writes("/proc/self/oom_score_adj", "-900"); }},
        {"map users", [] { return writes("/proc/self/uid_map", "0 0 1") || writes("/proc/self/setgroups", "allow"); }},
        {"make a disk", [] { return makesNode("disk", S_IFBLK, 7, 0) || makesNode("/tmp/d", S_IFBLK, 8, 0); }},
        {"make the memory's device", [] { return makesNode("/dev/shm/m", S_IFCHR, 1, 1); }},
        {"open disks", [] { return opens("/dev/sda") || opens("/dev/vda") || opens("/dev/loop-control"); }},
        {"open what makes machines", [] { return opens("/dev/kvm") || opens("/dev/fuse"); }},
        {"link a file of the system", [] { return ::link("/usr/bin/true", "linked") == 0; }},
        {"give a file away", [] { return givesAway(); }},
    };
}

Attempts rights() {
    return {
        {"become root", [] { return ::getuid() != 0 && ::setresuid(0, 0, 0) == 0; }},
        {"join root's group", [] { return joinsGroup(); }},
        {"have capabilities", [] { return hasCapabilities(); }},
        {"gain rights by a program", [] { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }},
        {"leave the filter", [] { return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2; }},
        {"go before others", [] { return ::setpriority(PRIO_PROCESS, 0, -5) == 0; }},
        {"go before all others", [] { return goesBeforeAll(); }},
        {"go first to the disk", [] { return call(SYS_ioprio_set, 1, 0, 1 << 13); }},
        {"leave a core", [] { return leavesCore(); }},
        {"raise a limit", [] { return raises(RLIMIT_CORE) || raises(RLIMIT_NICE) || raises(RLIMIT_RTPRIO); }},
        {"type into a terminal", [] { return controlsTerminal(TIOCSTI); }},
        {"paste into a terminal", [] { return controlsTerminal(0x541C /* TIOCLINUX */); }},
        {"change a terminal's discipline", [] { return controlsTerminal(TIOCSETD); }},
    };
}

}  // namespace

int main(int count, char** words) {
    if (count != 6) return 2;
    const auto outside = outsideFrom(words + 1);
    for (const auto& group :
         {readings(outside), processes(outside), namespaces(), kernel(), sockets(outside), writings(), rights()}) {
        for (const auto& attempt : group) {
            // In a process of its own: one that is ended for it was refused, and none spoils what comes next.
            const bool done = survives([&] {
                if (!attempt.comesThrough()) ::_exit(1);
            });
            std::printf("%s: %s\n", attempt.name, done ? "DONE" : "refused");
            std::fflush(stdout);
        }
    }
    return 0;
}
