#include "engine/task/launch_parts.h"

#include "engine/accelerators.h"
#include "engine/spawner.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace {

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

Reason missing(const std::string& path) {
    return {ReasonCode::MissingFile, {{"path", path}}};
}

Result<> placeFiles(const LaunchRequest& request, const RunFolder& folder, uid_t owner, const BlobPath& blobPath,
                    Reason& reason) {
    if (request.files.empty()) return {};
    const FileDescriptor root = openFile(folder.work(), O_RDONLY | O_DIRECTORY);
    for (const auto& file : request.files) {
        const FileDescriptor blob = blobPath ? openFile(blobPath(file.digest), O_RDONLY) : FileDescriptor();
        if (!blob) {
            reason = missing(file.path);
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

}  // namespace

RunClaim claimOf(const LaunchRequest& request) {
    RunClaim claim;
    claim.id = request.id;
    claim.job = request.job;
    claim.org = request.org;
    claim.attempt = request.attempt;
    claim.rank = request.rank;
    claim.bootId = bootId();
    claim.claimedAt = SystemClock().now();
    claim.command = request.command.empty() ? std::string() : request.command[0];
    claim.timeLimit = request.timeLimit;
    claim.memory = request.memory;
    claim.scratch = request.scratch;
    return claim;
}

Result<> placeWork(const LaunchRequest& request, const RunFolder& folder, std::uint32_t owner, const BlobPath& blobPath,
                   Reason& reason) {
    if (::mkdir(folder.work().c_str(), 0755) != 0) return systemError("working directory");
    if (owner != 0 && ::chown(folder.work().c_str(), owner, owner) != 0) return systemError("working directory");
    const auto placed = placeFiles(request, folder, owner, blobPath, reason);
    if (!placed) return placed;
    for (const auto& mount : request.mounts) {
        if (::access(mount.source.c_str(), F_OK) == 0) continue;
        reason = missing(mount.target);
        return Error(kInternal, mount.source);
    }
    return {};
}

std::map<std::string, std::string> taskEnvironment(const LaunchRequest& request,
                                                   const AcceleratorCatalogue& accelerators) {
    const std::int64_t cores = std::max<std::int64_t>((request.cpu.value + 999) / 1000, 1);
    std::map<std::string, std::string> all{
        {"PATH", "/usr/local/bin:/usr/bin:/bin"},
        {"HOME", kWork},
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
        {"PH_METRICS", kMetricsFile},
    };
    for (const auto& [name, value] : accelerators.variablesOf(request.accelerators)) all[name] = value;
    for (const auto& [name, value] : request.environment) all[name] = value;
    for (const auto& [name, value] : request.secrets) all[name] = value;
    return all;
}

std::vector<std::string> assignments(const std::map<std::string, std::string>& variables) {
    std::vector<std::string> list;
    for (const auto& [name, value] : variables) list.push_back(name + "=" + value);
    return list;
}

}  // namespace ph::engine
