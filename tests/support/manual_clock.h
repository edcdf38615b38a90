#pragma once

#include "base/clock.h"

#include <atomic>
#include <chrono>

namespace ph::test {

/// A clock that stands still until advance() moves both its readings. Thread-safe.
class ManualClock final : public ph::Clock {
public:
    Timestamp now() const override { return {kStart + m_passed.load()}; }
    std::chrono::microseconds monotonic() const override { return std::chrono::microseconds(m_passed.load()); }
    void advance(std::chrono::microseconds by) { m_passed += by.count(); }

private:
    static constexpr std::int64_t kStart = 1'800'000'000'000'000;  // in January 2027
    std::atomic<std::int64_t> m_passed{0};
};

}  // namespace ph::test
