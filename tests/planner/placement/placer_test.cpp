#include "planner/placement/builders.h"

#include <gmock/gmock.h>

namespace ph::placement::test {

TEST(Placer, FillsTheFullerOfEqualNodesWhileNothingIsKnownOfTheMix) {
    Placer placer;
    for (int i = 0; i < 3; ++i) placer.cluster().add(nodeOf(16, 64));
    const ShapeId shape = placer.cluster().intern(hostTask(4, 8));
    placer.cluster().take({shape, 1, 0});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(placer.place(shape)->node, 1u);
    EXPECT_EQ(placer.place(shape)->node, 0u) << "of equals the first";
}

TEST(Placer, HasNoPlaceWhereNothingFits) {
    Placer placer;
    const ShapeId shape = placer.cluster().intern(wholeTask(1, 1, 1));
    EXPECT_FALSE(placer.best(shape)) << "no nodes at all";
    placer.cluster().add(nodeOf(16, 64));
    EXPECT_FALSE(placer.place(shape));
    const NodeIndex node = placer.cluster().add(nodeOf(16, 64, 1));
    EXPECT_EQ(placer.place(shape)->node, node) << "a node that came later is found";
    EXPECT_FALSE(placer.place(shape));
}

TEST(Placer, KeepsTasksWithoutCardsOffNodesWhoseCardsNeedTheCpu) {
    Placer placer;
    const NodeIndex cards = placer.cluster().add(nodeOf(16, 64, 2));
    const NodeIndex plain = placer.cluster().add(nodeOf(64, 256));
    const ShapeId whole = placer.cluster().intern(wholeTask(8, 16, 1));
    const ShapeId host = placer.cluster().intern(hostTask(4, 4));
    for (int i = 0; i < 16; ++i) placer.arrived(whole);
    placer.cluster().take({whole, cards, 1});
    EXPECT_EQ(placer.place(host)->node, plain);
}

TEST(Placer, PutsAShareWhereTheCardIsFilled) {
    Placer placer;
    for (int i = 0; i < 2; ++i) placer.cluster().add(nodeOf(32, 128, 2));
    const ShapeId small = placer.cluster().intern(shareTask(1, 1, 400));
    const ShapeId large = placer.cluster().intern(shareTask(1, 1, 600));
    for (int i = 0; i < 8; ++i) {
        placer.arrived(small);
        placer.arrived(large);
    }
    placer.cluster().take({large, 1, 0b10});
    const auto grant = placer.place(small);
    EXPECT_EQ(grant->node, 1u);
    EXPECT_EQ(grant->cards, 0b10u);
}

TEST(Placer, KeepsWholeNodesForTasksThatNeedThem) {
    Placer placer;
    const NodeIndex large = placer.cluster().add(nodeOf(96, 384, 8));
    const NodeIndex small = placer.cluster().add(nodeOf(24, 96, 2));
    const ShapeId eight = placer.cluster().intern(wholeTask(64, 256, 8));
    const ShapeId one = placer.cluster().intern(wholeTask(8, 8, 1));
    for (int i = 0; i < 8; ++i) {
        placer.arrived(one);
        placer.arrived(eight);
    }
    EXPECT_EQ(placer.place(one)->node, small);
    EXPECT_EQ(placer.place(one)->node, small);
    EXPECT_EQ(placer.place(eight)->node, large);
}

TEST(Placer, KeepsScarceModelsForTasksThatNameThem) {
    Placer placer;
    const NodeIndex scarce = placer.cluster().add(nodeOf(16, 64, 2, "A100"));
    const NodeIndex common = placer.cluster().add(nodeOf(16, 64, 2, "T4"));
    // Of the tasks that come, only few can use what is common.
    const ShapeId named = placer.cluster().intern(wholeTask(8, 16, 1, {"A100"}));
    const ShapeId any = placer.cluster().intern(wholeTask(8, 16, 1));
    for (int i = 0; i < 16; ++i) placer.arrived(named);
    EXPECT_EQ(placer.place(any)->node, common);
    EXPECT_EQ(placer.place(named)->node, scarce);
}

TEST(Placer, PlacesAsManyAsFit) {
    Placer placer;
    placer.cluster().add(nodeOf(16, 64, 2));
    placer.cluster().add(nodeOf(16, 64, 1));
    const ShapeId shape = placer.cluster().intern(wholeTask(1, 1, 1));
    EXPECT_EQ(placer.placeUpTo(shape, 2).size(), 2u);
    EXPECT_EQ(placer.placeUpTo(shape, 5).size(), 1u);
    EXPECT_EQ(placer.cluster().idleMilli(), 0);
}

TEST(Placer, PlacesAGangWholeOrNotAtAll) {
    Placer placer;
    for (int i = 0; i < 2; ++i) placer.cluster().add(nodeOf(16, 64, 2));
    const ShapeId worker = placer.cluster().intern(wholeTask(4, 8, 1));
    const ShapeId server = placer.cluster().intern(hostTask(8, 8));
    const auto before = roomsOf(placer.cluster());
    EXPECT_FALSE(placer.placeGang({worker, worker, worker, worker, worker}));
    EXPECT_EQ(roomsOf(placer.cluster()), before);
    const auto grants = placer.placeGang({worker, worker, server, worker});
    ASSERT_TRUE(grants);
    EXPECT_THAT(*grants,
                testing::ElementsAre(testing::Field(&Grant::shape, worker), testing::Field(&Grant::shape, worker),
                                     testing::Field(&Grant::shape, server), testing::Field(&Grant::shape, worker)));
    EXPECT_FALSE(placer.placeGang({worker, worker}));
    EXPECT_TRUE(placer.placeGang({worker}));
}

TEST(Placer, GivesNothingToNodesThatAreNotReady) {
    Placer placer;
    placer.cluster().add(nodeOf(16, 64));
    placer.cluster().add(nodeOf(16, 64));
    const ShapeId shape = placer.cluster().intern(hostTask(1, 1));
    placer.cluster().setReady(0, false);
    for (int i = 0; i < 16; ++i) EXPECT_EQ(placer.place(shape)->node, 1u);
    EXPECT_FALSE(placer.place(shape));
    placer.cluster().setReady(0, true);
    EXPECT_EQ(placer.place(shape)->node, 0u);
}

TEST(Placer, TriesOutWhatAnEvictionWouldGive) {
    Placer placer;
    placer.cluster().add(nodeOf(16, 64, 1));
    const ShapeId shape = placer.cluster().intern(wholeTask(1, 1, 1));
    const auto victim = placer.place(shape);
    EXPECT_FALSE(placer.best(shape));
    {
        const Trial trial(placer.cluster());
        placer.cluster().give(*victim);
        EXPECT_TRUE(placer.best(shape));
    }
    EXPECT_FALSE(placer.best(shape)) << "the trial was taken back";
}

TEST(PlacerProperty, HistoriesNeverHoldMoreThanThereIsAndGiveAllBack) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Site site;
        const auto empty = roomsOf(site.placer.cluster());
        RandomHistory history(site, seed);
        for (int i = 0; i < 400; ++i) {
            history.step();
            for (const auto& room : roomsOf(site.placer.cluster())) {
                ASSERT_GE(room.cpu, 0);
                ASSERT_GE(room.memory, 0);
                ASSERT_GE(room.scratch, 0);
                for (int card = 0; card < kMaxCards; ++card) {
                    ASSERT_GE(room.milli[card], 0);
                    ASSERT_GE(room.cardMemory[card], 0);
                }
            }
        }
        // What is free is what the grants leave, however the history went.
        auto rooms = empty;
        const auto& cluster = site.placer.cluster();
        for (const auto& grant : history.grants())
            take(cluster.catalogue().shape(grant.shape), grant.cards, cluster.classOf(grant.node), rooms[grant.node]);
        EXPECT_EQ(roomsOf(cluster), rooms);
        history.leaveAll();
        EXPECT_EQ(roomsOf(cluster), empty);
    }
}

TEST(PlacerProperty, TheHeapsChooseWhatAScanOfAllNodesChooses) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Site site(5);
        RandomHistory history(site, seed);
        for (int i = 0; i < 300; ++i) {
            history.step();
            if (history.chance(5)) site.placer.cluster().setReady(history.anyShape(), history.chance(70));
            const ShapeId shape = history.anyShape();
            const auto found = site.placer.best(shape);
            const auto expected = site.placer.bestByScan(shape);
            ASSERT_EQ(found.has_value(), expected.has_value()) << "seed " << seed << ", step " << i;
            if (!found) continue;
            ASSERT_EQ(found->node, expected->node) << "seed " << seed << ", step " << i;
            ASSERT_EQ(found->score, expected->score);
            ASSERT_EQ(found->cards, expected->cards);
        }
    }
}

TEST(PlacerProperty, TheHeapsChooseTheSameInAClusterOfWhichTheyKeepAPart) {
    Site site(1500);
    RandomHistory history(site, 3);
    for (int i = 0; i < 6000; ++i) {
        history.step();
        if (i % 40 != 0) continue;
        const ShapeId shape = history.anyShape();
        const auto found = site.placer.best(shape);
        const auto expected = site.placer.bestByScan(shape);
        ASSERT_EQ(found.has_value(), expected.has_value()) << "step " << i;
        if (!found) continue;
        ASSERT_EQ(found->node, expected->node) << "step " << i;
    }
}

TEST(PlacerProperty, TheHeapsChooseTheSameForMoreShapesThanHeapsAreKept) {
    Site site;
    for (int i = 0; i < 700; ++i) {
        JobShape odd = wholeTask(1, 1, i % 3);
        odd.cpu = 1000 + i;
        site.shapes.push_back(site.placer.cluster().intern(odd));
    }
    RandomHistory history(site, 8);
    for (int i = 0; i < 3000; ++i) {
        history.step();
        const ShapeId shape = history.anyShape();
        const auto found = site.placer.best(shape);
        const auto expected = site.placer.bestByScan(shape);
        ASSERT_EQ(found.has_value(), expected.has_value()) << "step " << i;
        if (!found) continue;
        ASSERT_EQ(found->node, expected->node) << "step " << i;
    }
}

TEST(PlacerProperty, TheSameHistoryIsDecidedTheSame) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        Site one;
        Site two;
        RandomHistory first(one, seed);
        RandomHistory second(two, seed);
        for (int i = 0; i < 500; ++i) {
            first.step();
            second.step();
        }
        EXPECT_EQ(first.grants(), second.grants());
    }
}

TEST(PlacerProperty, QuestionsInBetweenChangeNoDecision) {
    Site quiet;
    Site asked;
    RandomHistory first(quiet, 9);
    RandomHistory second(asked, 9);
    for (int i = 0; i < 500; ++i) {
        first.step();
        second.step();
        for (const ShapeId shape : asked.shapes) asked.placer.best(shape);
    }
    EXPECT_EQ(first.grants(), second.grants());
}

TEST(PlacerProperty, TrialsLeaveNoTraceInStateOrDecisions) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Site plain;
        Site tried;
        RandomHistory first(plain, seed);
        RandomHistory second(tried, seed);
        std::mt19937 random(seed);
        for (int i = 0; i < 200; ++i) {
            first.step();
            second.step();
            const auto before = roomsOf(tried.placer.cluster());
            {
                const Trial trial(tried.placer.cluster());
                for (int k = 0; k < 5; ++k) tried.placer.place(tried.shapes[random() % tried.shapes.size()]);
                if (!second.grants().empty())
                    tried.placer.cluster().give(second.grants()[random() % second.grants().size()]);
            }
            ASSERT_EQ(roomsOf(tried.placer.cluster()), before);
        }
        EXPECT_EQ(first.grants(), second.grants());
    }
}

TEST(PlacerProperty, ACopyGoesItsOwnWay) {
    Site site;
    RandomHistory history(site, 4);
    for (int i = 0; i < 200; ++i) history.step();
    const auto before = roomsOf(site.placer.cluster());
    Site whatIf = site;
    RandomHistory other(whatIf, 5);
    for (int i = 0; i < 200; ++i) other.step();
    EXPECT_EQ(roomsOf(site.placer.cluster()), before);
    EXPECT_NE(roomsOf(whatIf.placer.cluster()), before);
}

}  // namespace ph::placement::test
