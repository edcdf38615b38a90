#include "planner/planning/planning_site.h"

#include <gmock/gmock.h>

namespace ph::planning::test {

TEST(GangPlanner, StartsAGangWholeOrNotAtAll) {
    PlanningSite site(2);
    const auto small = site.submit(1, 1, 1h);
    site.cycle();
    const auto gang = site.submit(2, 8, 1h);
    site.cycle();
    EXPECT_TRUE(site.runs(small));
    EXPECT_FALSE(site.runs(gang));
    site.planner.ended(small, site.now);
    site.cycle();
    ASSERT_TRUE(site.runs(gang));
    EXPECT_EQ(site.starts[gang].grants.size(), 2u);
    EXPECT_NE(site.starts[gang].grants[0].node, site.starts[gang].grants[1].node);
}

TEST(GangPlanner, PromisesABlockedGangTheTimeAtWhichItsNodesAreFreeAtTheLatest) {
    PlanningSite site(2);
    site.submit(1, 8, 3h);
    site.submit(1, 8, 5h);
    site.cycle();
    const auto gang = site.submit(2, 8, 1h);
    site.cycle();
    EXPECT_EQ(site.promised(gang), site.now + 5h);
}

TEST(GangPlanner, LetsPassWhoEndsBeforeThePromiseOrFitsBesideIt) {
    PlanningSite site(2);
    const auto first = site.submit(1, 5, 4h);
    site.submit(1, 8, 4h);
    site.cycle();
    const auto gang = site.submit(2, 6, 1h);
    site.cycle();
    ASSERT_EQ(site.promised(gang), site.now + 4h);
    const auto tooLong = site.submit(1, 3, 5h);
    const auto shortEnough = site.submit(1, 1, 4h);
    const auto beside = site.submit(1, 2, 9h);
    site.cycle();
    EXPECT_FALSE(site.runs(tooLong)) << "three cards for longer would leave five of the six";
    EXPECT_TRUE(site.runs(shortEnough));
    EXPECT_TRUE(site.runs(beside)) << "the gang needs six of each node's eight";
    EXPECT_EQ(site.promised(gang), site.now + 4h);
    EXPECT_TRUE(site.runs(first));
}

TEST(GangPlanner, StrictOrderLetsNobodyPass) {
    PlanningSite site(1, Policy::fifo());
    site.submit(1, 6, 1h);
    const auto blocked = site.submit(1, 4, 1h);
    const auto behind = site.submit(1, 1, 1h);
    for (int i = 0; i < 3; ++i) {
        site.cycle();
        EXPECT_FALSE(site.runs(blocked));
        EXPECT_FALSE(site.runs(behind));
    }
}

TEST(GangPlanner, BestEffortStartsWhateverFits) {
    PlanningSite site(1, Policy::bestEffort());
    site.submit(1, 6, 1h);
    const auto blocked = site.submit(1, 4, 1h);
    const auto behind = site.submit(1, 1, 100h);
    EXPECT_TRUE(site.cycle().promises.empty());
    EXPECT_FALSE(site.runs(blocked));
    EXPECT_TRUE(site.runs(behind));
}

TEST(GangPlanner, ShortJobsPassLongOnesButNotForEver) {
    PlanningSite site(1);
    const auto busy = site.submit(1, 8, 1h);
    site.cycle();
    const auto longer = site.submit(1, 8, 10h);
    site.now += 6h;
    const auto early = site.submit(1, 8, 1h);
    site.now += 1h;
    const auto late = site.submit(1, 8, 1h);
    site.planner.ended(busy, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(early)) << "seven tenths of ten hours are later than six hours and a bit";
    site.planner.ended(early, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(longer)) << "it was passed for as long as anybody may pass it";
    EXPECT_FALSE(site.runs(late));
}

TEST(GangPlanner, HigherPriorityComesFirstInItsQueueOnly) {
    PlanningSite site(1, Policy::pilothouse(), {{}, {}});
    const auto busy = site.submit(1, 8, 1h, 0);
    site.cycle();
    site.now += 1h;
    site.planner.ended(busy, site.now);
    const auto calm = site.submit(1, 8, 1h, 0);
    const auto urgent = site.submit(1, 8, 1h, 0, 5);
    const auto other = site.submit(1, 8, 1h, 1);
    site.cycle();
    EXPECT_TRUE(site.runs(other)) << "queue 0 held the node until now";
    site.planner.ended(other, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(urgent));
    EXPECT_FALSE(site.runs(calm));
}

TEST(GangPlanner, ALimitHoldsUpOnlyWhoWouldBreakIt) {
    PlanningSite site(2, Policy::pilothouse(), {queue({}, {-1, -1, -1, 4000}), {}});
    const auto over = site.submit(1, 8, 1h, 0);
    const auto within = site.submit(1, 4, 1h, 0);
    const auto other = site.submit(1, 8, 1h, 1);
    site.cycle();
    EXPECT_FALSE(site.runs(over));
    EXPECT_FALSE(site.promised(over));
    EXPECT_TRUE(site.runs(within));
    EXPECT_TRUE(site.runs(other));
}

TEST(GangPlanner, MarksWhatIsBorrowed) {
    PlanningSite site(1, Policy::pilothouse(), {queue({0, 0, 0, 4000}, {})});
    const auto own = site.submit(1, 4, 1h);
    const auto more = site.submit(1, 1, 1h);
    site.cycle();
    EXPECT_FALSE(site.starts[own].borrowed);
    EXPECT_TRUE(site.starts[more].borrowed);
}

TEST(GangPlanner, APromiseStandsThoughOthersAreServedLess) {
    PlanningSite site(2, Policy::pilothouse(), {{}, {}});
    const auto busy = site.submit(2, 8, 4h, 0);
    site.cycle();
    const auto gang = site.submit(2, 8, 1h, 0);
    site.cycle();
    const auto promised = site.promised(gang);
    ASSERT_TRUE(promised);
    site.submit(2, 8, 100h, 1);
    site.cycle();
    EXPECT_EQ(site.promised(gang), promised);
    site.now += 4h;
    site.planner.ended(busy, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(gang));
}

TEST(GangPlanner, ABlockedGangOfOneModelHoldsUpNoJobWithoutCards) {
    PlanningSite site(1);
    placement::NodeClass host;
    host.cpu = 64'000;
    site.planner.placer().cluster().add(host);
    site.submit(1, 8, 100h);
    site.cycle();
    const auto gang = site.submit(1, 8, 1h);
    placement::JobShape shape;
    shape.cpu = 1000;
    Request light = site.ask(1, 0, 1000h);
    light.shape = site.planner.placer().cluster().intern(shape);
    site.planner.submit(light);
    site.cycle();
    EXPECT_TRUE(site.promised(gang));
    EXPECT_TRUE(site.runs(light.id));
}

TEST(GangPlanner, WhatNoNodeCouldEverRunGetsNoPromiseAndHoldsUpNobody) {
    PlanningSite site(1);
    const auto never = site.submit(2, 8, 1h);
    const auto other = site.submit(1, 8, 100h);
    site.cycle();
    EXPECT_FALSE(site.promised(never));
    EXPECT_TRUE(site.runs(other));
}

TEST(GangPlanner, UsesANodeThatComesLater) {
    PlanningSite site(1);
    site.submit(1, 8, 100h);
    site.cycle();
    const auto waiting = site.submit(1, 8, 1h);
    site.cycle();
    ASSERT_FALSE(site.runs(waiting));
    placement::NodeClass kind;
    kind.cards.assign(8, {"H200", 0});
    site.planner.nodeChanged(site.planner.placer().cluster().add(kind));
    site.cycle();
    EXPECT_TRUE(site.runs(waiting));
}

TEST(GangPlanner, AdoptsWhatRunsAlready) {
    PlanningSite site(1);
    const Request request = site.ask(1, 8, 2h);
    const placement::Grant grant{request.shape, 0, 0xff};
    site.planner.adopt({request, site.now + 2h, {grant}});
    const auto next = site.submit(1, 8, 1h);
    site.cycle();
    EXPECT_EQ(site.promised(next), site.now + 2h);
    EXPECT_EQ(queues::at(site.planner.tree().used(0), queues::kCards), 8000);
    site.planner.ended(request.id, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(next));
}

TEST(GangPlanner, PutsAHigherPriorityOfItsQueueBeforeAPromise) {
    PlanningSite site(1, Policy::pilothouse(), {{}, {}});
    site.submit(1, 5, 2h);
    site.cycle();
    const auto large = site.submit(1, 8, 1h);
    site.cycle();
    ASSERT_EQ(site.promised(large), site.now + 2h);
    const auto foreign = site.submit(1, 1, 9h, 1, 50);
    site.cycle();
    EXPECT_FALSE(site.runs(foreign)) << "priorities count within a queue";
    const auto urgent = site.submit(1, 3, 5h, 0, 50);
    site.cycle();
    EXPECT_TRUE(site.runs(urgent));
    EXPECT_EQ(site.promised(large), site.now + 5h);
    EXPECT_FALSE(site.runs(foreign));
}

TEST(GangPlanner, GivesAPromiseOnToAHigherPriorityThatHasNoRoomEither) {
    PlanningSite site(1);
    const auto busy = site.submit(1, 5, 2h);
    site.cycle();
    const auto large = site.submit(1, 8, 1h);
    site.cycle();
    const auto urgent = site.submit(1, 8, 3h, 0, 50);
    site.cycle();
    EXPECT_EQ(site.promised(urgent), site.now + 2h);
    EXPECT_FALSE(site.promised(large));
    site.planner.ended(busy, site.now);
    site.cycle();
    EXPECT_TRUE(site.runs(urgent));
    EXPECT_EQ(site.promised(large), site.now + 3h);
}

}  // namespace ph::planning::test
