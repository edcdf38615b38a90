#include "store/sql/postgres_text.h"

#include "base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ph {

namespace {

constexpr char kEscape = '\x01';

bool isSpecial(char c) {
    return c == '\0' || c == kEscape;
}

/// Of the well-formed character that `text` begins with; 0 if there is none.
std::size_t characterLength(std::string_view text) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length)
        if (isUtf8(text.substr(0, length))) return length;
    return 0;
}

}  // namespace

std::string postgresText(std::string_view text) {
    if (std::none_of(text.begin(), text.end(), isSpecial) && isUtf8(text)) return std::string(text);
    std::string stored;
    while (!text.empty()) {
        const auto length = isSpecial(text.front()) ? 0 : characterLength(text);
        if (length == 0)
            stored += fmt::format("{}{:02x}", kEscape, static_cast<unsigned char>(text.front()));
        else
            stored += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return stored;
}

void restorePostgresText(std::string& text) {
    if (text.find(kEscape) == std::string::npos) return;
    std::string restored;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned byte = 0;
        const char* digits = text.data() + at + 1;
        if (text[at] == kEscape && at + 2 < text.size() &&
            std::from_chars(digits, digits + 2, byte, 16).ec == std::errc()) {
            restored += static_cast<char>(byte);
            at += 2;
        } else {
            restored += text[at];
        }
    }
    text = std::move(restored);
}

}  // namespace ph
