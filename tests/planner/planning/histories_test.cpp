#include "planner/planning/planning_site.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace ph::planning::test {

namespace {

constexpr int kNodes = 6;
constexpr std::int64_t kOrganisationLimit = 30'000;

std::vector<queues::QueueSpec> specs() {
    return {queue({0, 0, 0, 16'000}, {-1, -1, -1, kOrganisationLimit}),
            {},
            queue({}, {-1, -1, -1, 20'000}, 0),
            queue({}, {}, 0, 3),
            queue({}, {}, 1)};
}

/// A random history of submissions, ends and withdrawals, and what must hold after each of its steps. Overbooking a
/// node throws in the cluster itself.
class History {
public:
    explicit History(unsigned seed) : m_random(seed), m_site(kNodes, Policy::pilothouse(), specs()) {}

    void step() {
        m_site.now += std::chrono::minutes(m_random() % 20);
        const auto dice = m_random() % 10;
        if (dice < 5)
            submit();
        else if (dice < 9)
            end();
        else
            withdraw();
        for (const auto& start : m_site.cycle().starts) started(start);
        check();
    }
    const std::vector<std::pair<RequestId, placement::NodeIndex>>& decisions() const { return m_decisions; }
    std::size_t promisesSeen() const { return m_promisesSeen; }

private:
    void submit() {
        const int tasks = m_random() % 4 == 0 ? static_cast<int>(1 + m_random() % kNodes) : 1;
        const int each = 1 << (m_random() % 4);
        const auto limit = std::chrono::minutes(5 + m_random() % 600);
        const Request request = m_site.ask(tasks, each, limit, static_cast<queues::QueueIndex>(2 + m_random() % 3),
                                           static_cast<int>(m_random() % 3));
        m_site.planner.submit(request);
        m_asked[request.id] = request;
        m_waiting.insert(request.id);
    }
    /// Whoever has reached its limit ends; else somebody does early.
    void end() {
        std::vector<RequestId> due;
        for (const auto& [end, id] : m_site.planner.running().ends())
            if (end <= m_site.now) due.push_back(id);
        if (due.empty() && !m_running.empty())
            due.push_back(*std::next(m_running.begin(), static_cast<std::ptrdiff_t>(m_random() % m_running.size())));
        for (const auto id : due) {
            m_site.planner.ended(id, m_site.now);
            m_running.erase(id);
        }
    }
    void withdraw() {
        if (m_waiting.empty()) return;
        const auto id = *std::next(m_waiting.begin(), static_cast<std::ptrdiff_t>(m_random() % m_waiting.size()));
        EXPECT_TRUE(m_site.planner.withdraw(id));
        m_waiting.erase(id);
        m_promises.clear();
    }
    void started(const Start& start) {
        ASSERT_EQ(start.grants.size(), static_cast<std::size_t>(m_asked.at(start.id).tasks)) << "a gang in part";
        EXPECT_TRUE(m_waiting.erase(start.id)) << "started twice";
        m_running.insert(start.id);
        for (const auto& grant : start.grants) m_decisions.emplace_back(start.id, grant.node);
        m_promises.erase(start.id);
    }
    void check() {
        const auto& tree = m_site.planner.tree();
        std::map<queues::QueueIndex, std::int64_t> sums;
        for (const auto id : m_running) {
            const auto& request = m_asked.at(id);
            const auto& shape = m_site.planner.placer().cluster().catalogue().shape(request.shape);
            sums[request.queue] += std::int64_t{shape.cards.milli()} * request.tasks;
        }
        for (queues::QueueIndex leaf = 2; leaf < 5; ++leaf)
            EXPECT_EQ(queues::at(tree.used(leaf), queues::kCards), sums[leaf]) << "use is the sum of what runs";
        EXPECT_LE(queues::at(tree.used(0), queues::kCards), kOrganisationLimit);
        EXPECT_LE(queues::at(tree.used(2), queues::kCards), 20'000);
        std::erase_if(m_promises, [this](const auto& known) { return isPutBehind(m_asked.at(known.first)); });
        for (const auto& promise : m_site.plan.promises) {
            ++m_promisesSeen;
            const auto [known, fresh] = m_promises.emplace(promise.id, promise.at);
            if (!fresh) {
                EXPECT_LE(promise.at, std::max(known->second, m_site.now)) << "a promise moved later";
            }
            known->second = std::min(known->second, promise.at);
        }
    }

    /// Whether somebody of its queue who comes before it waits, or has started just now.
    bool isPutBehind(const Request& request) const {
        const auto comesBefore = [&](RequestId id) {
            const auto& other = m_asked.at(id);
            return other.queue == request.queue && other.priority > request.priority;
        };
        return std::ranges::any_of(m_waiting, comesBefore) ||
               std::ranges::any_of(m_site.plan.starts, [&](const Start& start) { return comesBefore(start.id); });
    }

    std::mt19937 m_random;
    PlanningSite m_site;
    std::map<RequestId, Request> m_asked;
    std::set<RequestId> m_waiting;
    std::set<RequestId> m_running;
    std::map<RequestId, Micros> m_promises;
    std::vector<std::pair<RequestId, placement::NodeIndex>> m_decisions;
    std::size_t m_promisesSeen = 0;
};

}  // namespace

TEST(PlannerHistories, KeepCapacityLimitsWholeGangsAndPromises) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(seed);
        History history(seed);
        for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) history.step();
        EXPECT_GT(history.decisions().size(), 100u);
        EXPECT_GT(history.promisesSeen(), 0u);
    }
}

TEST(PlannerHistories, GiveTheSameDecisionsForTheSameHistory) {
    History one(7);
    History other(7);
    for (int i = 0; i < 1000; ++i) {
        one.step();
        other.step();
    }
    EXPECT_EQ(one.decisions(), other.decisions());
}

TEST(PlannerHistories, AGangOfHalfTheClusterStartsByItsFirstPromiseAgainstAnEndlessStreamOfSmallJobs) {
    std::mt19937 random(3);
    PlanningSite site(8, Policy::pilothouse(), {{}, {}});
    std::map<RequestId, Micros> promised;
    std::map<RequestId, Micros> ends;
    int gangs = 0;
    for (int minute = 0; minute < 4000; ++minute) {
        site.now += 1min;
        for (auto end = ends.begin(); end != ends.end();) {
            if (end->second > site.now) {
                ++end;
                continue;
            }
            site.planner.ended(end->first, site.now);
            end = ends.erase(end);
        }
        for (int i = 0; i < 3; ++i)
            site.submit(1, 1 + static_cast<int>(random() % 2), std::chrono::minutes(5 + random() % 60), 1);
        if (minute % 200 == 50) {
            site.submit(4, 8, 30min, 0);
            ++gangs;
        }
        site.cycle();
        for (const auto& start : site.plan.starts) {
            const auto& running = *site.planner.running().find(start.id);
            // Most end long before their limit.
            ends[start.id] = site.now + (running.endsBy - site.now) / static_cast<int>(1 + random() % 4);
            if (const auto known = promised.find(start.id); known != promised.end()) {
                EXPECT_LE(site.now, known->second) << "it started later than it was first promised";
                if (start.grants.size() == 4) --gangs;
                promised.erase(known);
            } else if (start.grants.size() == 4) {
                --gangs;
            }
        }
        for (const auto& promise : site.plan.promises) promised.emplace(promise.id, promise.at);
    }
    EXPECT_LE(gangs, 1) << "all but the last have started";
}

}  // namespace ph::planning::test
