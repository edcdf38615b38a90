#include "engine/process/run_launcher.h"

#include "base/fail_point.h"
#include "engine/accelerators.h"
#include "engine/spawner.h"
#include "shim/plan.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::uint32_t kGraceMillis = 10'000;  ///< between SIGTERM and SIGKILL at the time limit

Reason reasonOf(ReasonCode code, const std::string& key, const std::string& value) {
    return {code, {{key, value}}};
}

/// Copies a blob; where the file system can share its blocks, that takes no time. A link would let the task change the
/// blob.
bool copyFile(int from, int to) {
    if (::ioctl(to, FICLONE, from) == 0) return true;
    struct stat about {};
    if (::fstat(from, &about) != 0) return false;
    for (off_t left = about.st_size; left > 0;) {
        const ssize_t n = ::sendfile(to, from, nullptr, static_cast<std::size_t>(std::min<off_t>(left, 1 << 30)));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        left -= n;
    }
    return true;
}

/// Makes `path`'s parents below the folder `root`, with the task as owner.
bool makeParents(int root, const std::string& path, uid_t owner) {
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
        const std::string parent = path.substr(0, at);
        if (::mkdirat(root, parent.c_str(), 0755) != 0) {
            if (errno == EEXIST) continue;
            return false;
        }
        if (owner != 0 && ::fchownat(root, parent.c_str(), owner, owner, AT_SYMLINK_NOFOLLOW) != 0) return false;
    }
    return true;
}

}  // namespace

RunLauncher::RunLauncher(const ProcessEngineOptions& options, const Sandbox& sandbox, LauncherPool& launchers,
                         const AcceleratorCatalogue& accelerators, NetworkPath outbound)
    : m_options(options),
      m_sandbox(sandbox),
      m_launchers(launchers),
      m_accelerators(accelerators),
      m_outbound(outbound),
      m_users(options.dataFolder + "/sandbox/users"),
      m_bootId(bootId()) {}

Result<RunClaim> RunLauncher::makeClaim(const LaunchRequest& request) {
    RunClaim claim;
    claim.id = request.id;
    claim.job = request.job;
    claim.org = request.org;
    claim.attempt = request.attempt;
    claim.rank = request.rank;
    claim.bootId = m_bootId;
    claim.claimedAt = SystemClock().now();
    claim.command = request.command.empty() ? std::string() : request.command[0];
    claim.timeLimit = request.timeLimit;
    claim.memory = request.memory;
    claim.scratch = request.scratch;
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
    if (reason.code == ReasonCode::None) reason = reasonOf(ReasonCode::LaunchFailed, "detail", started.error().detail);
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
    if (::mkdir(folder.work().c_str(), 0755) != 0) return systemError("working directory");
    const auto owner = static_cast<uid_t>(claim.uid);
    if (owner != 0 && ::chown(folder.work().c_str(), owner, owner) != 0) return systemError("working directory");
    const auto placed = placeFiles(request, claim, folder, reason);
    if (!placed) return placed;
    for (const auto& mount : request.mounts) {
        if (::access(mount.source.c_str(), F_OK) == 0) continue;
        reason = reasonOf(ReasonCode::MissingFile, "path", mount.target);
        return Error(kInternal, mount.source);
    }
    const auto plan = planOf(request, claim, folder);
    if (!plan) return plan.error();
    return handOver(*plan, folder, launcher);
}

Result<> RunLauncher::placeFiles(const LaunchRequest& request, const RunClaim& claim, const RunFolder& folder,
                                 Reason& reason) const {
    if (request.files.empty()) return {};
    const auto owner = static_cast<uid_t>(claim.uid);
    const FileDescriptor root = openFile(folder.work(), O_RDONLY | O_DIRECTORY);
    for (const auto& file : request.files) {
        const FileDescriptor blob =
            m_options.blobPath ? openFile(m_options.blobPath(file.digest), O_RDONLY) : FileDescriptor();
        if (!blob) {
            reason = reasonOf(ReasonCode::MissingFile, "path", file.path);
            return Error(kInternal, file.digest);
        }
        if (!makeParents(root.get(), file.path, owner)) return systemError(file.path);
        const FileDescriptor target(
            ::openat(root.get(), file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
        if (!target || !copyFile(blob.get(), target.get())) return systemError(file.path);
        if (owner != 0 && ::fchown(target.get(), owner, owner) != 0) return systemError(file.path);
        if (file.executable && ::fchmod(target.get(), 0755) != 0) return systemError(file.path);
    }
    return {};
}

std::vector<std::string> RunLauncher::environmentOf(const LaunchRequest& request) const {
    const std::int64_t cores = std::max<std::int64_t>((request.cpu.value + 999) / 1000, 1);
    std::map<std::string, std::string> all{
        {"PATH", "/usr/local/bin:/usr/bin:/bin"},
        {"HOME", Sandbox::kWork},
        {"USER", "task"},
        {"LOGNAME", "task"},
        {"LANG", "C.UTF-8"},
        {"TMPDIR", "/tmp"},
        {"PYTHONUNBUFFERED", "1"},
        // Libraries ask for the number of cores of the machine; this is what the task may use.
        {"OMP_NUM_THREADS", std::to_string(cores)},
        {"PH_CPUS", std::to_string(cores)},
        {"PH_JOB", request.job.str()},
        {"PH_TASK_RUN", request.id.str()},
        {"PH_ATTEMPT", std::to_string(request.attempt)},
        {"PH_RANK", std::to_string(request.rank)},
        {"PH_METRICS", "/run/ph/metrics"},
    };
    for (const auto& [name, value] : m_accelerators.variablesOf(request.accelerators)) all[name] = value;
    for (const auto& [name, value] : request.environment) all[name] = value;
    for (const auto& [name, value] : request.secrets) all[name] = value;
    std::vector<std::string> list;
    for (const auto& [name, value] : all) list.push_back(name + "=" + value);
    return list;
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
    plan.environment = environmentOf(request);
    plan.workingDirectory = Sandbox::kWork;
    plan.uid = plan.gid = wish.uid;
    plan.timeLimitMillis = request.timeLimit.value * 1000;
    plan.graceMillis = kGraceMillis;
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
