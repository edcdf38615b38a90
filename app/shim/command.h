#pragma once

#include "shim/record.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace ph::shim {

struct Start {
    pid_t pid = -1;
    EndKind failure = EndKind::None;  ///< NotFound, NotExecutable or LaunchFailed
    std::string detail;
};

/// The program that `word` means with the PATH of `environment`. Sets `failure` if there is none that may be run.
std::string findProgram(const std::string& word, const std::vector<std::string>& environment, EndKind& failure);

/// Starts a command and returns once it runs or is known not to. A script without "#!" is given to /bin/sh.
Start startCommand(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                   const std::string& folder, int in, int out, int err, bool terminal);

}  // namespace ph::shim
