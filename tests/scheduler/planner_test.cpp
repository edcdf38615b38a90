#include "scheduler/builders.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace ph::test {

namespace {

std::vector<JobId> started(const Plan& plan) {
    std::vector<JobId> ids;
    for (const auto& start : plan.starts) ids.push_back(start.job);
    return ids;
}

}  // namespace

TEST(Planner, StartsJobsInOrderWhileThereIsRoom) {
    const auto result = plan(
        {{node(1, 4, 16)}, {waiting(1, resources(2, 4)), waiting(2, resources(2, 4)), waiting(3, resources(1, 1))}});
    EXPECT_THAT(started(result), testing::ElementsAre(idOf<JobId>(1), idOf<JobId>(2)));
    EXPECT_EQ(result.head, idOf<JobId>(3));
}

TEST(Planner, LetsNothingOvertakeTheFirstJobWithoutRoom) {
    const auto result = plan(
        {{node(1, 4, 16)}, {waiting(1, resources(3, 4)), waiting(2, resources(2, 4)), waiting(3, resources(1, 1))}});
    EXPECT_THAT(started(result), testing::ElementsAre(idOf<JobId>(1)));
    EXPECT_EQ(result.head, idOf<JobId>(2));
}

TEST(Planner, PassesOverAJobThatNoNodeCouldEverRun) {
    const auto result = plan({{node(1, 4, 16)}, {waiting(1, resources(64, 4)), waiting(2, resources(2, 4))}});
    EXPECT_THAT(started(result), testing::ElementsAre(idOf<JobId>(2)));
    EXPECT_FALSE(result.head);
    ASSERT_EQ(result.verdicts.size(), 1u);
    const auto& verdict = result.verdicts[0].second;
    EXPECT_EQ(verdict.reason.code, ReasonCode::NeverFits);
    EXPECT_EQ(verdict.reason.arguments.at("resource"), "cpu");
    EXPECT_EQ(verdict.reason.arguments.at("asked"), "64000");
    EXPECT_EQ(verdict.reason.arguments.at("most"), "4000");
}

TEST(Planner, SaysWhatIsFreeAgainstWhatIsAsked) {
    auto busy = node(1, 8, 16);
    busy.free.cpu = cores(1);
    const auto result = plan({{busy}, {waiting(1, resources(2, 4))}});
    const auto& verdict = result.verdicts.at(0).second;
    EXPECT_EQ(verdict.reason.code, ReasonCode::NotEnoughFree);
    EXPECT_EQ(verdict.reason.arguments.at("asked"), "2000");
    EXPECT_EQ(verdict.reason.arguments.at("free"), "1000");
    ASSERT_EQ(verdict.nearest.size(), 1u);
    EXPECT_EQ(verdict.nearest[0].total, 8000);
    EXPECT_THAT(verdict.funnel, testing::ElementsAre(testing::AllOf(testing::Field(&NodeFunnelStep::cause, "cpu"),
                                                                    testing::Field(&NodeFunnelStep::nodes, 1))));
}

TEST(Planner, GivesEachCardToOneJobOnly) {
    const auto result = plan({{node(1, 8, 16, cards("A100", 3))},
                              {waiting(1, resources(1, 1, {{"A100", 2}})), waiting(2, resources(1, 1, {{"any", 1}})),
                               waiting(3, resources(1, 1, {{"any", 1}}))}});
    ASSERT_EQ(result.starts.size(), 2u);
    EXPECT_THAT(result.starts[0].accelerators, testing::ElementsAre("A1000", "A1001"));
    EXPECT_THAT(result.starts[1].accelerators, testing::ElementsAre("A1002"));
    EXPECT_EQ(result.verdicts.at(0).second.reason.arguments.at("resource"), "accelerators");
}

TEST(Planner, KeepsExactModelsBeforeAnyCard) {
    auto mixed = cards("A100", 1);
    for (auto& card : cards("T4", 1)) mixed.push_back(card);
    const auto chosen = chooseCards({{"any", 1}, {"A100", 1}}, mixed);
    ASSERT_TRUE(chosen);
    EXPECT_THAT(*chosen, testing::ElementsAre("A1000", "T40"));
    EXPECT_FALSE(chooseCards({{"A100", 2}}, mixed));
}

TEST(Planner, SaysThatNoNodeIsReady) {
    auto down = node(1, 4, 16);
    down.ready = false;
    const auto result = plan({{down}, {waiting(1, resources(1, 1))}});
    EXPECT_TRUE(result.starts.empty());
    EXPECT_EQ(result.verdicts.at(0).second.reason.code, ReasonCode::NoNodeReady);
}

TEST(Planner, TakesTheNodeWithTheLeastCpuLeftOver) {
    const auto result = plan({{node(1, 16, 16), node(2, 4, 16)}, {waiting(1, resources(2, 4))}});
    EXPECT_EQ(result.starts.at(0).node, idOf<NodeId>(2));
}

TEST(Planner, GivesTheSameAnswerToTheSameQuestion) {
    PlannerSnapshot snapshot{{node(1, 8, 32, cards("A100", 4)), node(2, 8, 32)}, {}};
    for (int i = 0; i < 40; ++i) snapshot.jobs.push_back(waiting(i, resources(1 + i % 3, 1 + i % 5)));
    const auto first = plan(snapshot);
    const auto second = plan(snapshot);
    EXPECT_EQ(started(first), started(second));
    EXPECT_EQ(first.head, second.head);
}

TEST(Planner, NeverGivesMoreThanANodeHas) {
    for (int seed = 0; seed < 200; ++seed) {
        PlannerSnapshot snapshot{{node(1, 4 + seed % 5, 8, cards("T4", seed % 4)), node(2, 2, 4)}, {}};
        for (int i = 0; i < 30; ++i) {
            auto wanted = resources(1 + (seed * 7 + i * 3) % 4, 1 + (seed + i) % 4);
            if ((seed + i) % 3 == 0) wanted.accelerators = {{"any", 1 + i % 2}};
            snapshot.jobs.push_back(waiting(i, wanted));
        }
        std::map<NodeId, NodeCapacity> used;
        std::map<NodeId, std::set<std::string>> given;
        for (const auto& start : plan(snapshot).starts) {
            for (const auto& job : snapshot.jobs) {
                if (job.id != start.job) continue;
                used[start.node].cpu += job.resources.cpu;
                used[start.node].memory += job.resources.memory;
            }
            for (const auto& card : start.accelerators)
                EXPECT_TRUE(given[start.node].insert(card).second) << card << " twice";
        }
        for (const auto& planned : snapshot.nodes) {
            EXPECT_LE(used[planned.id].cpu, planned.total.cpu);
            EXPECT_LE(used[planned.id].memory, planned.total.memory);
        }
    }
}

}  // namespace ph::test
