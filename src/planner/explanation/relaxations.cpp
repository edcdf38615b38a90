#include "planner/explanation/relaxations.h"

#include <algorithm>

namespace ph::explanation {

namespace {

constexpr std::size_t kMost = 6;
constexpr int kLossOfModel = 100;  // of a choice that cannot be counted
constexpr int kLossOfDomain = 150;
constexpr std::int64_t kSteps = 16;  // in which an amount is tried

/// A step of about a sixteenth that leaves round numbers.
std::int64_t stepOf(std::int64_t from, std::int64_t round) {
    const std::int64_t step = from / kSteps;
    if (step >= round) return step / round * round;
    return from > round ? round : std::max<std::int64_t>(1, step);
}

class Search {
public:
    Search(const Sight& sight, const Wanted& wanted) : m_sight(sight), m_wanted(wanted) {}

    std::vector<Relaxation> run() {
        singles(m_wanted, {});
        if (m_found.empty()) together();
        std::ranges::stable_sort(m_found, {}, &Relaxation::loss);
        if (m_found.size() > kMost) m_found.resize(kMost);
        return std::move(m_found);
    }

private:
    using Set = void (*)(Wanted&, std::int64_t);

    static int lossOf(const std::vector<Change>& changes) {
        int loss = 0;
        for (const auto& change : changes) {
            if (change.what == Softer::Model)
                loss += kLossOfModel;
            else if (change.what == Softer::Domain)
                loss += kLossOfDomain;
            else
                loss += static_cast<int>(1000.0 * static_cast<double>(change.from - change.to) /
                                         static_cast<double>(change.from));
        }
        return loss;
    }

    bool keep(const Wanted& wanted, std::vector<Change> changes) {
        if (!m_sight.starts(wanted)) return false;
        const int loss = lossOf(changes);
        m_found.push_back({std::move(changes), wanted, loss});
        return true;
    }

    /// The most below `from` with which it starts, by halving: less never hinders.
    void less(const Wanted& base, std::vector<Change> changes, Softer what, std::int64_t from, std::int64_t step,
              Set set) {
        const auto with = [&](std::int64_t value) {
            Wanted wanted = base;
            set(wanted, value);
            return wanted;
        };
        std::int64_t low = 0;
        for (std::int64_t high = (from - 1) / step; low < high;) {
            const std::int64_t middle = (low + high + 1) / 2;
            if (m_sight.starts(with(middle * step)))
                low = middle;
            else
                high = middle - 1;
        }
        if (low == 0) return;
        changes.push_back({what, from, low * step});
        keep(with(low * step), std::move(changes));
    }

    /// Every single thing less, on top of `changes`.
    void singles(const Wanted& base, const std::vector<Change>& changes) {
        const auto& shape = base.shape;
        if (!shape.cards.models.empty()) {
            Wanted wanted = base;
            wanted.shape.cards.models.clear();
            auto more = changes;
            more.push_back({Softer::Model, 0, 0});
            keep(wanted, std::move(more));
        }
        if (base.required()) {
            Wanted wanted = base;
            wanted.together = planning::Together::Preferred;
            auto more = changes;
            more.push_back({Softer::Domain, 0, 0});
            keep(wanted, std::move(more));
        }
        shorter(base, changes);
        less(base, changes, Softer::Tasks, base.tasks, 1,
             [](Wanted& wanted, std::int64_t value) { wanted.tasks = static_cast<int>(value); });
        if (shape.cards.isShare())
            less(base, changes, Softer::Share, shape.cards.shareMilli, stepOf(shape.cards.shareMilli, 10), setShare);
        else
            less(base, changes, Softer::Cards, shape.cards.count, 1,
                 [](Wanted& wanted, std::int64_t value) { wanted.shape.cards.count = static_cast<int>(value); });
        less(base, changes, Softer::Cpu, shape.cpu, stepOf(shape.cpu, 1000),
             [](Wanted& wanted, std::int64_t value) { wanted.shape.cpu = value; });
        less(base, changes, Softer::Memory, shape.memory, stepOf(shape.memory, 1024),
             [](Wanted& wanted, std::int64_t value) { wanted.shape.memory = value; });
        less(base, changes, Softer::Scratch, shape.scratch, stepOf(shape.scratch, 1024),
             [](Wanted& wanted, std::int64_t value) { wanted.shape.scratch = value; });
    }

    static void setShare(Wanted& wanted, std::int64_t value) {
        auto& cards = wanted.shape.cards;
        cards.shareMemory = static_cast<std::int32_t>(cards.shareMemory * value / cards.shareMilli);
        cards.shareMilli = static_cast<int>(value);
    }

    /// The longest time limit that ends before a promise falls due which is in the way.
    void shorter(const Wanted& base, std::vector<Change> changes) {
        std::vector<Micros> limits;
        for (const auto* one : m_sight.promises(planning::endOf(m_sight.now(), base.limit)))
            if (one->opening.at - m_sight.now() >= kShortest) limits.push_back(one->opening.at - m_sight.now());
        limits.erase(std::ranges::unique(limits).begin(), limits.end());
        const auto with = [&](Micros limit) {
            Wanted wanted = base;
            wanted.limit = limit;
            return wanted;
        };
        // Whoever ends earlier sees more room.
        const auto fits =
            std::ranges::partition_point(limits, [&](Micros limit) { return m_sight.starts(with(limit)); });
        if (fits == limits.begin()) return;
        const Micros limit = *std::prev(fits);
        changes.push_back({Softer::Limit, base.limit.count(), limit.count()});
        keep(with(limit), std::move(changes));
    }

    /// Two things less, where one is not enough: hosts are often short of both CPU and memory, a smaller part of a node
    /// is less of everything, and another model may have a few of them free.
    void together() {
        const auto& shape = m_wanted.shape;
        const int cards = shape.cards.isShare() ? 1 : shape.cards.count;
        for (int part = cards - 1; part > 0; --part) {
            Wanted wanted = m_wanted;
            wanted.shape.cards.count = part;
            wanted.shape.cpu = shape.cpu * part / cards;
            wanted.shape.memory = shape.memory * part / cards;
            if (keep(wanted, {{Softer::Cards, cards, part},
                              {Softer::Cpu, shape.cpu, wanted.shape.cpu},
                              {Softer::Memory, shape.memory, wanted.shape.memory}}))
                break;
        }
        for (std::int64_t part = kSteps - 1; part > 0 && shape.cpu > 0 && shape.memory > 0; --part) {
            Wanted wanted = m_wanted;
            wanted.shape.cpu = shape.cpu * part / kSteps;
            wanted.shape.memory = shape.memory * part / kSteps;
            if (keep(wanted,
                     {{Softer::Cpu, shape.cpu, wanted.shape.cpu}, {Softer::Memory, shape.memory, wanted.shape.memory}}))
                break;
        }
        if (!m_found.empty() || shape.cards.models.empty()) return;
        Wanted any = m_wanted;
        any.shape.cards.models.clear();
        singles(any, {{Softer::Model, 0, 0}});
    }

    static constexpr Micros kShortest = std::chrono::minutes(1);  ///< that is worth telling

    const Sight& m_sight;
    const Wanted& m_wanted;
    std::vector<Relaxation> m_found;
};

}  // namespace

std::vector<Relaxation> relaxationsOf(const Sight& sight, const Wanted& wanted) {
    // Where nobody may pass, it is not for its size that it waits.
    if (!sight.planner().policy().passing) return {};
    return Search(sight, wanted).run();
}

}  // namespace ph::explanation
