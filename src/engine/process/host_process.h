#pragma once

#include "engine/file_descriptor.h"
#include "engine/task/run_folder.h"

#include <string>

namespace ph::engine {

/// A descriptor of the process, readable once it has ended; empty if there is none.
FileDescriptor openProcess(int pid);

/// Process ids are used again: whether `pid` really is the launcher (now bwrap) or the shim of the run.
bool isLauncherOf(int pid, const std::string& run);
bool isShimOf(int pid, const std::string& run);

/// A process of the run to wait for: its launcher, else its shim. Empty once both are gone.
FileDescriptor findProcess(const RunFolder& folder, const std::string& run);

/// SIGKILL to both. The shim takes every process of the task with it.
void killRun(const RunFolder& folder, const std::string& run);

}  // namespace ph::engine
