#include "base/utf8.h"

#include <cstddef>

namespace ph {

namespace {

/// The length of the sequence that begins with `lead` and the range of its second byte; length 0: none begins so.
struct Sequence {
    std::size_t length;
    unsigned char from;
    unsigned char to;
};

Sequence sequenceOf(unsigned char lead) {
    if (lead < 0x80) return {1, 0x80, 0xBF};
    if (lead < 0xC2) return {0, 0, 0};
    if (lead < 0xE0) return {2, 0x80, 0xBF};
    if (lead == 0xE0) return {3, 0xA0, 0xBF};
    if (lead == 0xED) return {3, 0x80, 0x9F};
    if (lead < 0xF0) return {3, 0x80, 0xBF};
    if (lead == 0xF0) return {4, 0x90, 0xBF};
    if (lead < 0xF4) return {4, 0x80, 0xBF};
    if (lead == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

/// How many bytes at the front are one character; 0 if they are none.
std::size_t characterLength(std::string_view text) {
    const Sequence sequence = sequenceOf(static_cast<unsigned char>(text[0]));
    if (sequence.length == 0 || sequence.length > text.size()) return 0;
    for (std::size_t i = 1; i < sequence.length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool fits = i == 1 ? byte >= sequence.from && byte <= sequence.to : (byte & 0xC0) == 0x80;
        if (!fits) return 0;
    }
    return sequence.length;
}

}  // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string excerpt(std::string_view bytes, std::size_t most) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD", kEllipsis = "\xE2\x80\xA6";
    std::string out;
    while (!bytes.empty()) {
        const std::size_t length = characterLength(bytes);
        const std::string_view next = length == 0 ? kReplacement : bytes.substr(0, length);
        if (out.size() + next.size() > most) return out.append(kEllipsis);
        out += next;
        bytes.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace ph
