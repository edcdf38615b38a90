#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ph {

/// Whether the bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
bool isUtf8(std::string_view text);

/// The beginning of foreign bytes as well-formed UTF-8, to be shown: U+FFFD for each byte that is none, cut at a
/// character to at most `most` bytes, then with an ellipsis.
std::string excerpt(std::string_view bytes, std::size_t most = 80);

}  // namespace ph
