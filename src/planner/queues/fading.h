#pragma once

#include <chrono>
#include <cstdint>

namespace ph::queues {

/// 2^(-age / halfLife) in parts of kFadeParts, by integers only, so that every machine gives the same; zero after 30
/// half-lives. `age` and `halfLife` are not negative, `halfLife` is not zero.
std::int64_t faded(std::chrono::microseconds age, std::chrono::microseconds halfLife);

inline constexpr std::int64_t kFadeParts = std::int64_t{1} << 30;

}  // namespace ph::queues
