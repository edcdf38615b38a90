#pragma once

#include "base/error.h"
#include "base/units.h"
#include "domain/nodes/node.h"

#include <boost/describe/class.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ph::engine {

/// The control groups of one TaskRun: folders below /sys/fs/cgroup, one for version 2, up to one per controller for
/// version
/// 1. Kept with the run, so that a later controller finds them.
struct TaskGroups {
    bool unified = false;
    std::string memory;  ///< empty: none; all the same for version 2
    std::string cpu;
    std::string cpuAccount;
    std::string pids;
    bool empty() const { return folders().empty(); }
    std::vector<std::string> folders() const;
};
BOOST_DESCRIBE_STRUCT(TaskGroups, (), (unified, memory, cpu, cpuAccount, pids))

struct GroupLimits {
    Bytes memory;
    MilliCpu cpu;
    int processes = 0;
};

struct GroupUsage {
    std::int64_t outOfMemoryKills = 0;
    std::int64_t peakMemory = 0;
    std::int64_t cpuMicros = -1;  ///< -1: not counted
};

/// What this process may do with control groups: version 2 at the root or in a delegated subtree, or version 1
/// hierarchies that it may write. Blocking, but only on the kernel; thread-safe after find().
class ControlGroups {
public:
    /// Looks at the system and prepares the parent groups.
    static ControlGroups find();

    LimitStrength memory() const { return m_memory.empty() ? LimitStrength::Watched : LimitStrength::Kernel; }
    LimitStrength cpu() const { return m_cpu.empty() ? LimitStrength::None : LimitStrength::Kernel; }
    bool limitsProcesses() const { return !m_pids.empty(); }
    /// Makes groups without limits. Names of one data folder begin alike, see removeSpares().
    Result<TaskGroups> create(const std::string& name) const;
    /// Removes groups that begin with `prefix`, hold nothing and are not in `kept`: what launchers of a controller that
    /// died left.
    void removeSpares(const std::string& prefix, const std::set<std::string>& kept) const;

private:
    bool findUnified();
    void findVersionOne();

    bool m_unified = false;
    std::string m_memory;  ///< parents; empty: not ours to use
    std::string m_cpu;
    std::string m_cpuAccount;
    std::string m_pids;
};

Result<> limitGroups(const TaskGroups& groups, const GroupLimits& limits);
GroupUsage readUsage(const TaskGroups& groups);
/// Processes that are still in any of the groups.
std::vector<int> processesIn(const TaskGroups& groups);
/// Removes the groups; false while something is still in them.
bool removeGroups(const TaskGroups& groups);

}  // namespace ph::engine
