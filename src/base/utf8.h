#pragma once

#include <string>
#include <string_view>

namespace ph {

/// Whether the bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
bool isUtf8(std::string_view text);
/// The text with U+FFFD for every byte that belongs to no well-formed character, as of one that was cut in two.
std::string validUtf8(std::string_view text);

}  // namespace ph
