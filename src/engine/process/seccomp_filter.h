#pragma once

#include "base/error.h"

#include <string>

namespace ph::engine {

/// Writes the system call filter of sandboxes as a BPF program for bwrap to `path`. It denies what no training job
/// needs and what has been a way out before: mounts, new user namespaces, keys, BPF, kernel modules, kexec,
/// userfaultfd, io_uring, terminal input and sockets other than Unix, IP and route ones. Tracing stays possible, but
/// only within the task's own process namespace.
Result<> writeSeccompFilter(const std::string& path);

}  // namespace ph::engine
