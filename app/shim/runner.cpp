#include "app/shim/runner.h"

#include "app/shim/listener.h"
#include "app/shim/loop.h"
#include "app/shim/plan_file.h"
#include "app/shim/processes.h"
#include "app/shim/task.h"
#include "app/shim/usage.h"
#include "base/fail_point.h"
#include "shim/record.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ph::shim {

namespace {

constexpr const char* kMetricsFolder = "/run/ph";
constexpr const char* kMetricsFifo = "/run/ph/metrics";

int refused(const std::string& what) {
    ExitRecord record;
    record.kind = EndKind::LaunchFailed;
    record.endedMicros = utcMicros();
    record.detail = what;
    writeAll(kRecordFd, endedLine(record));
    return 1;
}

/// Gives up root where there is any, after what only it can do; then nothing of us can be read or traced.
bool becomeUser(const Plan& plan) {
    if (plan.uid != 0) {
        ::chown(kMetricsFifo, plan.uid, plan.gid);
        if (::setgroups(0, nullptr) || ::setresgid(plan.gid, plan.gid, plan.gid) ||
            ::setresuid(plan.uid, plan.uid, plan.uid))
            return false;
    }
    // The change of user leaves the inheritable set, which programs with capabilities of their own would draw on.
    __user_cap_header_struct self{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (::syscall(SYS_capset, &self, none) != 0) return false;
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

}  // namespace

int run() {
    for (int fd = kPlanFd; fd <= kLifeFd; ++fd) setCloseOnExec(fd);
    keepFailPoints();
    failPoint("shim.begins");
    auto plan = readPlan();
    if (!plan || plan->command.empty()) return refused("plan");
    ::close(kPlanFd);
    ::close(kProcessFd);
    ::umask(022);
    ::mkdir(kMetricsFolder, 0755);
    if (::mkfifo(kMetricsFifo, 0600) != 0 && errno != EEXIST)
        return refused(std::string("metrics: ") + ::strerror(errno));
    if (!becomeUser(*plan)) return refused(std::string("user: ") + ::strerror(errno));
    if (!plan->networkDevice.empty() && ::if_nametoindex(plan->networkDevice.c_str()) == 0) return refused("network");

    ::signal(SIGPIPE, SIG_IGN);
    Loop loop;
    Processes processes(loop);
    Usage usage(loop);
    Task task(loop, processes, *plan);
    Listener listener(loop, processes, usage, task);
    if (!task.start(kMetricsFifo)) return 1;
    loop.run();
    listener.farewell();
    return 0;
}

}  // namespace ph::shim
