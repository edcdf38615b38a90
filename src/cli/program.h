#pragma once

#include "cli/environment.h"
#include "cli/streams.h"

#include <string>
#include <vector>

namespace ph::cli {

/// One run of `phctl` with these arguments (without the program's own name); returns the exit code. A QCoreApplication
/// must exist; it runs an event loop of its own, so it is for main and tests only.
int runProgram(const std::vector<std::string>& arguments, Streams& streams, const Environment& environment);

}  // namespace ph::cli
