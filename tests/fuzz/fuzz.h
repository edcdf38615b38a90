#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace ph::fuzz {

/// What each target is: takes any bytes, and ends the process if a property does not hold.
void one(std::string_view input);

/// Ends the process with these words, which the fuzzer reports with the input that led here.
inline void require(bool holds, const char* property) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", property);
    std::abort();
}

/// `input` cut into pieces of 1 to `most` bytes at places that depend on nothing but the input.
inline std::vector<std::string_view> pieces(std::string_view input, std::size_t most) {
    std::uint32_t state = static_cast<std::uint32_t>(input.size()) * 2654435761U + 1;
    std::vector<std::string_view> list;
    while (!input.empty()) {
        state = state * 1664525U + 1013904223U + static_cast<unsigned char>(input[0]);
        list.push_back(input.substr(0, 1 + (state >> 16) % most));
        input.remove_prefix(list.back().size());
    }
    return list;
}

}  // namespace ph::fuzz
