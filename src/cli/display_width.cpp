#include "cli/display_width.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ph::cli {

namespace {

constexpr char32_t kBroken = 0xFFFD;

/// The next character, or kBroken for one bad byte.
char32_t take(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                               : lead >= 0xE0                ? 3
                               : lead >= 0xC2                ? 2
                                                             : 0;
    const auto bad = [&] {
        text.remove_prefix(1);
        return kBroken;
    };
    if (length == 0 || lead >= 0xF5 || text.size() < length) return bad();
    char32_t code = length == 1 ? lead : lead & (0x7F >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80) return bad();
        code = code << 6 | (byte & 0x3F);
    }
    constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[length] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return bad();
    text.remove_prefix(length);
    return code;
}

bool within(char32_t code, std::initializer_list<std::pair<char32_t, char32_t>> ranges) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const auto& r) { return code >= r.first && code <= r.second; });
}

std::size_t widthOf(char32_t code) {
    if (within(code, {{0x300, 0x36F},
                      {0x483, 0x489},
                      {0x591, 0x5BD},
                      {0x610, 0x61A},
                      {0x64B, 0x65F},
                      {0xE31, 0xE31},
                      {0xE34, 0xE3A},
                      {0x200B, 0x200F},
                      {0x202A, 0x202E},
                      {0x2060, 0x2064},
                      {0x20D0, 0x20FF},
                      {0xFE00, 0xFE0F},
                      {0xFE20, 0xFE2F},
                      {0xFEFF, 0xFEFF},
                      {0xE0100, 0xE01EF}}))
        return 0;
    const bool wide = within(code, {{0x1100, 0x115F},
                                    {0x231A, 0x231B},
                                    {0x2E80, 0x303E},
                                    {0x3041, 0x33FF},
                                    {0x3400, 0x4DBF},
                                    {0x4E00, 0x9FFF},
                                    {0xA000, 0xA4CF},
                                    {0xAC00, 0xD7A3},
                                    {0xF900, 0xFAFF},
                                    {0xFE30, 0xFE6F},
                                    {0xFF00, 0xFF60},
                                    {0xFFE0, 0xFFE6},
                                    {0x1F300, 0x1F64F},
                                    {0x1F680, 0x1F6FF},
                                    {0x1F900, 0x1F9FF},
                                    {0x20000, 0x3FFFD}});
    return wide ? 2 : 1;
}

}  // namespace

std::size_t displayWidth(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) width += widthOf(take(text));
    return width;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t code = take(text);
        // Bidirectional overrides could make a name look like another one.
        const bool harmless = code >= 0x20 && !(code >= 0x7F && code < 0xA0) && code != kBroken &&
                              !within(code, {{0x202A, 0x202E}, {0x2066, 0x2069}});
        if (harmless)
            out += before.substr(0, before.size() - text.size());
        else
            out += "\xEF\xBF\xBD";
    }
    return out;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string out(text);
    const std::size_t width = displayWidth(text);
    if (width < columns) out.append(columns - width, ' ');
    return out;
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (displayWidth(text) <= columns) return std::string(text);
    std::string out;
    std::size_t width = 0;
    while (!text.empty()) {
        const std::string_view before = text;
        width += widthOf(take(text));
        if (width + 1 > columns) break;
        out += before.substr(0, before.size() - text.size());
    }
    return out + "…";
}

}  // namespace ph::cli
