#pragma once

#include "base/units.h"

#include <functional>
#include <string>
#include <vector>

namespace ph {

struct ProcessEngineOptions {
    std::string dataFolder;  ///< made if missing; runs/ and sandbox/ below it are the engine's
    std::string shim;        ///< the ph-shim program
    std::string bwrap = "/usr/bin/bwrap";
    std::string networkHelper = "/usr/bin/slirp4netns";  ///< empty: the host's network
    std::string accelerators;                            ///< folder of the vendors' *.yaml; empty: none are looked for
    std::vector<std::string> simulated;                  ///< "MODELxN" each, e.g. "H100x4"
    std::function<std::string(const std::string& digest)> blobPath;  ///< thread-safe
    bool userPerOrganisation = true;                                 ///< where the controller is root
    bool useControlGroups = true;                                    ///< false: watched limits only
    Bytes logLimit = gibibytes(2);                                   ///< per TaskRun
    Bytes metricsLimit = mebibytes(64);
    int processLimit = 4096;  ///< processes and threads of one TaskRun
    std::size_t threads = 4;  ///< for blocking work
};

}  // namespace ph
