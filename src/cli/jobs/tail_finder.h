#pragma once

#include <cstdint>
#include <string_view>

namespace ph::cli {

/// Where the last `lines` lines of `text` begin. A final line end closes a line, it opens none. 0 if there are fewer.
std::size_t tailOf(std::string_view text, std::int64_t lines);

}  // namespace ph::cli
