#pragma once

namespace ph::shim {

/// `ph-shim enter`: process 1 of a container, as its root. Takes its places in the run folder, then does as run().
int enter();

}  // namespace ph::shim
