#include "engine/process/launcher_pool.h"

#include "base/log.h"
#include "base/random.h"
#include "engine/spawner.h"
#include "shim/plan.h"

#include <cerrno>
#include <cstring>
#include <functional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr int kRemoveTries = 200;
constexpr useconds_t kRemoveMicros = 2000;

/// Groups carry the data folder in their names, so that what is left of one controller is not taken for another's.
std::string prefixOf(const std::string& folder) {
    char text[20];
    std::snprintf(text, sizeof text, "%08zx-", std::hash<std::string>()(folder) & 0xffffffff);
    return text;
}

std::string someHex() {
    SystemRandom random;
    return randomHex(random, 4);
}

}  // namespace

Result<> WaitingLauncher::handOver(std::span<const int> descriptors) {
    char byte = 't';
    iovec part{&byte, 1};
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int) * 16)] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
    if (::sendmsg(socket.get(), &message, MSG_NOSIGNAL) != 1) return systemError("launcher");
    // What it offers back may be on its way still.
    if (network && !network->space) network->offer = std::move(socket);
    socket.reset();
    return {};
}

LauncherPool::LauncherPool(const ProcessEngineOptions& options, const ControlGroups& groups, NetworkPath outbound)
    : m_options(options),
      m_groups(groups),
      m_outbound(outbound),
      m_prefix(prefixOf(options.dataFolder)),
      m_namePrefix(m_prefix + someHex() + "-") {}

LauncherPool::~LauncherPool() {
    if (m_waiting) giveBack(std::move(*m_waiting));
}

std::string LauncherPool::nextName() {
    const std::lock_guard lock(m_mutex);
    return m_namePrefix + std::to_string(++m_made);
}

void LauncherPool::removeSpares(const std::set<std::string>& kept) const {
    m_groups.removeSpares(m_prefix, kept);
}

std::optional<TaskNetwork> LauncherPool::idleNetwork(const OrgId& org) {
    const std::lock_guard lock(m_mutex);
    for (auto it = m_idle.begin(); it != m_idle.end();) {
        if (!it->works()) {
            it = m_idle.erase(it);
        } else if (it->org == org) {
            TaskNetwork network = std::move(*it);
            m_idle.erase(it);
            return network;
        } else {
            ++it;
        }
    }
    return std::nullopt;
}

Result<WaitingLauncher> LauncherPool::make(const OrgId& org, bool outbound) {
    WaitingLauncher launcher;
    auto groups = m_groups.create(nextName());
    if (!groups) return groups.error();
    launcher.groups = std::move(*groups);
    if (const auto started = start(launcher, org, outbound); !started) {
        removeGroups(launcher.groups);
        return started.error();
    }
    return launcher;
}

Result<> LauncherPool::start(WaitingLauncher& launcher, const OrgId& org, bool outbound) {
    shim::Preparation preparation;
    for (const auto& folder : launcher.groups.folders()) preparation.cgroups.push_back(folder + "/cgroup.procs");
    int ends[2], life[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return systemError("launcher");
    launcher.socket.reset(ends[0]);
    const FileDescriptor theirs(ends[1]);
    FileDescriptor lifeEnd;
    std::vector<std::pair<int, int>> passed{{theirs.get(), shim::kHandOverFd}};
    if (outbound && m_outbound == NetworkPath::Helper) {
        preparation.network = {m_options.networkHelper, "--configure", "--mtu=65520", "--disable-host-loopback"};
        preparation.networkDevice = kHelperDevice;
        launcher.network = idleNetwork(org);
        preparation.join = launcher.network.has_value();
        if (preparation.join) {
            passed.emplace_back(launcher.network->space.get(), shim::kJoinNetworkFd);
            passed.emplace_back(launcher.network->user.get(), shim::kJoinUserFd);
        } else {
            if (::pipe2(life, O_CLOEXEC) != 0) return systemError("launcher");
            lifeEnd.reset(life[0]);
            launcher.network.emplace().life.reset(life[1]);
            passed.emplace_back(lifeEnd.get(), shim::kLifeEndFd);
        }
        passed.emplace_back(launcher.network->life.get(), shim::kLifeFd);
    }
    const auto file = anonymousFile(shim::encode(preparation));
    if (!file) return file.error();
    passed.emplace_back(file->get(), shim::kPreparationFd);
    const auto pid = spawn({m_options.shim, "launch"}, -1, passed);
    if (!pid) return pid.error();
    launcher.pid = *pid;
    return {};
}

Result<WaitingLauncher> LauncherPool::take(const OrgId& org, bool outbound) {
    std::optional<WaitingLauncher> waiting;
    if (outbound) {
        const std::lock_guard lock(m_mutex);
        waiting.swap(m_waiting);
        m_lastOrg = org;
    }
    if (!waiting) return make(org, outbound);
    // One that somebody ended has closed its side, and then all there is to read is that or its offer.
    pollfd gone{waiting->socket.get(), 0, 0};
    const bool fits = !waiting->network || waiting->network->org.empty() || waiting->network->org == org;
    if (fits && ::poll(&gone, 1, 0) == 0) return std::move(*waiting);
    giveBack(std::move(*waiting));
    return make(org, outbound);
}

void LauncherPool::giveBack(WaitingLauncher launcher) {
    if (launcher.network && launcher.network->space) recycle(std::move(*launcher.network));
    launcher.network.reset();
    launcher.socket.reset();
    int status = 0;
    while (::waitpid(launcher.pid, &status, 0) < 0 && errno == EINTR) {
    }
    for (int i = 0; i < kRemoveTries && !removeGroups(launcher.groups); ++i) ::usleep(kRemoveMicros);
}

void LauncherPool::refill() {
    OrgId org;
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting || m_refilling) return;
        m_refilling = true;
        org = m_lastOrg;
    }
    auto launcher = make(org, true);
    if (!launcher) spdlog::warn("no launcher can be kept ready: {}", launcher.error().detail);
    const std::lock_guard lock(m_mutex);
    m_refilling = false;
    if (launcher) m_waiting = std::move(*launcher);
}

void LauncherPool::recycle(TaskNetwork network) {
    if (!network.accept()) return;
    network.idleSince = std::chrono::steady_clock::now();
    const std::lock_guard lock(m_mutex);
    if (m_idle.size() < kMostIdle) m_idle.push_front(std::move(network));
}

void LauncherPool::expire() {
    const auto oldest = std::chrono::steady_clock::now() - kLongestIdle;
    const std::lock_guard lock(m_mutex);
    m_idle.remove_if([&](const TaskNetwork& network) { return network.idleSince < oldest; });
}

}  // namespace ph::engine
