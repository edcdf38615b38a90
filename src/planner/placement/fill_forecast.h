#pragma once

#include "planner/placement/demand.h"
#include "planner/placement/node_room.h"

#include <array>
#include <vector>

namespace ph::placement {

/// How much of a node's cards will stay idle for good: the mix is drawn into kStreams fixed streams of tasks, the node
/// takes from each whatever still fits, and what is left idle is summed. The fragmentation measure of Weng et al. (FGD,
/// USENIX ATC 2023) looks one task ahead; this looks until the node is full. Results are remembered per state of a
/// node, with CPU rounded down to a quarter and memory to half of what a card needs on average. Integers, the same on
/// every machine.
class FillForecast {
public:
    static constexpr int kStreams = 32;
    static constexpr int kOffers = 64;  ///< tasks in a stream, a bit of a word each

    /// Takes a new mix; everything remembered is forgotten.
    void rebuild(const Mix& mix, const Catalogue& catalogue);
    /// Compute milli that stay idle, times kStreams. Zero while no mix is known.
    std::int64_t idle(ClassId kind, const NodeRoom& room, const Catalogue& catalogue);

private:
    struct Offer {
        std::int64_t cpu = 0;
        std::int64_t memory = 0;
        std::int32_t milli = 0;
        std::int32_t count = 0;
        CardMask cards = 0;
        bool possible = false;  ///< on an empty node of the class
    };
    /// The mix as nodes of one class see it, and how their states are rounded.
    struct View {
        std::vector<Offer> offers;                        ///< as m_shapes
        std::array<std::uint8_t, kMaxCards> kindBegin{};  ///< by card: the first one of its kind
        int cards = 0;
        std::array<std::uint8_t, kWholeCard + 1> level{};  ///< of what is free of a card
        std::vector<std::int16_t> levelMilli;
        std::int64_t leastCpu = 0;
        std::int64_t leastMemory = 0;
        std::int32_t leastMilli = 0;
        std::int64_t mostCpu = 0;  ///< that the tasks of one card could use
        std::int64_t mostMemory = 0;
        bool ready = false;
    };
    /// A rounded state and its result; one of many that share a place in m_known, the last one asked for.
    struct Known {
        std::array<std::uint8_t, kMaxCards> levels{};
        ClassId kind = 0;
        std::int32_t cpu = 0;
        std::int32_t memory = 0;
        std::int32_t idle = -1;
        bool sameState(const Known& other) const;
    };
    /// A node while it takes from a stream.
    struct Filling {
        std::array<std::int16_t, kMaxCards> free{};
        int cards = 0;
        CardMask whole = 0;
        std::int64_t cpu = 0;
        std::int64_t memory = 0;
        std::int64_t left = 0;
    };

    const View& viewOf(ClassId kind, const Catalogue& catalogue);
    static Offer offerOf(const JobShape& shape, const NodeClass& kind, const Catalogue::Match& match);
    static void setLevels(View& view);
    /// The card that a share or the first whole card would be taken from, -1 if the offer does not fit.
    static int fits(const Offer& offer, const Filling& node);
    static bool accept(const Offer& offer, Filling& node);
    std::int32_t run(const View& view, const Known& state) const;

    std::vector<ShapeId> m_shapes;                               ///< that are drawn
    std::vector<std::array<std::uint8_t, kOffers>> m_draws;      ///< by stream: places in m_shapes
    std::vector<std::array<std::uint64_t, kStreams>> m_offered;  ///< by shape: when each stream offers it
    std::int64_t m_cpuStep = 1;
    std::int64_t m_memoryStep = 1;
    std::vector<View> m_views;  ///< by class
    std::vector<Known> m_known;
};

}  // namespace ph::placement
