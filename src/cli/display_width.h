#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ph::cli {

/// Columns that UTF-8 text takes on a terminal: East Asian wide characters and emoji two, combining ones none.
std::size_t displayWidth(std::string_view text);

/// Text of others made safe for a terminal: control characters and broken UTF-8 become U+FFFD.
std::string printable(std::string_view text);

/// The text with spaces behind it up to `columns`.
std::string padded(std::string_view text, std::size_t columns);

/// The text cut to at most `columns`, with "…" if something was left out.
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace ph::cli
