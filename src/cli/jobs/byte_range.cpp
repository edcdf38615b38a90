#include "cli/jobs/byte_range.h"

#include <charconv>
#include <string_view>

namespace ph::cli {

namespace {

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

std::optional<ByteRange> parseByteRange(const std::string& text) {
    const auto dash = text.find('-');
    if (dash == std::string::npos || text.size() < 2) return std::nullopt;
    const std::string_view first = std::string_view(text).substr(0, dash),
                           last = std::string_view(text).substr(dash + 1);
    const auto from = number(first), to = number(last);
    if (first.empty()) return to && *to > 0 ? std::optional(ByteRange{-*to, 0}) : std::nullopt;
    if (!from) return std::nullopt;
    if (last.empty()) return ByteRange{*from, 0};
    if (!to || *to < *from) return std::nullopt;
    return ByteRange{*from, *to - *from + 1};
}

}  // namespace ph::cli
