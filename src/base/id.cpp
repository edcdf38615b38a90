#include "base/id.h"

#include <algorithm>

namespace ph::detail {

namespace {
constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
}

IdText randomIdText(char letter, RandomSource& random) {
    std::array<unsigned char, std::tuple_size_v<IdText> - 1> bytes{};
    random.fill(bytes);
    IdText text{};
    text[0] = letter;
    std::transform(bytes.begin(), bytes.end(), text.begin() + 1, [](unsigned char b) { return kAlphabet[b & 31]; });
    return text;
}

bool isIdText(std::string_view text, char letter) {
    return text.size() == std::tuple_size_v<IdText> && text.front() == letter &&
           text.find_first_not_of(kAlphabet, 1) == std::string_view::npos;
}

}  // namespace ph::detail
