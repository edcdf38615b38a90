#pragma once

#include "base/error.h"
#include "engine/file_descriptor.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace ph::engine {

/// Starts a program without copying this process: own session, empty environment, standard streams as given (-1:
/// /dev/null), `passed` descriptors under the numbers that come second, no other. Returns its process id; the caller
/// reaps it.
Result<int> spawn(const std::vector<std::string>& command, int errors, const std::vector<std::pair<int, int>>& passed);

struct ProgramEnd {
    int code = -1;  ///< -1: not started, or ended here for its deadline
    std::string output;
};

/// Runs a program that should take a moment only, and keeps the first 64 KiB of what it says. Ended at the deadline
/// with the programs that it started.
ProgramEnd runShortly(const std::vector<std::string>& command, std::chrono::milliseconds deadline);

/// An anonymous file that holds `bytes`.
Result<FileDescriptor> anonymousFile(const std::string& bytes);

}  // namespace ph::engine
