#pragma once

#include "base/clock.h"
#include "domain/nodes/node.h"
#include "engine/accelerators.h"

#include <deque>
#include <vector>

namespace ph::engine {

/// The node's own readings, kept for 15 minutes. Not thread-safe.
class NodeSampler {
public:
    static constexpr std::chrono::seconds kInterval{2};
    static constexpr std::size_t kKept = 450;

    explicit NodeSampler(const AcceleratorCatalogue& accelerators) : m_accelerators(accelerators) {}
    /// Takes one reading: under a millisecond of /proc.
    void take(Timestamp now);
    std::vector<UsageSample> last(std::size_t count) const;

private:
    struct Counters {
        std::int64_t busyTicks = 0;
        Timestamp at;
    };
    const AcceleratorCatalogue& m_accelerators;
    std::deque<UsageSample> m_samples;
    Counters m_before;
};

}  // namespace ph::engine
