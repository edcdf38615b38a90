#pragma once

#include <string>
#include <string_view>

namespace ph {

/// PostgreSQL's text holds neither NUL nor anything that is not UTF-8. Such a byte, and 0x01 itself, is kept as 0x01
/// and two hexadecimal digits; all other text stays as it is.
std::string postgresText(std::string_view text);
/// Undoes postgresText().
void restorePostgresText(std::string& text);

}  // namespace ph
