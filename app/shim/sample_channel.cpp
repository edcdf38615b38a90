#include "app/shim/sample_channel.h"

#include <algorithm>

namespace ph::shim {

SampleChannel::SampleChannel(Line line, const Usage& usage, std::uint32_t count, bool follow)
    : m_line(line),
      m_usage(usage),
      m_next(usage.taken() - std::min<std::uint64_t>(usage.taken(), count)),
      m_follow(follow) {}

void SampleChannel::pump() {
    const auto& kept = m_usage.samples();
    m_next = std::max<std::uint64_t>(m_next, m_usage.taken() - kept.size());
    while (m_next < m_usage.taken() && m_line.room() >= kSampleSize) {
        m_line.send(kOutput, encode(kept[kept.size() - static_cast<std::size_t>(m_usage.taken() - m_next)]));
        ++m_next;
    }
    if (m_over || m_follow || m_next < m_usage.taken()) return;
    m_over = true;
    m_line.close({});
}

}  // namespace ph::shim
