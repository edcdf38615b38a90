#pragma once

#include "engine/process/launcher_pool.h"
#include "engine/process/process_options.h"
#include "engine/process/sandbox.h"
#include "engine/task/run_folder.h"
#include "engine/task/user_ids.h"
#include "ports/engine.h"

#include <optional>
#include <string>
#include <vector>

namespace ph::engine {

class AcceleratorCatalogue;

/// How a launch went. Without a claim nothing was done, because the run had one already.
struct Launched {
    bool claimed = false;
    RunClaim claim;
    int launcher = 0;  ///< process id
    std::optional<TaskNetwork> network;
    std::optional<Reason> failure;  ///< the run has ended before it began
};

/// Puts a TaskRun on the machine: folder, claim, files, control groups, sandbox, process. Blocking; thread-safe.
class RunLauncher {
public:
    RunLauncher(const ProcessEngineOptions& options, const Sandbox& sandbox, LauncherPool& launchers,
                const AcceleratorCatalogue& accelerators, NetworkPath outbound);

    /// An Error only if it is not certain that the run is claimed; every later failure is in Launched.
    Result<Launched> launch(const LaunchRequest& request);

private:
    Result<RunClaim> makeClaim(const LaunchRequest& request);
    Result<> start(const LaunchRequest& request, const RunClaim& claim, const RunFolder& folder,
                   WaitingLauncher& launcher, Reason& reason);
    Result<std::string> planOf(const LaunchRequest& request, const RunClaim& claim, const RunFolder& folder) const;
    Result<> handOver(const std::string& plan, const RunFolder& folder, WaitingLauncher& launcher) const;

    const ProcessEngineOptions& m_options;
    const Sandbox& m_sandbox;
    LauncherPool& m_launchers;
    const AcceleratorCatalogue& m_accelerators;
    NetworkPath m_outbound;
    UserIds m_users;
};

}  // namespace ph::engine
