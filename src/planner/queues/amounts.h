#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ph::queues {

/// How much of every resource, by dimension; what is not written is zero. Milli-CPU, MiB, and compute milli of cards.
using Amounts = std::vector<std::int64_t>;

inline constexpr std::size_t kCpu = 0;
inline constexpr std::size_t kMemory = 1;
inline constexpr std::size_t kScratch = 2;
inline constexpr std::size_t kCards = 3;  ///< of any model

inline std::int64_t at(const Amounts& amounts, std::size_t dimension) {
    return dimension < amounts.size() ? amounts[dimension] : 0;
}

inline void add(Amounts& sum, const Amounts& more, std::int64_t times = 1) {
    if (sum.size() < more.size()) sum.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) sum[i] += times * more[i];
}

}  // namespace ph::queues
