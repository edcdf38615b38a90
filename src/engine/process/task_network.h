#pragma once

#include "base/id.h"
#include "engine/file_descriptor.h"

#include <chrono>

namespace ph::engine {

/// A network of its own for one task at a time: a namespace and the helper that connects it. Taking one down costs the
/// kernel more than a short task takes, and it does so one at a time; so it serves the next task of the same
/// organisation. Nothing of a task stays in it: its processes are gone, and none of them could change its settings.
struct TaskNetwork {
    FileDescriptor offer;   ///< where the launcher that made it has offered it; read by accept()
    FileDescriptor space;   ///< the network's namespace
    FileDescriptor user;    ///< the one that owns it
    FileDescriptor life;    ///< the helper ends when every copy is closed
    FileDescriptor helper;  ///< readable once the helper has ended
    OrgId org;              ///< empty: nobody has used it
    std::chrono::steady_clock::time_point idleSince;

    /// Takes the namespaces out of the offer. False if there was none: then it cannot be used again.
    bool accept();
    bool works() const;
};

}  // namespace ph::engine
