#pragma once

#include <chrono>
#include <random>

namespace ph::client {

/// How long to wait before the next try: 0.5 s doubling up to 30 s, each shortened by up to a half at random so that
/// many clients do not come back together.
class BackOff {
public:
    explicit BackOff(unsigned seed = std::random_device{}()) : m_random(seed) {}
    std::chrono::milliseconds next();
    void reset() { m_tries = 0; }
    int tries() const { return m_tries; }

private:
    std::minstd_rand m_random;
    int m_tries = 0;
};

}  // namespace ph::client
