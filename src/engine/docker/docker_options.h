#pragma once

#include "base/units.h"

#include <functional>
#include <string>
#include <vector>

namespace ph {

/// When an image is fetched from its registry.
enum class PullPolicy { Missing, Always, Never };

struct DockerEngineOptions {
    std::string
        dataFolder;  ///< made if missing; runs/, trash/ and site below it are the engine's; the host must see it
    std::string socket = "/var/run/docker.sock";
    std::string nodeName;  ///< empty: this machine's name
    std::string shim;      ///< the ph-shim program
    std::string image;     ///< of tasks that name none; empty: they fail
    PullPolicy pull = PullPolicy::Missing;
    std::string accelerators;                                        ///< folder of the vendors' *.yaml; empty: none
    std::vector<std::string> simulated;                              ///< "MODELxN" each
    std::function<std::string(const std::string& digest)> blobPath;  ///< thread-safe
    bool userPerOrganisation = true;                                 ///< where the controller is root
    Bytes logLimit = gibibytes(2);                                   ///< per TaskRun
    Bytes metricsLimit = mebibytes(64);
    int processLimit = 4096;  ///< processes and threads of one TaskRun
    std::size_t threads = 4;  ///< for blocking work
};

}  // namespace ph
