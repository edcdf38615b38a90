#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ph::cli {

/// Where to begin (negative: from the end) and how much to read (0: to the end).
struct ByteRange {
    std::int64_t offset = 0;
    std::int64_t length = 0;
};

/// "100-199" (both included), "100-" (from there) or "-500" (the last 500); nullopt for anything else.
std::optional<ByteRange> parseByteRange(const std::string& text);

}  // namespace ph::cli
