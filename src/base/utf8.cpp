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

/// The length of the well-formed character that the text begins with; 0 if it begins with none.
std::size_t characterLength(std::string_view text) {
    const Sequence sequence = sequenceOf(static_cast<unsigned char>(text.front()));
    if (sequence.length > text.size()) return 0;
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
        const auto length = characterLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string validUtf8(std::string_view text) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const auto length = characterLength(text);
        valid += length == 0 ? kReplacement : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return valid;
}

}  // namespace ph
