#pragma once

#include <algorithm>
#include <chrono>

namespace ph {

/// How often something may happen: so often a second on average, and so often at once.
struct Rate {
    double perSecond = 1;
    double burst = 1;
};

/// A token bucket that begins full. Times are monotonic and given by the caller, who also keeps the rate: many buckets
/// share one. Not thread-safe.
class TokenBucket {
public:
    /// Takes `count` tokens (at most a burst of them), or none if fewer are there.
    bool take(const Rate& rate, std::chrono::microseconds now, double count = 1) {
        refill(rate, now);
        if (m_missing + std::min(count, rate.burst) > rate.burst) return false;
        m_missing += std::min(count, rate.burst);
        return true;
    }
    void giveBack(double count = 1) { m_missing = std::max(0.0, m_missing - count); }
    /// How long until `count` tokens are there; zero if they are.
    std::chrono::microseconds wait(const Rate& rate, std::chrono::microseconds now, double count = 1) {
        refill(rate, now);
        const double lacking = m_missing + std::min(count, rate.burst) - rate.burst;
        if (lacking <= 0) return {};
        return std::chrono::ceil<std::chrono::microseconds>(std::chrono::duration<double>(lacking / rate.perSecond));
    }

private:
    void refill(const Rate& rate, std::chrono::microseconds now) {
        const std::chrono::duration<double> passed = now - m_at;
        if (passed.count() <= 0) return;
        m_missing = std::max(0.0, m_missing - passed.count() * rate.perSecond);
        m_at = now;
    }

    double m_missing = 0;
    std::chrono::microseconds m_at{};
};

}  // namespace ph
