#pragma once

#include "planner/planning/planner.h"

#include <map>
#include <memory>
#include <random>
#include <set>

namespace ph::planning::test {

/// What a random site does, in parts of a hundred steps; what is left are ends of jobs.
struct Habits {
    int submissions = 45;
    int withdrawals = 3;
    int losses = 0;    ///< of a node, and its return
    int quotas = 0;    ///< other limits and guarantees
    int restarts = 0;  ///< the planner is made anew of what it knew
};

/// A small mixed site with racks, queues with limits, and random jobs of all kinds: gangs that must, would or need not
/// share a rack, shares of cards, hosts without cards, jobs without a limit. Everything follows from the seed.
class RandomSite {
public:
    RandomSite(unsigned seed, Habits habits, Policy policy = Policy::pilothouse());

    /// Something happens, and a cycle follows.
    void step();
    /// Cycles until nothing changes any more, so that promises lie where they had best.
    void settle();
    void cycle();

    Request ask();
    void submit(const Request& request);
    void end(RequestId id);
    void withdraw(RequestId id);
    bool amend(const Request& request);
    placement::ShapeId intern(const placement::JobShape& shape);
    std::uint32_t draw(std::uint32_t below) { return m_random() % below; }

    Planner& planner() { return *m_planner; }
    const Plan& plan() const { return m_plan; }
    bool runs(RequestId id) const { return m_planner->running().find(id) != nullptr; }
    const std::map<RequestId, Request>& waiting() const { return m_waiting; }
    bool anyLost() const { return !m_lost.empty(); }
    Micros now{std::chrono::hours(1)};

    /// Every start, replacement and withdrawal, with its node.
    const std::vector<std::tuple<RequestId, std::size_t, placement::NodeIndex>>& decisions() const {
        return m_decisions;
    }

    /// Fails the test if a node is overbooked, a gang is in part, a limit is broken, use is not the sum of what is
    /// allocated, or a required rack is left.
    void check() const;

private:
    void build();
    void endSomebody();
    void loseOrReturnNode();
    void changeQuota();
    void restart();
    void told(const Plan& plan);
    void checkRooms() const;
    void checkQueues() const;
    void checkGangs() const;

    std::mt19937 m_random;
    Habits m_habits;
    Policy m_policy;
    std::unique_ptr<Planner> m_planner;
    Plan m_plan;
    std::vector<queues::QueueSpec> m_specs;
    std::vector<placement::JobShape> m_shapes;
    std::vector<placement::NodeClass> m_nodes;
    std::vector<bool> m_ready;
    std::map<RequestId, Request> m_waiting;
    std::set<RequestId> m_running;
    std::set<std::pair<RequestId, std::size_t>> m_lost;
    std::vector<std::tuple<RequestId, std::size_t, placement::NodeIndex>> m_decisions;
    RequestId m_last = 0;
};

}  // namespace ph::planning::test
