#pragma once

#include "engine/file_descriptor.h"
#include "engine/process/process_options.h"
#include "engine/process/sandbox.h"
#include "engine/process/task_network.h"
#include "engine/task/control_groups.h"

#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace ph::engine {

inline constexpr const char* kHelperDevice = "tap0";

/// A `ph-shim launch` that waits for its task: in its control groups, with its network. It ends when `socket` is
/// closed.
struct WaitingLauncher {
    int pid = 0;
    FileDescriptor socket;
    TaskGroups groups;
    std::optional<TaskNetwork> network;  ///< goes on with the run, then to LauncherPool::recycle()

    /// Gives it the task's descriptors in the order of shim::kHandedOver.
    Result<> handOver(std::span<const int> descriptors);
};

/// Makes launchers and keeps one ready: control groups and a network take longer than the sandbox itself. Keeps the
/// networks of ended tasks for a while. Thread-safe.
class LauncherPool {
public:
    static constexpr std::size_t kMostIdle = 32;
    static constexpr std::chrono::seconds kLongestIdle{20};

    LauncherPool(const ProcessEngineOptions& options, const ControlGroups& groups, NetworkPath outbound);
    /// Ends the one that waits.
    ~LauncherPool();

    /// Removes what launchers of an earlier controller left, but for the groups `kept`, whose tasks may be on their way
    /// into them. Before the first take().
    void removeSpares(const std::set<std::string>& kept) const;
    /// The waiting one if it fits, else a new one. `outbound`: with the network that this node gives to tasks.
    Result<WaitingLauncher> take(const OrgId& org, bool outbound);
    /// Ends one that got no task.
    void giveBack(WaitingLauncher launcher);
    /// Sees to it that one waits. Blocking; some time after each take().
    void refill();
    /// Keeps the network of an ended task for the next.
    void recycle(TaskNetwork network);
    /// Lets go of networks that nobody wanted for a while.
    void expire();

private:
    Result<WaitingLauncher> make(const OrgId& org, bool outbound);
    Result<> start(WaitingLauncher& launcher, const OrgId& org, bool outbound);
    std::optional<TaskNetwork> idleNetwork(const OrgId& org);
    std::string nextName();

    const ProcessEngineOptions& m_options;
    const ControlGroups& m_groups;
    NetworkPath m_outbound;
    const std::string m_prefix;      ///< of this data folder's groups
    const std::string m_namePrefix;  ///< of those that this pool makes
    std::mutex m_mutex;
    std::uint64_t m_made = 0;
    std::optional<WaitingLauncher> m_waiting;
    std::list<TaskNetwork> m_idle;
    OrgId m_lastOrg;
    bool m_refilling = false;
};

}  // namespace ph::engine
