#include "engine/process/sandbox.h"

#include "engine/file_descriptor.h"
#include "engine/process/seccomp_filter.h"
#include "engine/spawner.h"
#include "engine/task/launch_parts.h"
#include "shim/plan.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::chrono::milliseconds kProbeDeadline{2000};

bool exists(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

void add(std::vector<std::string>& list, std::initializer_list<std::string> words) {
    list.insert(list.end(), words);
}

/// /bin, /lib and the like: links on a merged system, folders on an old one.
void addSystemFolder(std::vector<std::string>& list, const std::string& folder) {
    struct stat about {};
    if (::lstat(folder.c_str(), &about) != 0) return;
    char target[256];
    const ssize_t n = S_ISLNK(about.st_mode) ? ::readlink(folder.c_str(), target, sizeof target) : -1;
    if (n > 0)
        add(list, {"--symlink", std::string(target, static_cast<std::size_t>(n)), folder});
    else
        add(list, {"--ro-bind", folder, folder});
}

/// The folders above a mount, open to the task's user: those that bwrap makes by itself are root's alone.
void addParents(std::vector<std::string>& list, const std::string& target) {
    for (auto slash = target.find('/', 1); slash != std::string::npos; slash = target.find('/', slash + 1))
        add(list, {"--perms", "0755", "--dir", target.substr(0, slash)});
}

}  // namespace

Sandbox::Sandbox(std::string bwrap, std::string shim, std::string folder)
    : m_bwrap(std::move(bwrap)), m_shim(std::move(shim)), m_folder(std::move(folder)), m_root(::geteuid() == 0) {}

std::vector<std::string> Sandbox::base() const {
    std::vector<std::string> list{m_bwrap,         "--as-pid-1",    "--unshare-pid",
                                  "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"};
    // Root needs no user namespace to build a sandbox; the shim then gives up root for good. Everybody else does.
    if (!m_root) list.push_back("--unshare-user");
    add(list, {"--ro-bind", "/usr", "/usr"});
    for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) addSystemFolder(list, folder);
    add(list, {"--proc", "/proc", "--dev", "/dev"});
    return list;
}

Result<> Sandbox::prepare() const {
    ::mkdir(m_folder.c_str(), 0700);
    if (!exists(m_bwrap)) return Error(kSandboxMissing, m_bwrap);
    if (!exists(m_shim)) return Error(kSandboxMissing, m_shim);
    auto filter = writeSeccompFilter(filterFile());
    if (!filter) return filter;
    auto command = base();
    add(command, {"/usr/bin/true"});
    const ProgramEnd end = runShortly(command, kProbeDeadline);
    if (end.code == 0) return {};
    return Error(kNamespacesForbidden, end.output.substr(0, 500));
}

Result<std::string> Sandbox::configuration(std::uint32_t uid, NetworkPath network) const {
    const std::string name = "etc-" + std::to_string(uid) +
                             (network == NetworkPath::Helper ? "-helper"
                              : network == NetworkPath::None ? "-none"
                                                             : "-host");
    const std::lock_guard lock(m_mutex);
    const std::string folder = m_folder + "/" + name;
    const std::string resolver = network == NetworkPath::Helper ? "nameserver 10.0.2.3\n"
                                 : network == NetworkPath::None ? ""
                                                                : readFile("/etc/resolv.conf");
    const auto known = m_configurations.find(name);
    if (known != m_configurations.end() && known->second == resolver) return folder;
    if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return systemError("sandbox configuration");
    const std::string id = std::to_string(uid == 0 ? ::getuid() : uid);
    bool good = true;
    const auto put = [&](const char* file, const std::string& text) {
        const std::string path = folder + "/" + file;
        good = good && writeFile(path + ".part", text, 0644) && ::rename((path + ".part").c_str(), path.c_str()) == 0;
    };
    put("passwd", (id == "0" ? std::string() : "root:x:0:0:root:/root:/usr/sbin/nologin\n") + "task:x:" + id + ":" +
                      id + ":task:" + kWork + ":/bin/bash\n");
    put("group", (id == "0" ? std::string() : std::string("root:x:0:\n")) + "task:x:" + id + ":\n");
    put("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    put("hosts", "127.0.0.1 localhost\n::1 localhost ip6-localhost\n");
    put("resolv.conf", resolver);
    // Files to mount on: never replaced, that would take the mounts out of running sandboxes.
    for (const char* file : {"ld.so.cache", "localtime"})
        good = good && openFile(folder + "/" + file, O_WRONLY | O_CREAT, 0644);
    for (const char* mountPoint : {"ssl", "alternatives", "ca-certificates", "fonts", "OpenCL", "ld.so.conf.d"})
        ::mkdir((folder + "/" + mountPoint).c_str(), 0755);
    if (!good) return systemError("sandbox configuration");
    m_configurations[name] = resolver;
    return folder;
}

Result<std::vector<std::string>> Sandbox::arguments(const SandboxRequest& request) const {
    auto list = base();
    // With a helper the launcher has made the network before.
    if (request.network == NetworkPath::None) list.push_back("--unshare-net");
    add(list, {"--hostname", request.hostName});
    if (m_root && request.uid != 0)
        add(list, {"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_CHOWN"});
    auto etc = configuration(request.uid, request.network);
    if (!etc) return etc.error();
    add(list, {"--ro-bind", *etc, "/etc"});
    for (const char* part :
         {"/etc/ssl", "/etc/alternatives", "/etc/ca-certificates", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime"})
        if (exists(part)) add(list, {"--ro-bind", part, part});
    add(list, {"--perms", "1777", "--tmpfs", "/tmp"});
    add(list, {"--perms", "1777", "--size", std::to_string(std::max<std::int64_t>(request.sharedMemory.value, 1 << 16)),
               "--tmpfs", "/dev/shm"});
    add(list, {"--perms", "0755", "--dir", "/run/ph", "--ro-bind", m_shim, kShimPlace});
    add(list, {"--bind", request.work, kWork});
    if (request.systemTree) add(list, {"--ro-bind", "/sys", "/sys"});
    for (const auto& device : request.devices) add(list, {"--dev-bind-try", device, device});
    // In the order of their places: one that is mounted later hides what is below it.
    auto mounts = request.mounts;
    std::sort(mounts.begin(), mounts.end(), [](const auto& a, const auto& b) { return a.target < b.target; });
    for (const auto& mount : mounts) {
        addParents(list, mount.target);
        add(list, {mount.writable ? "--bind" : "--ro-bind", mount.source, mount.target});
    }
    add(list, {"--chdir", kWork, "--clearenv", "--seccomp", std::to_string(shim::kSeccompFd), kShimPlace, "run"});
    return list;
}

}  // namespace ph::engine
