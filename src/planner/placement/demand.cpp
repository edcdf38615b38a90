#include "planner/placement/demand.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace ph::placement {

namespace {

constexpr std::int64_t kOne = 1 << 16;
constexpr std::uint64_t kFadeEvery = 1024;
constexpr std::int64_t kFadePart = 8;
constexpr std::uint64_t kCheckEvery = 1024;
constexpr std::uint64_t kSettled = 16'384;                     // arrivals after which only a drift counts
constexpr std::int64_t kTolerated = kMixParts * 2 * 15 / 100;  // 15 % of the tasks are of other shapes

}  // namespace

void Demand::arrived(ShapeId shape) {
    if (shape >= m_counts.size()) m_counts.resize(shape + 1);
    m_counts[shape] += kOne;
    m_total += kOne;
    if (++m_arrivals % kFadeEvery != 0) return;
    for (auto& count : m_counts) count -= count / kFadePart;
    m_total = std::accumulate(m_counts.begin(), m_counts.end(), std::int64_t{0});
}

bool Demand::outdated() {
    if (m_arrivals < m_nextCheck) return false;
    if (m_nextCheck < kSettled) {
        m_nextCheck *= 4;
        return true;
    }
    m_nextCheck = m_arrivals + kCheckEvery;
    return drift() > kTolerated;
}

std::int64_t Demand::drift() const {
    std::vector<std::int64_t> parts(m_counts.size());
    for (const auto& entry : m_published.entries) parts[entry.shape] = entry.parts;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) sum += std::abs(m_counts[i] * kMixParts / m_total - parts[i]);
    return sum;
}

const Mix& Demand::publish(const Catalogue& catalogue) {
    m_published = {};
    if (m_total == 0) return m_published;
    for (ShapeId shape = 0; shape < m_counts.size(); ++shape) {
        const std::int64_t parts = m_counts[shape] * kMixParts / m_total;
        if (parts == 0) continue;
        m_published.entries.push_back({shape, parts});
        m_published.milliPerTask += parts * catalogue.shape(shape).cards.milli();
    }
    std::stable_sort(m_published.entries.begin(), m_published.entries.end(),
                     [](const MixEntry& a, const MixEntry& b) { return a.parts > b.parts; });
    return m_published;
}

}  // namespace ph::placement
