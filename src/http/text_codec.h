#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ph::http {

/// "%41+" -> "A+" (`plusIsSpace`: "A "); nullopt on broken escapes and NUL.
std::optional<std::string> percentDecoded(std::string_view text, bool plusIsSpace);
/// "a=1&b=x%20y"; nullopt on broken escapes and on a name given twice.
std::optional<std::map<std::string, std::string>> parseQuery(std::string_view text);

/// Cursors are opaque to clients: base64url of a position in a list.
std::string cursorText(std::int64_t position);
/// nullopt on anything that cursorText could not have written.
std::optional<std::int64_t> parseCursor(std::string_view text);

/// "sha256:" is not part of it: 64 hexadecimal digits.
std::string sha256Hex(std::string_view bytes);

}  // namespace ph::http
