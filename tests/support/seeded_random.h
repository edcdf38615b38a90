#pragma once

#include "base/random.h"

#include <mutex>
#include <random>

namespace ph::test {

/// The same bytes for the same seed. Thread-safe.
class SeededRandom final : public ph::RandomSource {
public:
    explicit SeededRandom(std::uint64_t seed = 1) : m_engine(seed) {}
    void fill(std::span<unsigned char> bytes) override {
        const std::lock_guard lock(m_mutex);
        for (auto& byte : bytes) byte = static_cast<unsigned char>(m_engine() >> 24);
    }

private:
    std::mutex m_mutex;
    std::mt19937_64 m_engine;
};

}  // namespace ph::test
