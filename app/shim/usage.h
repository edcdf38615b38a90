#pragma once

#include "app/shim/loop.h"
#include "shim/messages.h"

#include <deque>
#include <functional>
#include <map>

namespace ph::shim {

/// Reads what the task uses every two seconds and keeps the last 450 readings.
class Usage {
public:
    static constexpr std::int64_t kIntervalMillis = 2000;
    static constexpr std::size_t kKept = 450;

    explicit Usage(Loop& loop);
    const std::deque<Sample>& samples() const { return m_samples; }
    /// How many were ever taken.
    std::uint64_t taken() const { return m_count; }
    void onSample(std::function<void()> taken) { m_taken = std::move(taken); }

private:
    void take();
    void readNetwork(Sample& sample) const;

    struct Counted {
        std::int64_t readBytes = 0;
        std::int64_t writeBytes = 0;
    };

    Loop& m_loop;
    std::deque<Sample> m_samples;
    std::map<int, Counted> m_living;
    Counted m_gone;  ///< sums of processes that have ended
    std::function<void()> m_taken;
    std::uint64_t m_count = 0;
};

}  // namespace ph::shim
