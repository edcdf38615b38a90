#pragma once

#include "app/shim/loop.h"

#include <functional>
#include <map>
#include <sys/types.h>

namespace ph::shim {

/// Every child of the shim, its own and orphans: reaps them and says how those that someone cares for ended.
class Processes final : public Watcher {
public:
    using Ended = std::function<void(int status)>;  ///< as of waitpid

    /// Blocks SIGCHLD; children must restore the mask.
    explicit Processes(Loop& loop);
    void expect(pid_t pid, Ended ended) { m_expected[pid] = std::move(ended); }
    void forget(pid_t pid) { m_expected.erase(pid); }
    /// Called after each round of reaping; `left` says whether any child is still there.
    void onReaped(std::function<void(bool left)> reaped) { m_reaped = std::move(reaped); }
    void reap();
    void ready(std::uint32_t events) override;

private:
    Fd m_signals;
    std::map<pid_t, Ended> m_expected;
    std::function<void(bool)> m_reaped;
};

/// What a child does before it runs: default signals, own session, standard streams. Async-signal-safe, after fork
/// only. `terminal` makes `in` its controlling terminal.
void becomeChild(int in, int out, int err, bool terminal);

}  // namespace ph::shim
