#include "planner/placement/builders.h"

#include <gtest/gtest.h>

namespace ph::placement::test {

namespace {

const ClassCensus& rowOf(const Census& census, const Cluster& cluster, NodeIndex node) {
    for (const auto& row : census.classes)
        if (row.kind == cluster.outline(node).kind) return row;
    throw std::out_of_range("no row for the node's class");
}

}  // namespace

TEST(PlacementCensus, SaysWhichClassesCanNeverRunAShape) {
    Placer placer;
    const NodeIndex small = placer.cluster().add(nodeOf(4, 16, 2));
    const NodeIndex plain = placer.cluster().add(nodeOf(64, 256));
    const NodeIndex other = placer.cluster().add(nodeOf(64, 256, 2, "A100"));
    const NodeIndex good = placer.cluster().add(nodeOf(64, 256, 2, "T4"));
    const auto census = placer.census(placer.cluster().intern(wholeTask(8, 8, 1, {"T4"})));
    EXPECT_EQ(census.nodes, 4);
    EXPECT_EQ(census.candidates, 1);
    EXPECT_FALSE(census.neverFits);
    EXPECT_EQ(rowOf(census, placer.cluster(), small).misfit, Misfit::Cpu);
    EXPECT_EQ(rowOf(census, placer.cluster(), plain).misfit, Misfit::Cards);
    EXPECT_EQ(rowOf(census, placer.cluster(), other).misfit, Misfit::Model);
    EXPECT_EQ(rowOf(census, placer.cluster(), good).candidates, 1);
}

TEST(PlacementCensus, KnowsWhatNoNodeWillEverRun) {
    Placer placer;
    placer.cluster().add(nodeOf(4, 16, 2));
    EXPECT_TRUE(placer.census(placer.cluster().intern(wholeTask(1, 1, 3))).neverFits);
    EXPECT_FALSE(placer.census(placer.cluster().intern(wholeTask(1, 1, 2))).neverFits);
    placer.cluster().setReady(0, false);
    const auto away = placer.census(placer.cluster().intern(wholeTask(1, 1, 2)));
    EXPECT_FALSE(away.neverFits) << "the node may come back";
    EXPECT_EQ(away.candidates, 0);
    EXPECT_EQ(away.classes.at(0).notReady, 1);
}

TEST(PlacementCensus, CountsNodesByTheFirstThingThatTheyLack) {
    struct Row {
        std::string name;
        JobShape held;
        CardMask cards;
        int ClassCensus::*count;
    };
    const std::vector<Row> rows{
        {"CPU", hostTask(15, 1), 0, &ClassCensus::lackCpu},
        {"memory", hostTask(1, 63), 0, &ClassCensus::lackMemory},
        {"cards", wholeTask(1, 1, 2), 0b11, &ClassCensus::lackCards},
        {"one card of two", wholeTask(1, 1, 1), 0b01, &ClassCensus::candidates},
        {"nothing", hostTask(1, 1), 0, &ClassCensus::candidates},
    };
    for (const auto& row : rows) {
        Placer placer;
        const NodeIndex node = placer.cluster().add(nodeOf(16, 64, 2));
        placer.cluster().take({placer.cluster().intern(row.held), node, row.cards});
        const auto census = placer.census(placer.cluster().intern(wholeTask(4, 8, 1)));
        ASSERT_EQ(census.classes.size(), 1u) << row.name;
        EXPECT_EQ(census.classes[0].*row.count, 1) << row.name;
    }
}

TEST(PlacementCensus, TellsScatteredCardsFromMissingOnes) {
    Placer placer;
    const NodeIndex node = placer.cluster().add(nodeOf(16, 64, 2));
    const ShapeId half = placer.cluster().intern(shareTask(1, 1, 500));
    placer.cluster().take({half, node, 0b01});
    placer.cluster().take({half, node, 0b10});
    EXPECT_EQ(placer.census(placer.cluster().intern(wholeTask(1, 1, 1))).classes.at(0).scatteredCards, 1);
    EXPECT_EQ(placer.census(placer.cluster().intern(wholeTask(1, 1, 2))).classes.at(0).lackCards, 1);
    EXPECT_EQ(placer.census(placer.cluster().intern(shareTask(1, 1, 501))).classes.at(0).scatteredCards, 1);
    EXPECT_EQ(placer.census(half).candidates, 1);
}

TEST(PlacementCensus, LacksScratch) {
    Placer placer;
    const NodeIndex node = placer.cluster().add(nodeOf(16, 64));
    JobShape large = hostTask(1, 1);
    large.scratch = 99 * 1024;
    const ShapeId shape = placer.cluster().intern(large);
    placer.cluster().take({shape, node, 0});
    EXPECT_EQ(placer.census(shape).classes.at(0).lackScratch, 1);
}

TEST(PlacementCensus, AgreesWithTheSearchInRandomStates) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Site site;
        RandomHistory history(site, seed);
        for (int i = 0; i < 150; ++i) history.step();
        for (const ShapeId shape : site.shapes) {
            const auto census = site.placer.census(shape);
            EXPECT_EQ(census.candidates > 0, site.placer.best(shape).has_value());
            int counted = 0;
            for (const auto& row : census.classes)
                counted += row.misfit != Misfit::None ? row.nodes
                                                      : row.notReady + row.lackCpu + row.lackMemory + row.lackScratch +
                                                            row.lackCards + row.scatteredCards + row.candidates;
            EXPECT_EQ(counted, census.nodes) << "every node is counted once";
        }
    }
}

}  // namespace ph::placement::test
