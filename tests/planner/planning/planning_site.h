#pragma once

#include "planner/planning/planner.h"

#include <map>

namespace ph::planning::test {

using namespace std::chrono_literals;

inline queues::Amounts cards(std::int64_t count) {
    return {0, 0, 0, 1000 * count};
}

inline queues::QueueSpec queue(queues::Amounts guaranteed, queues::Amounts limit,
                               std::optional<queues::QueueIndex> parent = {}, std::int64_t weight = 1) {
    return {parent, weight, std::move(guaranteed), std::move(limit)};
}

/// A planner over nodes of 8 equal cards, on a clock that the test turns, with words for short stories.
class PlanningSite {
public:
    explicit PlanningSite(int nodes, Policy policy = Policy::pilothouse(), std::vector<queues::QueueSpec> specs = {{}})
        : planner(policy, tree(nodes, std::move(specs))) {
        placement::NodeClass kind;
        kind.cards.assign(8, {"H200", 0});
        for (int i = 0; i < nodes; ++i) planner.placer().cluster().add(kind);
    }

    Request ask(int tasks, int cardsEach, Micros limit, queues::QueueIndex queue = 0, int priority = 0) {
        placement::JobShape shape;
        shape.cards.count = cardsEach;
        return {++m_last, queue, priority, tasks, planner.placer().cluster().intern(shape), now, limit};
    }
    RequestId submit(int tasks, int cardsEach, Micros limit, queues::QueueIndex queue = 0, int priority = 0) {
        const Request request = ask(tasks, cardsEach, limit, queue, priority);
        planner.submit(request);
        return request.id;
    }
    /// One cycle; what started is kept.
    const Plan& cycle() {
        plan = planner.cycle(now);
        for (const auto& start : plan.starts) starts[start.id] = start;
        return plan;
    }
    bool runs(RequestId id) const { return planner.running().find(id) != nullptr; }
    std::optional<Micros> promised(RequestId id) const {
        for (const auto& promise : plan.promises)
            if (promise.id == id) return promise.at;
        return std::nullopt;
    }

    Micros now{1h};
    Planner planner;
    Plan plan;
    std::map<RequestId, Start> starts;

private:
    static queues::QueueTree tree(int nodes, std::vector<queues::QueueSpec> specs) {
        queues::QueueTree made(cards(8 * nodes), std::chrono::hours(168));
        for (auto& spec : specs) made.add(std::move(spec));
        return made;
    }
    RequestId m_last = 0;
};

}  // namespace ph::planning::test
