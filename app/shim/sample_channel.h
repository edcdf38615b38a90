#pragma once

#include "app/shim/channel.h"
#include "app/shim/line.h"
#include "app/shim/usage.h"

namespace ph::shim {

/// Sends the last `count` kept readings, then with `follow` each new one. A peer without credit misses what is no
/// longer kept by then.
class SampleChannel final : public Channel {
public:
    SampleChannel(Line line, const Usage& usage, std::uint32_t count, bool follow);
    void pump() override;

private:
    Line m_line;
    const Usage& m_usage;
    std::uint64_t m_next;  ///< number of the reading to send next, counted from the first ever taken
    bool m_follow;
    bool m_over = false;
};

}  // namespace ph::shim
