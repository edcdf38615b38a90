#pragma once

#include "app/shim/loop.h"
#include "shim/record.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ph::shim {

/// Watches the limits that the kernel does not hold: memory by proportional size with what lies in memory as files,
/// scratch by what the working directory holds, with what is deleted but open. Both are looked at in intervals, so a
/// task may be over for a moment.
class Watch {
public:
    using Breach = std::function<void(EndCause cause, std::int64_t used, std::int64_t limit)>;

    /// A limit of 0 is not watched.
    Watch(Loop& loop, std::int64_t memoryLimit, std::int64_t scratchLimit, std::string folder);
    void onBreach(Breach breach) { m_breach = std::move(breach); }
    void start();

private:
    void lookAtMemory();
    void lookAtScratch();

    Loop& m_loop;
    std::int64_t m_memoryLimit;
    std::int64_t m_scratchLimit;
    std::string m_folder;
    Breach m_breach;
};

}  // namespace ph::shim
