#pragma once

#include "planner/placement/catalogue.h"

#include <cstdint>
#include <vector>

namespace ph::placement {

/// How often a shape is asked for, as parts of kMixParts.
struct MixEntry {
    ShapeId shape = 0;
    std::int64_t parts = 0;
};

inline constexpr std::int64_t kMixParts = 1 << 20;

/// Which tasks are to be expected, the most frequent first.
struct Mix {
    std::vector<MixEntry> entries;
    std::int64_t milliPerTask = 0;  ///< compute milli of cards that a task asks for on average, times kMixParts
};

/// Learns the mix from what arrives: counts that fade, half after about 5,300 arrivals. Integers only, so that equal
/// histories give equal mixes on every machine.
class Demand {
public:
    void arrived(ShapeId shape);
    /// Whether what was published last has grown wrong: early on at 16, 64, 256 ... arrivals, later after a drift.
    bool outdated();
    /// The present mix, which becomes the published one.
    const Mix& publish(const Catalogue& catalogue);
    const Mix& published() const { return m_published; }

private:
    std::int64_t drift() const;

    std::vector<std::int64_t> m_counts;  ///< by shape, kOne for a fresh arrival
    std::int64_t m_total = 0;
    std::uint64_t m_arrivals = 0;
    std::uint64_t m_nextCheck = 16;
    Mix m_published;
};

}  // namespace ph::placement
