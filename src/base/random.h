#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ph {

/// Where ids, tokens and seeds come from; tests inject a seeded one. Thread-safe.
class RandomSource {
public:
    virtual ~RandomSource() = default;
    virtual void fill(std::span<unsigned char> bytes) = 0;
};

/// The kernel's generator (getrandom). Throws std::system_error if the kernel has none.
class SystemRandom final : public RandomSource {
public:
    void fill(std::span<unsigned char> bytes) override;
};

/// `bytes` random bytes as lower-case hexadecimal text.
std::string randomHex(RandomSource& random, std::size_t bytes);

}  // namespace ph
