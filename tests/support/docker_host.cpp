#include "support/docker_host.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace ph::test {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kStartDeadline{60};

/// What runs as the first process of the namespaces. Its files are seen by nobody else: these daemons write to /etc,
/// /run and /var/lib whatever they are told.
constexpr const char* kScript = R"(
set -e
cd "$1"
mkdir -p etc etc.work lib lib.work data exec
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/etc,workdir=$1/etc.work" /etc || mount -t tmpfs none /etc
mount -t overlay overlay -o "lowerdir=/var/lib,upperdir=$1/lib,workdir=$1/lib.work" /var/lib || mount -t tmpfs none /var/lib
mount -t tmpfs none /run
ip link set lo up
printf '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n[network]\nnetwork_backend = "netavark"\n' >containers.conf
trap : TERM
while [ -e run ]; do
  rm -f pid
  if [ "$3" = podman ]; then
    CONTAINERS_CONF=$1/containers.conf podman --root "$1/data" --runroot "$1/exec" --tmpdir "$1/exec/tmp" \
      system service --time 0 "unix://$1/docker.sock" >>log 2>&1 || true
  else
    dockerd --data-root "$1/data" --exec-root "$1/exec" --pidfile "$1/pid" --host "unix://$1/docker.sock" --group root \
      --bridge=none --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false --userland-proxy=false \
      --default-address-pool base=10.213.0.0/16,size=18 --live-restore --cgroup-parent="/$2" >>log 2>&1 || true
  fi
done
)";

const char* nameOf(DockerHost::Kind kind) {
    return kind == DockerHost::Kind::Podman ? "podman" : "dockerd";
}

std::string contents(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

bool DockerHost::possible(Kind kind) {
    const std::string probe = std::string("command -v ") + nameOf(kind) + " && unshare --net --mount --pid --fork true";
    return ::geteuid() == 0 && runProgram({"sh", "-c", probe}).exitCode == 0;
}

DockerHost::DockerHost(Kind kind) : m_kind(kind), m_group("pilothouse-test-" + std::to_string(::getpid())) {
    writeFile(m_folder.path() + "/run", "");
    m_host = std::make_unique<BackgroundProgram>(
        std::vector<std::string>{"setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--fork",
                                 "--kill-child", "--mount-proc", "/bin/sh", "-c", kScript, "host", m_folder.path(),
                                 m_group, nameOf(kind)},
        m_folder.path() + "/host.log");
    waitUntilUp();
}

DockerHost::~DockerHost() {
    // The container's groups are dockerd's to remove; whatever is left ends with the first process of the namespace.
    fs::remove(m_folder.path() + "/run");
    signalDaemon(SIGTERM);
    if (m_host->wait(std::chrono::seconds(10)) < 0) m_host->signal(SIGKILL);
    m_host->wait(std::chrono::seconds(10));
    eventually([this] {
        removeGroups();
        return true;
    });
}

void DockerHost::waitUntilUp() {
    const bool up = eventually([this] { return !m_host->running() || ask("/_ping") == "OK"; }, kStartDeadline);
    if (up && m_host->running()) return;
    const std::string log = contents(m_folder.path() + "/host.log") + contents(m_folder.path() + "/log");
    throw std::runtime_error("dockerd: " + log.substr(log.size() > 2000 ? log.size() - 2000 : 0));
}

std::string DockerHost::ask(const std::string& path, const std::string& verb, const std::string& body) const {
    std::vector<std::string> command{"curl",          "--silent", "--show-error", "--max-time", "20",
                                     "--unix-socket", socket(),   "--request",    verb,         "http://docker" + path};
    if (!body.empty())
        command.insert(command.end(), {"--header", "Content-Type: application/json", "--data-binary", body});
    return runProgram(command).out;
}

void DockerHost::importImage(const std::string& folder, const std::string& name) {
    const std::string tar = m_folder.path() + "/image.tar";
    if (runProgram({"tar", "-C", folder, "-cf", tar, "."}).exitCode != 0) throw std::runtime_error("tar");
    const auto done = runProgram({"curl", "--silent", "--show-error", "--fail", "--unix-socket", socket(), "--header",
                                  "Content-Type: application/x-tar", "--data-binary", "@" + tar,
                                  "http://docker/images/create?fromSrc=-&repo=" + name});
    if (done.exitCode != 0) throw std::runtime_error("import of " + name + ": " + done.err + done.out);
}

void DockerHost::signalDaemon(int number) {
    // Its own note of its number is one of its namespace, so it is looked for by its folder.
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0) continue;
        const std::string command = contents(entry.path() / "cmdline");
        const bool service =
            command.starts_with("dockerd") || command.find("system\0service", 0, 14) != std::string::npos;
        if (service && command.find(dataFolder()) != std::string::npos) ::kill(pid, number);
    }
}

void DockerHost::crash() {
    signalDaemon(SIGKILL);
    waitUntilUp();
}
void DockerHost::freeze() {
    signalDaemon(SIGSTOP);
}
void DockerHost::resume() {
    signalDaemon(SIGCONT);
    waitUntilUp();
}

void DockerHost::removeGroups() const {
    std::error_code ignored;
    std::vector<fs::path> tops{fs::path("/sys/fs/cgroup") / m_group};
    for (const auto& entry : fs::directory_iterator("/sys/fs/cgroup", ignored)) tops.push_back(entry.path() / m_group);
    for (const auto& top : tops) {
        if (!fs::exists(top, ignored)) continue;
        for (const auto& entry : fs::directory_iterator(top, ignored))
            if (entry.is_directory(ignored)) ::rmdir(entry.path().c_str());
        ::rmdir(top.c_str());
    }
}

namespace {

void addImages(DockerHost& host) {
    TemporaryFolder files, tools;
    for (const char* folder : {"usr", "etc", "tmp", "proc", "sys", "dev", "run"})
        fs::create_directory(files.path() + "/" + folder);
    for (const char* folder : {"bin", "sbin", "lib", "lib64"})
        fs::create_symlink(std::string("usr/") + folder, files.path() + "/" + folder);
    host.importImage(files.path(), "files");
    fs::create_directory(tools.path() + "/bin");
    fs::copy_file("/bin/busybox", tools.path() + "/bin/busybox");
    host.importImage(tools.path(), "tools");
}

}  // namespace

DockerHost& dockerHost(DockerHost::Kind kind) {
    static std::map<DockerHost::Kind, std::unique_ptr<DockerHost>> hosts;
    auto& host = hosts[kind];
    if (!host) {
        host = std::make_unique<DockerHost>(kind);
        addImages(*host);
    }
    return *host;
}

}  // namespace ph::test
