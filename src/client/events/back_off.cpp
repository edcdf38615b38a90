#include "client/events/back_off.h"

#include <algorithm>

namespace ph::client {

std::chrono::milliseconds BackOff::next() {
    constexpr int kFirst = 500, kMost = 30'000, kDoublings = 6;
    const int full = std::min(kMost, kFirst << std::min(m_tries++, kDoublings));
    return std::chrono::milliseconds(std::uniform_int_distribution(full / 2, full)(m_random));
}

}  // namespace ph::client
