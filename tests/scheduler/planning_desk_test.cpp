#include "scheduler/desk_site.h"

#include <gmock/gmock.h>

#include <set>

namespace ph::test {

TEST(PlanningDesk, StartsJobsInOrderWhileThereIsRoom) {
    DeskSite site({deskNode(1, 4, 16)});
    const int first = site.submit(resources(2, 4));
    const int second = site.submit(resources(2, 4));
    const int third = site.submit(resources(1, 1));
    site.cycle();
    EXPECT_TRUE(site.runs(first));
    EXPECT_TRUE(site.runs(second));
    EXPECT_FALSE(site.runs(third));
    EXPECT_EQ(site.last.outlook.waiting, 1u);
    EXPECT_THAT(site.last.outlook.lines->at(idOf<UserId>(1)), testing::ElementsAre(idOf<JobId>(third)));
}

TEST(PlanningDesk, PromisesTheFirstWithoutRoomANodeAndATime) {
    DeskSite site({deskNode(1, 4, 16)});
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h);
    site.cycle();
    ASSERT_TRUE(site.promised(large));
    EXPECT_EQ(site.promised(large)->node, idOf<NodeId>(1));
    EXPECT_EQ(site.promised(large)->at, site.now + 2h);
}

TEST(PlanningDesk, LetsPassABlockedJobOnlyWhoEndsBefore) {
    DeskSite site({deskNode(1, 4, 16)});
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h);
    const int longer = site.submit(resources(1, 1), 3h);
    const int shorter = site.submit(resources(1, 1), 1h);
    site.cycle();
    EXPECT_FALSE(site.runs(large));
    EXPECT_FALSE(site.runs(longer));
    EXPECT_TRUE(site.runs(shorter));
}

TEST(PlanningDesk, StarvesNoLargeJobBySmallOnes) {
    DeskSite site({deskNode(1, 4, 16)});
    std::vector<int> small;
    for (int i = 0; i < 4; ++i) small.push_back(site.submit(resources(1, 1), 1h));
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h, 2);
    site.cycle();
    const auto due = site.promised(large)->at;
    for (int round = 0; round < 40 && !site.runs(large); ++round) {
        site.now += 15min;
        site.end(small[static_cast<std::size_t>(round) % 4]);
        small[static_cast<std::size_t>(round) % 4] = site.submit(resources(1, 1), 1h);
        site.cycle();
    }
    ASSERT_TRUE(site.runs(large));
    EXPECT_LE(site.now, due);
}

TEST(PlanningDesk, PutsHigherPriorityBeforeAPromiseWithinAQueueOnly) {
    DeskSite site({deskNode(1, 4, 16)});
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h);
    site.cycle();
    ASSERT_TRUE(site.promised(large));
    const int foreign = site.submit(resources(1, 1), 5h, 2, 1, 50);
    site.cycle();
    EXPECT_FALSE(site.runs(foreign));
    const int urgent = site.submit(resources(1, 1), 5h, 1, 1, 50);
    site.cycle();
    EXPECT_TRUE(site.runs(urgent));
    EXPECT_EQ(site.promised(large)->at, site.now + 5h);
}

TEST(PlanningDesk, SharesFairlyBetweenUsersAndBetweenOrganisations) {
    DeskSite site({deskNode(1, 8, 64)});
    for (int i = 0; i < 20; ++i) site.submit(resources(1, 1), 1h, 1, 1);
    for (int i = 0; i < 20; ++i) site.submit(resources(1, 1), 1h, 2, 1);
    for (int i = 0; i < 20; ++i) site.submit(resources(1, 1), 1h, 3, 2);
    site.cycle();
    std::map<UserId, int> held;
    for (const auto& [number, run] : site.running) ++held[run.job.owner];
    EXPECT_EQ(held, (std::map<UserId, int>{{idOf<UserId>(1), 2}, {idOf<UserId>(2), 2}, {idOf<UserId>(3), 4}}));
}

TEST(PlanningDesk, TakesBackADecisionThatWasNotWritten) {
    DeskSite site({deskNode(1, 4, 16)});
    const int first = site.submit(resources(4, 4));
    const int second = site.submit(resources(4, 4));
    site.cycle({first});
    EXPECT_TRUE(site.last.starts.size() == 1 && !site.runs(first));
    site.cycle();
    EXPECT_TRUE(site.runs(first)) << "decided again, as its room came back";
    EXPECT_FALSE(site.runs(second));
}

TEST(PlanningDesk, GivesTheRoomOfADecisionToOthersIfItsJobWasStoppedMeanwhile) {
    DeskSite site({deskNode(1, 4, 16)});
    const int stopped = site.submit(resources(4, 4));
    const int other = site.submit(resources(4, 4));
    site.cycle({stopped});
    site.withdraw(stopped);
    site.cycle();
    EXPECT_TRUE(site.runs(other));
}

TEST(PlanningDesk, ForgetsThePromiseOfAJobThatWasStopped) {
    DeskSite site({deskNode(1, 4, 16)});
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h);
    const int longer = site.submit(resources(1, 1), 9h);
    site.cycle();
    ASSERT_FALSE(site.runs(longer));
    site.withdraw(large);
    site.cycle();
    EXPECT_TRUE(site.runs(longer));
    EXPECT_TRUE(site.last.outlook.promised.empty());
}

TEST(PlanningDesk, KeepsBookingsOverARestart) {
    DeskSite site({deskNode(1, 4, 16, cards("T4", 2))});
    site.adopt(900, idOf<NodeId>(1), resources(2, 4, {{"T4", 1}}), {"T41"}, 3h);
    const int one = site.submit(resources(1, 1, {{"any", 1}}), 1h);
    const int large = site.submit(resources(1, 1, {{"T4", 2}}), 1h);
    site.cycle();
    ASSERT_TRUE(site.runs(one));
    EXPECT_THAT(site.placement(one).accelerators, testing::ElementsAre("T40"));
    EXPECT_EQ(site.promised(large)->at, site.now + 3h);
    site.end(one);
    site.end(900);
    site.cycle();
    EXPECT_TRUE(site.runs(large));
}

TEST(PlanningDesk, AdoptsWhatItsNodeHasNoRoomForAnyMore) {
    DeskSite site({deskNode(1, 2, 4)});
    site.adopt(900, idOf<NodeId>(1), resources(8, 64, {{"T4", 1}}), {"T40"}, 1h);
    site.adopt(901, idOf<NodeId>(7), resources(1, 1), {}, 1h);
    const int waits = site.submit(resources(1, 1));
    site.cycle();
    EXPECT_FALSE(site.runs(waits));
    site.end(901);
    site.end(900);
    site.cycle();
    EXPECT_TRUE(site.runs(waits));
}

TEST(PlanningDesk, UsesNoNodeThatIsNotReadyUntilItIsAgain) {
    auto nodes = std::vector{deskNode(1, 4, 16)};
    nodes[0].ready = false;
    DeskSite site(nodes);
    const int job = site.submit(resources(1, 1));
    site.cycle();
    EXPECT_FALSE(site.runs(job));
    nodes[0].ready = true;
    site.setNodes(nodes);
    site.cycle();
    EXPECT_TRUE(site.runs(job));
}

TEST(PlanningDesk, MovesRunsOverWhenTheirNodeChangesItsSize) {
    DeskSite site({deskNode(1, 4, 16)});
    const int first = site.submit(resources(3, 4), 2h);
    site.cycle();
    site.setNodes({deskNode(1, 6, 16)});
    const int fits = site.submit(resources(3, 4), 1h);
    const int waits = site.submit(resources(1, 1), 1h);
    site.cycle();
    EXPECT_TRUE(site.runs(fits));
    EXPECT_FALSE(site.runs(waits));
    site.end(first);
    site.cycle();
    EXPECT_TRUE(site.runs(waits));
}

TEST(PlanningDesk, StartsWhatFitNowhereOnceANodeComesThatIsLargeEnough) {
    DeskSite site({deskNode(1, 4, 16)});
    const int large = site.submit(resources(32, 4));
    const int small = site.submit(resources(1, 1));
    site.cycle();
    EXPECT_TRUE(site.runs(small)) << "passed over";
    EXPECT_EQ(site.last.outlook.waiting, 0u) << "it waits for no turn";
    site.setNodes({deskNode(1, 4, 16), deskNode(2, 64, 256)});
    site.cycle();
    ASSERT_TRUE(site.runs(large));
    EXPECT_EQ(site.placement(large).node, idOf<NodeId>(2));
}

TEST(PlanningDesk, GivesCardsByTheirIdsAndEachOnce) {
    DeskSite site({deskNode(1, 8, 16, cards("A100", 3))});
    const int two = site.submit(resources(1, 1, {{"A100", 2}}));
    const int one = site.submit(resources(1, 1, {{"any", 1}}));
    const int none = site.submit(resources(1, 1, {{"any", 1}}));
    site.cycle();
    EXPECT_THAT(site.placement(two).accelerators, testing::ElementsAre("A1000", "A1001"));
    EXPECT_THAT(site.placement(one).accelerators, testing::ElementsAre("A1002"));
    EXPECT_FALSE(site.runs(none));
}

TEST(PlanningDesk, GivesExactModelsBesideAnyCard) {
    auto mixed = cards("T4", 2);
    for (auto& card : cards("A100", 1)) mixed.push_back(card);
    DeskSite site({deskNode(1, 8, 16, mixed)});
    const int both = site.submit(resources(1, 1, {{"any", 1}, {"A100", 1}}));
    site.cycle();
    ASSERT_TRUE(site.runs(both));
    EXPECT_THAT(site.placement(both).accelerators, testing::UnorderedElementsAre("A1000", "T40"));
    const int again = site.submit(resources(1, 1, {{"any", 1}, {"A100", 1}}));
    site.cycle();
    EXPECT_FALSE(site.runs(again)) << "a card is free, but not of that model";
}

TEST(PlanningDesk, PutsAJobAtItsNewPlaceWhenItsPriorityChanges) {
    DeskSite site({deskNode(1, 4, 16)});
    const int busy = site.submit(resources(4, 4), 1h);
    site.cycle();
    const int first = site.submit(resources(4, 4), 1h);
    const int second = site.submit(resources(4, 4), 1h);
    site.repeat(first);
    site.cycle();
    site.change(second, 10);
    site.end(busy);
    site.cycle();
    EXPECT_TRUE(site.runs(second));
    EXPECT_FALSE(site.runs(first));
}

TEST(PlanningDesk, UsesBothOfTwoNodes) {
    DeskSite site({deskNode(1, 4, 16), deskNode(2, 4, 16)});
    const int one = site.submit(resources(4, 4));
    const int two = site.submit(resources(4, 4));
    site.cycle();
    ASSERT_TRUE(site.runs(one) && site.runs(two));
    EXPECT_NE(site.placement(one).node, site.placement(two).node);
}

/// Random histories over a few nodes: the invariants that hold whatever happens.
TEST(PlanningDesk, NeverGivesMoreThanANodeHas) {
    std::uint64_t state = 42;
    const auto next = [&](std::uint64_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<int>((state >> 33) % below);
    };
    DeskSite site({deskNode(1, 8, 32, cards("T4", 2)), deskNode(2, 16, 64), deskNode(3, 4, 8, cards("A100", 4))});
    std::size_t begun = 0;
    for (int step = 0; step < 3000; ++step) {
        site.now += 1min;
        if (next(2) == 0) {
            auto wanted = resources(1 + next(6), 1 + next(8));
            if (next(3) == 0) wanted.accelerators = {{next(2) == 0 ? "any" : "T4", 1 + next(2)}};
            site.submit(wanted, std::chrono::minutes(1 + next(300)), 1 + next(3), 1 + next(2), next(3));
        } else if (!site.running.empty()) {
            site.end(std::next(site.running.begin(), next(site.running.size()))->first);
        }
        site.cycle();
        begun += site.last.starts.size();
        std::map<NodeId, NodeCapacity> used;
        std::map<NodeId, std::set<std::string>> given;
        for (const auto& [number, run] : site.running) {
            auto& sum = used[run.placement.node];
            sum.cpu += run.job.resources.cpu;
            sum.memory += run.job.resources.memory;
            for (const auto& card : run.placement.accelerators)
                ASSERT_TRUE(given[run.placement.node].insert(card).second) << card << " twice, step " << step;
        }
        for (const auto& planned : site.nodes()) {
            ASSERT_LE(used[planned.id].cpu, planned.capacity.cpu) << step;
            ASSERT_LE(used[planned.id].memory, planned.capacity.memory) << step;
        }
    }
    EXPECT_GT(begun, 1000u);
}

}  // namespace ph::test
