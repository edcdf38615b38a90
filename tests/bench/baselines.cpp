#include "bench/baselines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bench {

int Room::idle() const {
    int sum = 0;
    for (int i = 0; i < cards; ++i) sum += milli[i];
    return sum;
}

int Room::whole() const {
    return static_cast<int>(std::count(milli.begin(), milli.begin() + cards, 1000));
}

namespace {

bool allows(const TraceShape& shape, const std::string& model) {
    return shape.models.empty() || std::find(shape.models.begin(), shape.models.end(), model) != shape.models.end();
}

bool cardsFit(const Room& room, const TraceShape& shape) {
    if (shape.cards == 0) return true;
    if (!shape.isShare()) return room.whole() >= shape.cards;
    return std::any_of(room.milli.begin(), room.milli.begin() + room.cards,
                       [&](int milli) { return milli >= shape.milli; });
}

}  // namespace

bool Room::fits(const TraceShape& shape) const {
    return shape.cpu <= cpu && shape.memory <= memory && allows(shape, model) && cardsFit(*this, shape);
}

void Room::take(const TraceShape& shape, int card) {
    cpu -= shape.cpu;
    memory -= shape.memory;
    if (shape.isShare()) {
        milli[card] -= shape.milli;
        return;
    }
    int wanted = shape.cards;
    for (int i = 0; i < cards && wanted > 0; ++i)
        if (milli[i] == 1000) {
            milli[i] = 0;
            --wanted;
        }
}

namespace {

/// FGD: the drop of the expected fragmentation, rounded as published: floor(100 * sigmoid(drop / 1000)).
class Fgd final : public Baseline {
public:
    explicit Fgd(const PodList& list) : m_list(list), m_scores(list.shapes.size()), m_seen(list.shapes.size()) {
        using Kind = std::tuple<std::int64_t, int, int, std::vector<std::string>>;
        std::map<Kind, int> counts;
        for (const std::size_t pod : list.pods) {
            const auto& shape = list.shapes[pod];
            ++counts[{shape.cpu, shape.milli, shape.cards, shape.models}];
        }
        std::vector<std::pair<int, Kind>> order;
        for (const auto& [kind, count] : counts) order.emplace_back(count, kind);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        double covered = 0;
        for (const auto& [count, kind] : order) {
            if (covered >= 0.95 * static_cast<double>(list.pods.size())) break;
            covered += count;
            m_mix.push_back({{std::get<0>(kind), 0, std::get<2>(kind), std::get<1>(kind), std::get<3>(kind)},
                             static_cast<double>(count)});
        }
        for (auto& typical : m_mix) typical.share /= covered;
    }

    std::pair<int, int> choose(const std::vector<Room>& rooms, std::size_t shape) override {
        auto& scores = m_scores[shape];
        if (scores.empty()) {
            scores.resize(rooms.size());
            for (std::size_t i = 0; i < rooms.size(); ++i) scores[i] = score(rooms[i], m_list.shapes[shape]);
        } else {
            for (std::size_t i = m_seen[shape]; i < m_log.size(); ++i)
                scores[m_log[i]] = score(rooms[m_log[i]], m_list.shapes[shape]);
        }
        m_seen[shape] = m_log.size();
        const auto best = std::max_element(scores.begin(), scores.end(),
                                           [](const auto& a, const auto& b) { return a.first < b.first; });
        if (best->first < 0) return {-1, -1};
        return {static_cast<int>(best - scores.begin()), best->second};
    }
    void changed(int room) override { m_log.push_back(room); }

private:
    struct Typical {
        TraceShape shape;
        double share = 0;
    };

    double fragments(const Room& room) const {
        const int idle = room.idle();
        double sum = 0;
        for (const auto& [shape, share] : m_mix) {
            int lost = idle;
            if (shape.cards > 0 && room.fits(shape)) {
                lost = 0;
                for (int i = 0; i < room.cards; ++i)
                    if (room.milli[i] < shape.milli) lost += room.milli[i];
            }
            sum += share * lost;
        }
        return sum;
    }
    std::pair<int, int> scoreOn(const Room& room, double before, const TraceShape& shape, int card) const {
        Room after = room;
        after.take(shape, card);
        const double drop = (before - fragments(after)) / 1000;
        return {static_cast<int>(100 / (1 + std::exp(-drop))), card};
    }
    std::pair<int, int> score(const Room& room, const TraceShape& shape) const {
        if (!room.fits(shape)) return {-1, -1};
        const double before = fragments(room);
        if (!shape.isShare()) return scoreOn(room, before, shape, -1);
        std::pair best{-1, -1};
        for (int card = 0; card < room.cards; ++card) {
            if (room.milli[card] < shape.milli) continue;
            const auto found = scoreOn(room, before, shape, card);
            if (found.first > best.first) best = found;
        }
        return best;
    }

    const PodList& m_list;
    std::vector<Typical> m_mix;
    std::vector<std::vector<std::pair<int, int>>> m_scores;  ///< by shape and node
    std::vector<std::size_t> m_seen;
    std::vector<int> m_log;
};

int tightestCard(const Room& room, const TraceShape& shape) {
    int best = -1;
    for (int i = 0; shape.isShare() && i < room.cards; ++i)
        if (room.milli[i] >= shape.milli && (best < 0 || room.milli[i] < room.milli[best])) best = i;
    return best;
}

/// Best fit: least left of CPU (of 128 cores) and cards (of 8), in whole percent and stretched to 0..100 over the
/// nodes.
class BestFit final : public Baseline {
public:
    explicit BestFit(const PodList& list) : m_list(list) {}

    std::pair<int, int> choose(const std::vector<Room>& rooms, std::size_t id) override {
        const auto& shape = m_list.shapes[id];
        std::vector<int> scores(rooms.size(), -1);
        int least = 100;
        int most = 0;
        for (std::size_t i = 0; i < rooms.size(); ++i) {
            if (!rooms[i].fits(shape)) continue;
            const double left = static_cast<double>(rooms[i].cpu - shape.cpu) / 128'000 / 2 +
                                static_cast<double>(rooms[i].idle() - shape.total()) / 8'000 / 2;
            scores[i] = static_cast<int>((1 - left) * 100);
            least = std::min(least, scores[i]);
            most = std::max(most, scores[i]);
        }
        int best = -1;
        int bestScore = -1;
        for (std::size_t i = 0; i < rooms.size(); ++i) {
            if (scores[i] < 0) continue;
            const int score = most > least ? (scores[i] - least) * 100 / (most - least) : 100;
            if (score <= bestScore) continue;
            bestScore = score;
            best = static_cast<int>(i);
        }
        return {best, best < 0 ? -1 : tightestCard(rooms[best], shape)};
    }

private:
    const PodList& m_list;
};

class Random final : public Baseline {
public:
    Random(const PodList& list, unsigned seed) : m_list(list), m_engine(seed) {}

    std::pair<int, int> choose(const std::vector<Room>& rooms, std::size_t id) override {
        const auto& shape = m_list.shapes[id];
        std::vector<int> fitting;
        for (std::size_t i = 0; i < rooms.size(); ++i)
            if (rooms[i].fits(shape)) fitting.push_back(static_cast<int>(i));
        if (fitting.empty()) return {-1, -1};
        const int node = fitting[m_engine() % fitting.size()];
        std::vector<int> cards;
        for (int i = 0; shape.isShare() && i < rooms[node].cards; ++i)
            if (rooms[node].milli[i] >= shape.milli) cards.push_back(i);
        return {node, cards.empty() ? -1 : cards[m_engine() % cards.size()]};
    }

private:
    const PodList& m_list;
    std::mt19937 m_engine;
};

}  // namespace

std::unique_ptr<Baseline> makeFgd(const PodList& list) {
    return std::make_unique<Fgd>(list);
}

std::unique_ptr<Baseline> makeBestFit(const PodList& list) {
    return std::make_unique<BestFit>(list);
}

std::unique_ptr<Baseline> makeRandom(const PodList& list, unsigned seed) {
    return std::make_unique<Random>(list, seed);
}

}  // namespace bench
