#include "engine/process/run_launcher.h"

#include "base/fail_point.h"
#include "engine/accelerators.h"
#include "engine/spawner.h"
#include "engine/task/launch_parts.h"
#include "shim/plan.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ph::engine {

RunLauncher::RunLauncher(const ProcessEngineOptions& options, const Sandbox& sandbox, LauncherPool& launchers,
                         const AcceleratorCatalogue& accelerators, NetworkPath outbound)
    : m_options(options),
      m_sandbox(sandbox),
      m_launchers(launchers),
      m_accelerators(accelerators),
      m_outbound(outbound),
      m_users(options.dataFolder + "/sandbox/users") {}

Result<RunClaim> RunLauncher::makeClaim(const LaunchRequest& request) {
    RunClaim claim = claimOf(request);
    if (m_sandbox.root() && m_options.userPerOrganisation) {
        const auto uid = m_users.of(request.org);
        if (!uid) return uid.error();
        claim.uid = *uid;
    }
    return claim;
}

Result<Launched> RunLauncher::launch(const LaunchRequest& request) {
    Launched launched;
    const RunFolder folder(m_options.dataFolder + "/runs/" + request.id.str());
    if (::access(folder.path().c_str(), F_OK) == 0) return launched;
    auto claim = makeClaim(request);
    if (!claim) return claim.error();
    // A launcher without its task is harmless and known to nobody, so it is there before the claim, which names its
    // groups.
    auto launcher = m_launchers.take(request.org, request.network == NetworkPolicy::Outbound);
    if (launcher) claim->groups = launcher->groups;
    failPoint("engine.claim");
    const auto claimed = folder.claim(*claim);
    failPoint("engine.claimed");
    if (!claimed || !*claimed) {
        if (launcher) m_launchers.giveBack(std::move(*launcher));
        if (!claimed) return claimed.error();
        return launched;
    }
    launched.claimed = true;
    launched.claim = std::move(*claim);
    Reason reason;
    const Result<> started =
        launcher ? start(request, launched.claim, folder, *launcher, reason) : Result<>(launcher.error());
    if (started) {
        launched.launcher = launcher->pid;
        launched.network = std::move(launcher->network);
        if (launched.network) launched.network->org = request.org;
        return launched;
    }
    if (reason.code == ReasonCode::None) reason = {ReasonCode::LaunchFailed, {{"detail", started.error().detail}}};
    if (launcher) m_launchers.giveBack(std::move(*launcher));
    const auto kept = folder.writeFailure(reason);
    if (!kept) return kept.error();
    launched.failure = std::move(reason);
    return launched;
}

Result<> RunLauncher::start(const LaunchRequest& request, const RunClaim& claim, const RunFolder& folder,
                            WaitingLauncher& launcher, Reason& reason) {
    const auto limited = limitGroups(claim.groups, {request.memory, request.cpu, m_options.processLimit});
    if (!limited) return limited;
    const auto placed = placeWork(request, folder, static_cast<std::uint32_t>(claim.uid), m_options.blobPath, reason);
    if (!placed) return placed;
    const auto plan = planOf(request, claim, folder);
    if (!plan) return plan.error();
    return handOver(*plan, folder, launcher);
}

Result<std::string> RunLauncher::planOf(const LaunchRequest& request, const RunClaim& claim,
                                        const RunFolder& folder) const {
    const NetworkPath network = request.network == NetworkPolicy::None ? NetworkPath::None : m_outbound;
    SandboxRequest wish;
    wish.hostName = request.id.str();
    wish.work = folder.work();
    wish.mounts = request.mounts;
    wish.devices = m_accelerators.devicesOf(request.accelerators);
    wish.systemTree = !wish.devices.empty();
    wish.sharedMemory = request.sharedMemory;
    wish.network = network;
    wish.uid = static_cast<std::uint32_t>(claim.uid);
    auto arguments = m_sandbox.arguments(wish);
    if (!arguments) return arguments.error();

    shim::Plan plan;
    plan.sandbox = std::move(*arguments);
    if (network == NetworkPath::Helper) plan.networkDevice = kHelperDevice;
    if (claim.groups.pids.empty() && !m_sandbox.root())
        plan.processLimit = static_cast<std::uint64_t>(m_options.processLimit);
    plan.command = request.command;
    plan.environment = assignments(taskEnvironment(request, m_accelerators));
    plan.workingDirectory = kWork;
    plan.uid = plan.gid = wish.uid;
    plan.timeLimitMillis = request.timeLimit.value * 1000;
    plan.graceMillis = kLimitGraceMillis;
    plan.logLimit = m_options.logLimit.value;
    plan.metricsLimit = m_options.metricsLimit.value;
    plan.memoryLimit = claim.groups.memory.empty() ? request.memory.value : 0;
    plan.scratchLimit = request.scratch.value;
    return shim::encode(plan);
}

Result<> RunLauncher::handOver(const std::string& plan, const RunFolder& folder, WaitingLauncher& launcher) const {
    const FileDescriptor planFile = [&] {
        auto file = anonymousFile(plan);
        return file ? std::move(*file) : FileDescriptor();
    }();
    if (!planFile) return systemError("plan");
    auto socket = folder.listen();
    if (!socket) return socket.error();
    constexpr int kNew = O_RDWR | O_CREAT | O_EXCL;
    const FileDescriptor log = openFile(folder.log(), kNew), record = openFile(folder.record(), kNew),
                         metrics = openFile(folder.metrics(), kNew);
    const FileDescriptor process = openFile(folder.path() + "/process", kNew | O_APPEND);
    const FileDescriptor complaints = openFile(folder.complaints(), kNew | O_APPEND);
    const FileDescriptor filter = openFile(m_sandbox.filterFile(), O_RDONLY);
    if (!log || !record || !metrics || !process || !complaints || !filter) return systemError("run files");
    if (::flock(record.get(), LOCK_EX | LOCK_NB) != 0) return systemError("record");
    // Known before the launcher has the record: a controller that comes next finds it, however long it waits for a
    // processor.
    if (!writeAll(process.get(), fmt::format("launcher {}\n", launcher.pid))) return systemError("process");
    // Room for the record, so that a disk which the task fills cannot swallow how it ended.
    ::fallocate(record.get(), FALLOC_FL_KEEP_SIZE, 0, 4096);
    const std::array fds{complaints.get(), planFile.get(), socket->get(), log.get(),
                         record.get(),     metrics.get(),  process.get(), filter.get()};
    static_assert(fds.size() == std::size(shim::kHandedOver));
    failPoint("engine.hand-over");
    auto given = launcher.handOver(fds);
    failPoint("engine.handed-over");
    return given;
}

}  // namespace ph::engine
