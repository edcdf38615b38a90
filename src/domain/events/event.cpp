#include "domain/events/event.h"

#include <fmt/format.h>

#include <charconv>

namespace ph {

std::string positionText(EventPosition position) { return fmt::format("{}.{}", position.epoch, position.seq); }

std::optional<EventPosition> parsePosition(const std::string& text) {
    EventPosition position;
    const char* end = text.data() + text.size();
    const auto epoch = std::from_chars(text.data(), end, position.epoch);
    if (epoch.ec != std::errc() || epoch.ptr == end || *epoch.ptr != '.') return std::nullopt;
    const auto seq = std::from_chars(epoch.ptr + 1, end, position.seq);
    if (seq.ec != std::errc() || seq.ptr != end || position.epoch < 0 || position.seq < 0) return std::nullopt;
    return position;
}

}  // namespace ph
