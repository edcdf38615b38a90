#include "app/shim/processes.h"

#include <cerrno>
#include <csignal>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::shim {

Processes::Processes(Loop& loop) {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    m_signals = Fd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    loop.watch(m_signals.get(), EPOLLIN, *this);
}

void Processes::ready(std::uint32_t) {
    signalfd_siginfo info[8];
    while (::read(m_signals.get(), info, sizeof info) > 0) {
    }
    reap();
}

void Processes::reap() {
    int status = 0;
    pid_t pid = 0;
    while ((pid = ::waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
        const auto found = m_expected.find(pid);
        if (found == m_expected.end()) continue;
        const Ended ended = std::move(found->second);
        m_expected.erase(found);
        ended(status);
    }
    if (m_reaped) m_reaped(pid == 0);
}

void becomeChild(int in, int out, int err, bool terminal) {
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    ::setsid();
    if (terminal) ::ioctl(in, TIOCSCTTY, 0);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
}

}  // namespace ph::shim
