#include "app/shim/watch.h"

#include "app/shim/holdings.h"
#include "app/shim/process_table.h"

#include <algorithm>
#include <vector>

namespace ph::shim {

namespace {

constexpr std::int64_t kMemoryMillis = 250;
constexpr std::int64_t kScratchMillis = 2000;
constexpr std::int64_t kScratchShare = 20;  // looking takes at most a twentieth of the time

}  // namespace

Watch::Watch(Loop& loop, std::int64_t memoryLimit, std::int64_t scratchLimit, std::string folder)
    : m_loop(loop), m_memoryLimit(memoryLimit), m_scratchLimit(scratchLimit), m_folder(std::move(folder)) {}

void Watch::start() {
    if (m_memoryLimit > 0) m_loop.after(kMemoryMillis, [this] { lookAtMemory(); });
    if (m_scratchLimit > 0) m_loop.after(kScratchMillis, [this] { lookAtScratch(); });
}

void Watch::lookAtMemory() {
    const std::int64_t started = monotonicMillis();
    // The sum of resident sizes is cheap and never too small: the exact figure is only asked for when that is large.
    const std::int64_t held = sharedMemoryBytes() + namelessBytes(m_folder).inMemory;
    std::int64_t rough = held;
    std::vector<pid_t> pids;
    eachProcess([&](pid_t pid) {
        rough += readProcess(pid).residentBytes;
        pids.push_back(pid);
    });
    if (rough > m_memoryLimit) {
        std::int64_t own = 0, mapped = 0;
        for (const pid_t pid : pids) {
            const ProportionalReading reading = readProportional(pid);
            own += reading.bytes - reading.sharedBytes;
            mapped += reading.sharedBytes;
        }
        // Shared memory is held by its file, mapped by processes, or both: the larger figure has it all, or nearly.
        const std::int64_t used = own + std::max(held, mapped);
        if (used > m_memoryLimit) return m_breach(EndCause::Memory, used, m_memoryLimit);
    }
    const std::int64_t took = monotonicMillis() - started;
    m_loop.after(std::max(kMemoryMillis, took * kScratchShare), [this] { lookAtMemory(); });
}

void Watch::lookAtScratch() {
    const std::int64_t started = monotonicMillis();
    const std::int64_t used = folderBytes(m_folder, m_scratchLimit) + namelessBytes(m_folder).onDisk;
    if (used > m_scratchLimit) return m_breach(EndCause::Scratch, used, m_scratchLimit);
    const std::int64_t took = monotonicMillis() - started;
    m_loop.after(std::max(kScratchMillis, took * kScratchShare), [this] { lookAtScratch(); });
}

}  // namespace ph::shim
