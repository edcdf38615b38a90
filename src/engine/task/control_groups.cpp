#include "engine/task/control_groups.h"

#include "engine/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr const char* kParent = "pilothouse";
constexpr const char* kLeaf = "controller";  // where we move ourselves: version 2 wants inner groups empty
constexpr std::int64_t kPeriodMicros = 100'000;

bool put(const std::string& file, const std::string& text) {
    const FileDescriptor fd = openFile(file, O_WRONLY);
    return fd && writeAll(fd.get(), text);
}

bool makeFolder(const std::string& path) {
    return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
}

std::int64_t number(const std::string& text) {
    return std::strtoll(text.c_str(), nullptr, 10);
}

/// The value after `key` in a file of "key value" lines.
std::int64_t field(const std::string& file, const std::string& key) {
    std::istringstream lines(readFile(file));
    std::string word;
    std::int64_t value = 0;
    while (lines >> word >> value)
        if (word == key) return value;
    return 0;
}

struct Hierarchy {
    std::string folder;                 ///< of our own group
    std::set<std::string> controllers;  ///< empty: version 2
};

/// Our own group in every mounted hierarchy.
std::vector<Hierarchy> hierarchies() {
    std::vector<Hierarchy> list;
    std::istringstream groups(readFile("/proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        Hierarchy hierarchy;
        std::istringstream names(line.substr(first + 1, second - first - 1));
        for (std::string name; std::getline(names, name, ',');) hierarchy.controllers.insert(name);
        const std::string own = line.substr(second + 1);
        std::istringstream mounts(readFile("/proc/self/mountinfo"));
        for (std::string mount; std::getline(mounts, mount);) {
            std::istringstream words(mount);
            std::string id, parent, device, root, point, rest, type, source, options;
            words >> id >> parent >> device >> root >> point;
            while (words >> rest && rest != "-") {
            }
            words >> type >> source >> options;
            const bool fits =
                hierarchy.controllers.empty()
                    ? type == "cgroup2"
                    : type == "cgroup" &&
                          ("," + options + ",").find("," + *hierarchy.controllers.begin() + ",") != std::string::npos;
            if (!fits) continue;
            std::string inner = own;
            if (root != "/" && inner.rfind(root, 0) == 0) inner = inner.substr(root.size());
            hierarchy.folder = point + (inner == "/" ? "" : inner);
            break;
        }
        if (!hierarchy.folder.empty()) list.push_back(std::move(hierarchy));
    }
    return list;
}

}  // namespace

std::vector<std::string> TaskGroups::folders() const {
    std::vector<std::string> list;
    for (const auto& folder : {memory, cpu, cpuAccount, pids})
        if (!folder.empty() && std::find(list.begin(), list.end(), folder) == list.end()) list.push_back(folder);
    return list;
}

ControlGroups ControlGroups::find() {
    ControlGroups groups;
    if (!groups.findUnified()) groups.findVersionOne();
    return groups;
}

bool ControlGroups::findUnified() {
    std::string own;
    for (const auto& hierarchy : hierarchies())
        if (hierarchy.controllers.empty()) own = hierarchy.folder;
    if (own.empty()) return false;
    const std::string leaf = std::string("/") + kLeaf;
    if (own.size() > leaf.size() && own.ends_with(leaf)) own.resize(own.size() - leaf.size());
    const std::string offered = " " + readFile(own + "/cgroup.controllers");
    if (offered.find(" memory") == std::string::npos || ::access((own + "/cgroup.subtree_control").c_str(), W_OK) != 0)
        return false;
    // The root may hold processes beside its children, every other group may not.
    const bool root = ::access((own + "/cgroup.type").c_str(), F_OK) != 0;
    if (!root && (!makeFolder(own + leaf) || !put(own + leaf + "/cgroup.procs", "0"))) return false;
    const std::string tasks = own + "/" + kParent;
    if (!makeFolder(tasks)) return false;
    for (const char* controller : {"memory", "cpu", "pids"}) {
        const std::string on = std::string("+") + controller;
        if (!put(own + "/cgroup.subtree_control", on) || !put(tasks + "/cgroup.subtree_control", on)) continue;
        const std::string name = controller;
        (name == "memory" ? m_memory : name == "cpu" ? m_cpu : m_pids) = tasks;
    }
    m_unified = !m_memory.empty();
    if (m_unified) m_cpuAccount = tasks;
    return m_unified;
}

void ControlGroups::findVersionOne() {
    for (const auto& hierarchy : hierarchies()) {
        const std::string parent = hierarchy.folder + "/" + kParent;
        for (const auto& [name, member] :
             {std::pair{"memory", &m_memory}, {"cpu", &m_cpu}, {"cpuacct", &m_cpuAccount}, {"pids", &m_pids}}) {
            if (!hierarchy.controllers.count(name) || !makeFolder(parent)) continue;
            if (::access((parent + "/cgroup.procs").c_str(), W_OK) == 0) *member = parent;
        }
    }
}

Result<TaskGroups> ControlGroups::create(const std::string& name) const {
    TaskGroups groups;
    groups.unified = m_unified;
    const auto make = [&](const std::string& parent, std::string& member) {
        if (parent.empty()) return true;
        member = parent + "/" + name;
        return makeFolder(member);
    };
    if (make(m_memory, groups.memory) && make(m_cpu, groups.cpu) && make(m_cpuAccount, groups.cpuAccount) &&
        make(m_pids, groups.pids))
        return groups;
    return systemError("control group " + name);
}

void ControlGroups::removeSpares(const std::string& prefix, const std::set<std::string>& kept) const {
    TaskGroups parents{m_unified, m_memory, m_cpu, m_cpuAccount, m_pids};
    for (const auto& parent : parents.folders()) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(parent, ignored))
            if (entry.path().filename().string().starts_with(prefix) && !kept.contains(entry.path().string()))
                ::rmdir(entry.path().c_str());
    }
}

Result<> limitGroups(const TaskGroups& groups, const GroupLimits& limits) {
    if (!groups.memory.empty()) {
        const std::string bytes = std::to_string(limits.memory.value);
        const std::string file = groups.memory + (groups.unified ? "/memory.max" : "/memory.limit_in_bytes");
        if (!put(file, bytes)) return systemError(file);
        // Absent without swap accounting; then there is nothing to limit.
        put(groups.memory + (groups.unified ? "/memory.swap.max" : "/memory.memsw.limit_in_bytes"),
            groups.unified ? "0" : bytes);
    }
    const std::string quota = std::to_string(std::max<std::int64_t>(limits.cpu.value * kPeriodMicros / 1000, 1000));
    if (!groups.cpu.empty() && limits.cpu.value > 0) {
        const std::string file = groups.cpu + (groups.unified ? "/cpu.max" : "/cpu.cfs_quota_us");
        if (!put(file, groups.unified ? quota + " " + std::to_string(kPeriodMicros) : quota)) return systemError(file);
    }
    if (groups.pids.empty() || limits.processes <= 0) return {};
    const std::string file = groups.pids + "/pids.max";
    if (!put(file, std::to_string(limits.processes))) return systemError(file);
    return {};
}

GroupUsage readUsage(const TaskGroups& groups) {
    GroupUsage usage;
    if (!groups.memory.empty()) {
        usage.outOfMemoryKills =
            field(groups.memory + (groups.unified ? "/memory.events" : "/memory.oom_control"), "oom_kill");
        usage.peakMemory =
            number(readFile(groups.memory + (groups.unified ? "/memory.peak" : "/memory.max_usage_in_bytes")));
    }
    if (groups.cpuAccount.empty()) return usage;
    usage.cpuMicros = groups.unified ? field(groups.cpuAccount + "/cpu.stat", "usage_usec")
                                     : number(readFile(groups.cpuAccount + "/cpuacct.usage")) / 1000;
    return usage;
}

std::vector<int> processesIn(const TaskGroups& groups) {
    std::set<int> pids;
    for (const auto& folder : groups.folders()) {
        std::istringstream lines(readFile(folder + "/cgroup.procs"));
        for (int pid = 0; lines >> pid;) pids.insert(pid);
    }
    return {pids.begin(), pids.end()};
}

bool removeGroups(const TaskGroups& groups) {
    bool gone = true;
    for (const auto& folder : groups.folders()) gone = (::rmdir(folder.c_str()) == 0 || errno == ENOENT) && gone;
    return gone;
}

}  // namespace ph::engine
