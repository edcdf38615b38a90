#pragma once

#include "bench/trace.h"

#include <array>
#include <memory>
#include <random>

namespace bench {

/// A node as the published policies see it.
struct Room {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    int cards = 0;
    std::array<int, 8> milli{};
    std::string model;

    int idle() const;
    int whole() const;
    bool fits(const TraceShape& shape) const;
    /// `card` is of a share; whole cards are the first free ones.
    void take(const TraceShape& shape, int card);
};

/// A policy of the FGD paper: chooses among the nodes that fit, the first of equals.
class Baseline {
public:
    virtual ~Baseline() = default;
    /// The node's index or -1, and the card for a share.
    virtual std::pair<int, int> choose(const std::vector<Room>& rooms, std::size_t shape) = 0;
    virtual void changed(int /*room*/) {}
};

std::unique_ptr<Baseline> makeFgd(const PodList& list);
std::unique_ptr<Baseline> makeBestFit(const PodList& list);
std::unique_ptr<Baseline> makeRandom(const PodList& list, unsigned seed);

}  // namespace bench
