#pragma once

#include "engine/process/process_options.h"
#include "engine/process/sandbox.h"

namespace ph::engine {

/// Whether the network helper gives a network to a sandbox: runs one task with it from end to end, for at most two
/// seconds. Blocking; leaves nothing behind.
bool networkHelperWorks(const ProcessEngineOptions& options, const Sandbox& sandbox);

}  // namespace ph::engine
