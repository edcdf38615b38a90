#pragma once

namespace ph::shim {

/// `ph-shim run`: the first process inside the sandbox, from the start of the task's command to the end of its last
/// process.
int run();

}  // namespace ph::shim
