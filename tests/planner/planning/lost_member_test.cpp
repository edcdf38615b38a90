#include "planner/planning/planning_site.h"

#include <gmock/gmock.h>

namespace ph::planning::test {

using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// A gang over two of the nodes, of which one is lost.
struct Loss : PlanningSite {
    explicit Loss(int nodes) : PlanningSite(nodes) {
        gang = submit(2, 8, 10h);
        cycle();
        node = starts[gang].grants[1].node;
    }
    void lose() {
        planner.placer().cluster().setReady(node, false);
        planner.nodeChanged(node);
        ASSERT_TRUE(planner.lost(gang, 1, now));
    }
    RequestId gang = 0;
    placement::NodeIndex node = 0;
};

}  // namespace

TEST(LostMember, GetsANewPlaceBeforeAnybodyElse) {
    Loss site(3);
    const auto waiting = site.submit(1, 8, 1h, 0, 100);
    site.lose();
    const auto& plan = site.cycle();
    ASSERT_EQ(plan.replacements.size(), 1u);
    EXPECT_EQ(plan.replacements[0].id, site.gang);
    EXPECT_EQ(plan.replacements[0].member, 1u);
    EXPECT_NE(plan.replacements[0].grant.node, site.node);
    EXPECT_FALSE(site.runs(waiting));
    EXPECT_EQ(site.planner.running().find(site.gang)->grants[1], plan.replacements[0].grant);
}

TEST(LostMember, TakesANodeThatIsPromised) {
    Loss site(3);
    const auto filler = site.submit(1, 4, 2h);
    site.cycle();
    ASSERT_TRUE(site.runs(filler));
    const auto promised = site.submit(1, 8, 20h);
    site.cycle();
    ASSERT_TRUE(site.promised(promised));
    site.lose();
    site.cycle();
    EXPECT_THAT(site.plan.replacements, IsEmpty());
    site.now += 1min;
    site.planner.ended(filler, site.now);
    site.cycle();
    ASSERT_EQ(site.plan.replacements.size(), 1u) << "the promised node has become free";
    EXPECT_FALSE(site.runs(promised));
    EXPECT_TRUE(site.promised(promised)) << "later";
}

TEST(LostMember, CountsForItsQueueWhileItIsReplaced) {
    Loss site(2);
    site.lose();
    site.cycle();
    EXPECT_EQ(queues::at(site.planner.tree().used(0), queues::kCards), 16'000);
    EXPECT_EQ(site.planner.placer().cluster().room(site.node).whole, 0xffu) << "but its cards are free";
}

TEST(LostMember, IsGivenUpInTimeAndTheGangWaitsWholeAtTheHeadOfItsQueue) {
    Loss site(2);
    const auto urgent = site.submit(2, 8, 1h, 0, 100);
    site.lose();
    EXPECT_THAT(site.cycle().withdrawn, IsEmpty());
    site.now += site.planner.policy().replaceWithin - 1s;
    EXPECT_THAT(site.cycle().withdrawn, IsEmpty());
    site.now += 1s;
    EXPECT_THAT(site.cycle().withdrawn, ElementsAre(site.gang));
    EXPECT_FALSE(site.runs(site.gang));
    EXPECT_EQ(queues::at(site.planner.tree().used(0), queues::kCards), 0);
    EXPECT_EQ(site.planner.waiting().line(0).front().id, site.gang);
    site.planner.placer().cluster().setReady(site.node, true);
    site.planner.nodeChanged(site.node);
    site.cycle();
    EXPECT_TRUE(site.runs(site.gang));
    EXPECT_FALSE(site.runs(urgent));
}

TEST(LostMember, StaysInTheDomainThatItsGangRequires) {
    PlanningSite site(6);
    auto& topology = site.planner.placer().cluster().topology();
    topology.setLevels({"rack"});
    for (placement::NodeIndex node = 0; node < 6; ++node) topology.place(node, {{"rack", node < 3 ? "a" : "b"}});
    Request gang = site.ask(2, 8, 10h);
    gang.together = Together::Required;
    const std::vector<placement::Grant> grants{{gang.shape, 0, 0xff}, {gang.shape, 1, 0xff}};
    site.planner.adopt({gang, site.now + 10h, grants});
    const Request other = site.ask(1, 8, 1h);
    site.planner.adopt({other, site.now + 1h, {{other.shape, 2, 0xff}}});
    ASSERT_TRUE(site.planner.lost(gang.id, 0, site.now));
    site.planner.placer().cluster().setReady(0, false);
    site.planner.nodeChanged(0);
    site.cycle();
    EXPECT_THAT(site.plan.replacements, IsEmpty()) << "rack b has room, but the other task is in rack a";
    site.planner.ended(other.id, site.now);
    site.cycle();
    ASSERT_EQ(site.plan.replacements.size(), 1u);
    EXPECT_EQ(site.plan.replacements[0].grant.node, 2u);
}

TEST(LostMember, EndsWithItsGang) {
    Loss site(2);
    site.lose();
    site.planner.ended(site.gang, site.now);
    site.now += 24h;
    site.cycle();
    EXPECT_THAT(site.plan.withdrawn, IsEmpty());
    EXPECT_THAT(site.plan.replacements, IsEmpty());
}

TEST(LostMember, OfWhatDoesNotRunIsNobody) {
    Loss site(2);
    EXPECT_FALSE(site.planner.lost(99, 0, site.now));
    EXPECT_FALSE(site.planner.lost(site.gang, 2, site.now));
    EXPECT_TRUE(site.planner.lost(site.gang, 1, site.now));
    EXPECT_TRUE(site.planner.lost(site.gang, 1, site.now)) << "told twice";
    site.cycle();
    EXPECT_EQ(site.plan.replacements.size(), 1u);
}

}  // namespace ph::planning::test
