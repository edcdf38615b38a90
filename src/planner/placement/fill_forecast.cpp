#include "planner/placement/fill_forecast.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <limits>

namespace ph::placement {

namespace {

constexpr std::size_t kKnownBits = 18;
constexpr std::int64_t kCovered = 95;  // percent of the tasks with cards that the drawn shapes stand for
constexpr std::size_t kMostShapes = 64;
constexpr int kMostLevels = 250;
constexpr int kLevelStep = 4;  // milli, where the mix has more different sums than that
constexpr int kCpuSteps = 4;   // of what a card needs on average
constexpr int kMemorySteps = 2;

/// SplitMix64 (Steele, Lea, Flood 2014): the same draws on every machine.
std::uint64_t scramble(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

/// The most frequent shapes with cards, rare ones left out: they would only make states look different.
std::vector<MixEntry> frequent(const Mix& mix, const Catalogue& catalogue) {
    std::vector<MixEntry> entries;
    std::int64_t total = 0;
    for (const auto& entry : mix.entries) {
        if (catalogue.shape(entry.shape).cards.count == 0) continue;
        entries.push_back(entry);
        total += entry.parts;
    }
    std::int64_t covered = 0;
    std::size_t kept = 0;
    while (kept < std::min(entries.size(), kMostShapes) && covered * 100 < total * kCovered)
        covered += entries[kept++].parts;
    entries.resize(kept);
    return entries;
}

/// `wanted` draws that hold each shape as often as its part says, in an order that looks random.
std::vector<std::uint8_t> draw(const std::vector<MixEntry>& entries, std::size_t wanted) {
    std::int64_t total = 0;
    for (const auto& entry : entries) total += entry.parts;
    std::vector<std::uint8_t> draws;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        sum += entries[i].parts;
        draws.resize(static_cast<std::size_t>(static_cast<std::int64_t>(wanted) * sum / total),
                     static_cast<std::uint8_t>(i));
    }
    for (std::size_t i = draws.size(); i > 1; --i) std::swap(draws[i - 1], draws[scramble(i) % i]);
    return draws;
}

}  // namespace

bool FillForecast::Known::sameState(const Known& other) const {
    return levels == other.levels && kind == other.kind && cpu == other.cpu && memory == other.memory;
}

void FillForecast::rebuild(const Mix& mix, const Catalogue& catalogue) {
    m_views.clear();
    m_known.clear();
    m_shapes.clear();
    m_draws.clear();
    const auto entries = frequent(mix, catalogue);
    if (entries.empty()) return;
    for (const auto& entry : entries) m_shapes.push_back(entry.shape);
    m_offered.assign(m_shapes.size(), {});
    m_draws.resize(kStreams);
    const auto draws = draw(entries, kStreams * kOffers);
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    std::int64_t milli = 0;
    for (std::size_t i = 0; i < draws.size(); ++i) {
        m_draws[i / kOffers][i % kOffers] = draws[i];
        m_offered[draws[i]][i / kOffers] |= std::uint64_t{1} << i % kOffers;
        const auto& shape = catalogue.shape(m_shapes[draws[i]]);
        cpu += shape.cpu;
        memory += shape.memory;
        milli += shape.cards.milli();
    }
    m_cpuStep = std::max<std::int64_t>(1, cpu * kWholeCard / std::max<std::int64_t>(milli, 1) / kCpuSteps);
    m_memoryStep = std::max<std::int64_t>(1, memory * kWholeCard / std::max<std::int64_t>(milli, 1) / kMemorySteps);
    m_known.resize(std::size_t{1} << kKnownBits);
}

FillForecast::Offer FillForecast::offerOf(const JobShape& shape, const NodeClass& kind, const Catalogue::Match& match) {
    Offer offer{shape.cpu, shape.memory, shape.cards.shareMilli, shape.cards.count, match.cards, match.eligible()};
    // A share that takes more of a card's memory than of its compute counts by its memory.
    if (offer.possible && shape.cards.isShare() && shape.cards.shareMemory > 0) {
        const std::int64_t full = std::max(kind.cards[std::countr_zero(match.cards)].memory, 1);
        const auto byMemory =
            static_cast<std::int32_t>((std::int64_t{shape.cards.shareMemory} * kWholeCard + full - 1) / full);
        offer.milli = std::clamp(byMemory, offer.milli, kWholeCard);
    }
    return offer;
}

const FillForecast::View& FillForecast::viewOf(ClassId kind, const Catalogue& catalogue) {
    if (kind >= m_views.size()) m_views.resize(kind + 1);
    View& view = m_views[kind];
    if (view.ready) return view;
    view.ready = true;
    view.leastCpu = view.leastMemory = std::numeric_limits<std::int64_t>::max();
    view.leastMilli = kWholeCard;
    const auto& cards = catalogue.nodeClass(kind).cards;
    view.cards = static_cast<int>(cards.size());
    for (int i = 0; i < view.cards; ++i)
        view.kindBegin[i] = i > 0 && cards[i] == cards[i - 1] ? view.kindBegin[i - 1] : static_cast<std::uint8_t>(i);
    for (const ShapeId shape : m_shapes) {
        const Offer offer = offerOf(catalogue.shape(shape), catalogue.nodeClass(kind), catalogue.match(shape, kind));
        view.offers.push_back(offer);
        if (!offer.possible) continue;
        view.leastCpu = std::min(view.leastCpu, offer.cpu);
        view.leastMemory = std::min(view.leastMemory, offer.memory);
        view.leastMilli = std::min(view.leastMilli, offer.milli);
        const std::int64_t aCard = kWholeCard / std::max(offer.milli, 1);
        view.mostCpu = std::max(view.mostCpu, offer.cpu * aCard);
        view.mostMemory = std::max(view.mostMemory, offer.memory * aCard);
    }
    setLevels(view);
    return view;
}

void FillForecast::setLevels(View& view) {
    // Two free amounts are the same to the mix if the same sums of its shares fit into both.
    std::bitset<kWholeCard + 1> sums;
    sums[0] = true;
    for (int milli = 1; milli <= kWholeCard; ++milli) {
        const bool asked = std::any_of(view.offers.begin(), view.offers.end(),
                                       [&](const Offer& offer) { return offer.possible && offer.milli == milli; });
        for (int times = kWholeCard / milli; asked && times > 0; --times) sums |= sums << milli;
    }
    if (sums.count() > kMostLevels)
        for (int milli = 0; milli <= kWholeCard; ++milli) sums[milli] = milli % kLevelStep == 0;
    view.levelMilli = {0};
    for (int milli = 0; milli <= kWholeCard; ++milli) {
        if (milli > 0 && sums[milli]) view.levelMilli.push_back(static_cast<std::int16_t>(milli));
        view.level[milli] = static_cast<std::uint8_t>(view.levelMilli.size() - 1);
    }
}

std::int64_t FillForecast::idle(ClassId kind, const NodeRoom& room, const Catalogue& catalogue) {
    if (m_draws.empty()) return 0;
    const View& view = viewOf(kind, catalogue);
    const auto& cards = catalogue.nodeClass(kind).cards;
    Known state;
    std::int64_t lost = 0;   // fits no share at all
    std::int64_t alive = 0;  // might be used
    int living = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        if (room.milli[i] == 0) continue;
        std::int64_t free = room.milli[i];
        if (room.cardMemory[i] < cards[i].memory)
            free = std::min(free, std::int64_t{room.cardMemory[i]} * kWholeCard / cards[i].memory);
        const std::uint8_t level = view.level[free];
        const int milli = view.levelMilli[level];
        lost += room.milli[i] - milli;
        alive += milli;
        if (milli == 0) continue;
        ++living;
        // Cards of one kind are alike, so their order means nothing.
        std::size_t place = i;
        for (; place > view.kindBegin[i] && state.levels[place - 1] < level; --place)
            state.levels[place] = state.levels[place - 1];
        state.levels[place] = level;
    }
    if (living == 0) return lost * kStreams;
    if (room.cpu < view.leastCpu || room.memory < view.leastMemory) return (lost + alive) * kStreams;
    state.kind = kind;
    const auto steps = [&](std::int64_t free, std::int64_t most, std::int64_t step) {
        return static_cast<std::int32_t>(std::min(free / step, (most * living + step - 1) / step));
    };
    state.cpu = steps(room.cpu, view.mostCpu, m_cpuStep);
    state.memory = steps(room.memory, view.mostMemory, m_memoryStep);
    std::uint64_t words[2];
    std::memcpy(words, state.levels.data(), sizeof words);
    const std::uint64_t host = std::uint64_t{kind} << 48 ^ static_cast<std::uint64_t>(state.cpu) << 24 ^
                               static_cast<std::uint64_t>(state.memory);
    Known& known = m_known[scramble(words[0] ^ scramble(words[1]) ^ host * 0x9e3779b97f4a7c15) >> (64 - kKnownBits)];
    if (known.idle < 0 || !known.sameState(state)) {
        state.idle = run(view, state);
        known = state;
    }
    return lost * kStreams + known.idle;
}

int FillForecast::fits(const Offer& offer, const Filling& node) {
    if (offer.cpu > node.cpu || offer.memory > node.memory) return -1;
    if (offer.milli == kWholeCard) {
        CardMask whole = node.whole & offer.cards;
        const CardMask first = whole;
        for (int more = 1; more < offer.count; ++more) whole &= whole - 1;
        return whole != 0 ? std::countr_zero(first) : -1;
    }
    int best = -1;
    int bestFree = kWholeCard + 1;
    for (int card = 0; card < node.cards; ++card) {
        const int free = node.free[card];
        if (free < offer.milli || free >= bestFree || (offer.cards >> card & 1) == 0) continue;
        best = card;
        bestFree = free;
    }
    return best;
}

bool FillForecast::accept(const Offer& offer, Filling& node) {
    const int card = fits(offer, node);
    if (card < 0) return false;
    node.cpu -= offer.cpu;
    node.memory -= offer.memory;
    node.left -= std::int64_t{offer.milli} * offer.count;
    if (offer.milli < kWholeCard) {
        node.free[card] = static_cast<std::int16_t>(node.free[card] - offer.milli);
        node.whole &= ~(CardMask{1} << card);
        return true;
    }
    for (int taken = 0; taken < offer.count; ++taken) {
        const CardMask first = node.whole & offer.cards & -(node.whole & offer.cards);
        node.whole &= ~first;
        node.free[std::countr_zero(first)] = 0;
    }
    return true;
}

std::int32_t FillForecast::run(const View& view, const Known& state) const {
    Filling start;
    start.cpu = state.cpu * m_cpuStep;
    start.memory = state.memory * m_memoryStep;
    for (int i = 0; i < view.cards; ++i) {
        if (state.levels[i] == 0) continue;
        start.cards = i + 1;
        start.free[i] = view.levelMilli[state.levels[i]];
        start.left += start.free[i];
        if (start.free[i] == kWholeCard) start.whole |= CardMask{1} << i;
    }
    // What does not fit at first never will.
    std::array<std::uint64_t, kStreams> offered{};
    for (std::size_t shape = 0; shape < view.offers.size(); ++shape)
        if (view.offers[shape].possible && fits(view.offers[shape], start) >= 0)
            for (int stream = 0; stream < kStreams; ++stream) offered[stream] |= m_offered[shape][stream];
    std::int64_t sum = 0;
    for (int stream = 0; stream < kStreams; ++stream) {
        Filling node = start;
        for (std::uint64_t rest = offered[stream]; rest != 0; rest &= rest - 1) {
            const std::uint8_t shape = m_draws[stream][std::countr_zero(rest)];
            if (!accept(view.offers[shape], node))
                rest &= ~m_offered[shape][stream] | (rest & -rest);
            else if (node.left < view.leastMilli || node.cpu < view.leastCpu || node.memory < view.leastMemory)
                break;
        }
        sum += node.left;
    }
    return static_cast<std::int32_t>(sum);
}

}  // namespace ph::placement
