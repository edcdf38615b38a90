#include "fuzz/tar_sums.h"

#include <cstdio>
#include <cstring>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace ph::fuzz {

void mendTarSums(std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kBlock = 512;
    for (std::size_t at = 0; at + kBlock <= size;) {
        std::uint8_t* header = data + at;
        unsigned sum = 8 * ' ';
        for (std::size_t i = 0; i < kBlock; ++i)
            if (i < 148 || i >= 156) sum += header[i];
        // A block of nothing but zeros is the end and stays so.
        if (sum == 8 * ' ') return;
        char text[9];
        std::snprintf(text, sizeof(text), "%06o", sum & 0777777U);
        std::memcpy(header + 148, text, 7);
        header[155] = ' ';
        std::size_t length = 0;
        for (std::size_t i = 124; i < 136 && header[i] >= '0' && header[i] <= '7'; ++i)
            length = length * 8 + (header[i] - '0');
        at += kBlock + (length + kBlock - 1) / kBlock * kBlock;
    }
}

}  // namespace ph::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned) {
    const std::size_t changed = LLVMFuzzerMutate(data, size, most);
    ph::fuzz::mendTarSums(data, changed);
    return changed;
}
