#pragma once

#include <cstdint>
#include <functional>
#include <sys/types.h>

namespace ph::shim {

/// Calls `visit` for every process of the namespace but ourselves.
void eachProcess(const std::function<void(pid_t)>& visit);

/// What /proc tells of one process; zeros where it tells nothing.
struct ProcessReading {
    std::int64_t cpuMicros = 0;  ///< its own and that of children it has reaped
    std::int64_t residentBytes = 0;
    std::int64_t sharedBytes = 0;
    std::int64_t readBytes = 0;  ///< from and to storage
    std::int64_t writeBytes = 0;
};
ProcessReading readProcess(pid_t pid);

/// Its proportional share of memory: costly to ask for large processes.
struct ProportionalReading {
    std::int64_t bytes = 0;
    std::int64_t sharedBytes = 0;  ///< of these, mapped files in memory and shared anonymous memory
};
ProportionalReading readProportional(pid_t pid);

}  // namespace ph::shim
