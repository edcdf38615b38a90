#include "engine/process/network_probe.h"

#include "base/random.h"
#include "engine/accelerators.h"
#include "engine/process/host_process.h"
#include "engine/process/run_launcher.h"

#include <cerrno>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr int kDeadlineMillis = 2000;

/// Waits for the launcher; false if it had to be ended.
bool waitFor(int launcher, const RunFolder& folder, const std::string& run) {
    const FileDescriptor process = openProcess(launcher);
    pollfd waiting{process.get(), POLLIN, 0};
    int ready = 0;
    while ((ready = ::poll(&waiting, 1, kDeadlineMillis)) < 0 && errno == EINTR) {
    }
    if (ready <= 0) killRun(folder, run);
    int status = 0;
    while (::waitpid(launcher, &status, 0) < 0 && errno == EINTR) {
    }
    return ready > 0;
}

}  // namespace

bool networkHelperWorks(const ProcessEngineOptions& options, const Sandbox& sandbox) {
    if (options.networkHelper.empty() || ::access(options.networkHelper.c_str(), X_OK) != 0) return false;
    ProcessEngineOptions probe = options;
    probe.dataFolder = options.dataFolder + "/sandbox/probe";
    probe.userPerOrganisation = false;
    removeTree(probe.dataFolder);
    ::mkdir(probe.dataFolder.c_str(), 0700);
    ::mkdir((probe.dataFolder + "/runs").c_str(), 0700);
    const ControlGroups none;
    const AcceleratorCatalogue cards;
    LauncherPool launchers(probe, none, NetworkPath::Helper);
    RunLauncher launcher(probe, sandbox, launchers, cards, NetworkPath::Helper);
    SystemRandom random;
    LaunchRequest request;
    request.id = TaskRunId::random(random);
    request.command = {"/usr/bin/true"};
    const RunFolder folder(probe.dataFolder + "/runs/" + request.id.str());
    const auto launched = launcher.launch(request);
    const bool began = launched && launched->launcher > 0;
    const bool ended = began && waitFor(launched->launcher, folder, request.id.str());
    const shim::ExitRecord record = folder.readRecord();
    removeTree(probe.dataFolder);
    return ended && record.kind == shim::EndKind::Exited && record.code == 0;
}

}  // namespace ph::engine
