#include "planner/placement/builders.h"

#include <gmock/gmock.h>

namespace ph::placement::test {

namespace {

struct OneNode {
    Cluster cluster;
    NodeIndex node;
    explicit OneNode(const NodeClass& kind = nodeOf(16, 64, 4)) : node(cluster.add(kind)) {}

    Grant grant(const JobShape& shape, CardMask cards = 0) { return {cluster.intern(shape), node, cards}; }
    const NodeRoom& room() const { return cluster.room(node); }
};

std::vector<NodeIndex> changedSince(const Cluster& cluster, std::uint64_t seen) {
    std::vector<NodeIndex> nodes;
    EXPECT_TRUE(cluster.visitChanged(seen, [&](NodeIndex node) { nodes.push_back(node); }));
    return nodes;
}

}  // namespace

TEST(PlacementCluster, StartsNodesEmpty) {
    OneNode site;
    EXPECT_EQ(site.room().cpu, 16'000);
    EXPECT_EQ(site.room().memory, 64 * 1024);
    EXPECT_EQ(site.room().whole, 0b1111u);
    EXPECT_EQ(site.cluster.idleMilli(), 4000);
}

TEST(PlacementCluster, TakesHostAndWholeCards) {
    OneNode site;
    site.cluster.take(site.grant(wholeTask(3, 8, 2), 0b0110));
    EXPECT_EQ(site.room().cpu, 13'000);
    EXPECT_EQ(site.room().memory, 56 * 1024);
    EXPECT_EQ(site.room().scratch, 99 * 1024);
    EXPECT_EQ(site.room().whole, 0b1001u);
    EXPECT_EQ(site.room().milli[1], 0);
    EXPECT_EQ(site.room().cardMemory[2], 0);
    EXPECT_EQ(site.cluster.idleMilli(), 2000);
}

TEST(PlacementCluster, PutsSeveralSharesOnOneCard) {
    OneNode site(nodeOf(16, 64, 1));
    const auto half = site.grant(shareTask(1, 1, 500), 1);
    const auto third = site.grant(shareTask(1, 1, 300, 4 * 1024), 1);
    site.cluster.take(half);
    site.cluster.take(third);
    EXPECT_EQ(site.room().milli[0], 200);
    EXPECT_EQ(site.room().cardMemory[0], 4 * 1024);
    EXPECT_EQ(site.room().whole, 0u);
    site.cluster.give(half);
    EXPECT_EQ(site.room().whole, 0u) << "the other share still holds a part";
    site.cluster.give(third);
    EXPECT_EQ(site.room(), emptyRoom(nodeOf(16, 64, 1)));
}

TEST(PlacementCluster, RefusesWhatDoesNotFitAndChangesNothing) {
    struct Row {
        std::string name;
        JobShape shape;
        CardMask cards;
    };
    const std::vector<Row> rows{
        {"CPU", hostTask(17, 1), 0},
        {"memory", hostTask(1, 65), 0},
        {"a card that is held", wholeTask(1, 1, 1), 0b0001},
        {"one of two cards held", wholeTask(1, 1, 2), 0b0011},
        {"a share of a held card", shareTask(1, 1, 100), 0b0001},
        {"compute of a shared card", shareTask(1, 1, 700), 0b0010},
        {"memory of a shared card", shareTask(1, 1, 100, 15 * 1024), 0b0010},
        {"a shared card taken whole", wholeTask(1, 1, 1), 0b0010},
        {"fewer cards than asked for", wholeTask(1, 1, 2), 0b0100},
        {"cards for a task without", hostTask(1, 1), 0b0100},
    };
    for (const auto& row : rows) {
        OneNode site;
        site.cluster.take(site.grant(wholeTask(0, 0, 1), 0b0001));
        site.cluster.take(site.grant(shareTask(0, 0, 400), 0b0010));
        const NodeRoom before = site.room();
        EXPECT_THROW(site.cluster.take(site.grant(row.shape, row.cards)), std::logic_error) << row.name;
        EXPECT_EQ(site.room(), before) << row.name;
    }
}

TEST(PlacementCluster, CountsIdleCardsOfReadyNodesOnly) {
    OneNode site;
    site.cluster.add(nodeOf(8, 8, 2));
    EXPECT_EQ(site.cluster.idleMilli(), 6000);
    site.cluster.setReady(site.node, false);
    EXPECT_EQ(site.cluster.idleMilli(), 2000);
    const auto grant = site.grant(shareTask(1, 1, 300), 1);
    site.cluster.setReady(site.node, true);
    site.cluster.take(grant);
    site.cluster.setReady(site.node, false);
    site.cluster.give(grant);
    EXPECT_EQ(site.cluster.idleMilli(), 2000) << "what ends on a node that is away frees nothing";
    site.cluster.setReady(site.node, true);
    site.cluster.setReady(site.node, true);
    EXPECT_EQ(site.cluster.idleMilli(), 6000);
}

TEST(PlacementCluster, NamesEachChangedNodeOnce) {
    Cluster cluster;
    for (int i = 0; i < 4; ++i) cluster.add(nodeOf(8, 8));
    const auto seen = cluster.changes();
    EXPECT_THAT(changedSince(cluster, seen), testing::IsEmpty());
    const ShapeId shape = cluster.intern(hostTask(1, 1));
    cluster.take({shape, 2, 0});
    cluster.take({shape, 0, 0});
    cluster.take({shape, 2, 0});
    cluster.setReady(3, false);
    EXPECT_THAT(changedSince(cluster, seen), testing::UnorderedElementsAre(0, 2, 3));
    EXPECT_THAT(changedSince(cluster, cluster.changes() - 1), testing::ElementsAre(3));
}

TEST(PlacementCluster, SaysWhenAChangeIsTooLongAgo) {
    Cluster cluster;
    cluster.add(nodeOf(8, 8));
    const auto seen = cluster.changes();
    const auto fail = [](NodeIndex) { FAIL() << "nothing is to be visited"; };
    for (int i = 0; i < 100'000; ++i) cluster.touch(0);
    EXPECT_FALSE(cluster.visitChanged(seen, fail));
    EXPECT_THAT(changedSince(cluster, cluster.changes() - 100), testing::ElementsAre(0));
}

TEST(PlacementCluster, ForgetsTheOrderOfChangesWhenItGrows) {
    Cluster cluster;
    for (int i = 0; i < 1000; ++i) cluster.add(nodeOf(8, 8));
    const auto seen = cluster.changes();
    for (int i = 0; i < 1000; ++i) cluster.add(nodeOf(8, 8));
    EXPECT_FALSE(cluster.visitChanged(seen, [](NodeIndex) {}));
    cluster.touch(7);
    EXPECT_THAT(changedSince(cluster, cluster.changes() - 1), testing::ElementsAre(7));
}

TEST(PlacementCluster, GivesEveryStateOfANodeItsOwnVersion) {
    OneNode site;
    std::set<std::uint32_t> versions{site.cluster.outline(site.node).version};
    const auto grant = site.grant(hostTask(1, 1));
    for (int i = 0; i < 10; ++i) {
        site.cluster.take(grant);
        EXPECT_TRUE(versions.insert(site.cluster.outline(site.node).version).second);
        site.cluster.give(grant);
        EXPECT_TRUE(versions.insert(site.cluster.outline(site.node).version).second);
    }
}

TEST(PlacementOutline, PassesOverOnlyWhatHasNoRoom) {
    OneNode site(nodeOf(16, 64, 2));
    site.cluster.take(site.grant(shareTask(4, 8, 400), 0b01));
    const auto& outline = site.cluster.outline(site.node);
    EXPECT_TRUE(outline.mayHold(wholeTask(12, 56, 1)));
    EXPECT_FALSE(outline.mayHold(wholeTask(13, 8, 1)));
    EXPECT_FALSE(outline.mayHold(wholeTask(1, 57, 1)));
    EXPECT_FALSE(outline.mayHold(wholeTask(1, 1, 2)));
    EXPECT_TRUE(outline.mayHold(shareTask(1, 1, 999)));
    site.cluster.take(site.grant(wholeTask(1, 1, 1), 0b10));
    EXPECT_TRUE(site.cluster.outline(site.node).mayHold(shareTask(1, 1, 600)));
    EXPECT_FALSE(site.cluster.outline(site.node).mayHold(shareTask(1, 1, 601)));
    site.cluster.setReady(site.node, false);
    EXPECT_FALSE(site.cluster.outline(site.node).mayHold(hostTask(1, 1)));
}

TEST(PlacementTrial, IsUndoneUnlessKept) {
    OneNode site;
    const NodeRoom empty = site.room();
    {
        const Trial trial(site.cluster);
        site.cluster.take(site.grant(wholeTask(2, 2, 3), 0b0111));
        site.cluster.take(site.grant(shareTask(2, 2, 300), 0b1000));
        EXPECT_NE(site.room(), empty);
    }
    EXPECT_EQ(site.room(), empty);
    EXPECT_EQ(site.cluster.idleMilli(), 4000);
    {
        Trial trial(site.cluster);
        site.cluster.take(site.grant(hostTask(2, 2)));
        trial.keep();
    }
    EXPECT_EQ(site.room().cpu, 14'000);
}

TEST(PlacementTrial, TakesBackReleasesToo) {
    OneNode site;
    const auto running = site.grant(wholeTask(8, 8, 4), 0b1111);
    site.cluster.take(running);
    const NodeRoom before = site.room();
    {
        const Trial evictionTrial(site.cluster);
        site.cluster.give(running);
        site.cluster.take(site.grant(wholeTask(1, 1, 2), 0b0011));
    }
    EXPECT_EQ(site.room(), before);
}

TEST(PlacementTrial, KeepsNothingOfAnInnerTrialWhenTheOuterOneFails) {
    OneNode site;
    const NodeRoom empty = site.room();
    {
        const Trial outer(site.cluster);
        site.cluster.take(site.grant(hostTask(1, 1)));
        {
            Trial inner(site.cluster);
            site.cluster.take(site.grant(hostTask(2, 2)));
            inner.keep();
        }
        {
            const Trial inner(site.cluster);
            site.cluster.take(site.grant(hostTask(4, 4)));
        }
        EXPECT_EQ(site.room().cpu, 13'000);
    }
    EXPECT_EQ(site.room(), empty);
}

TEST(PlacementTrial, LeavesACopyAlone) {
    OneNode site;
    const auto grant = site.grant(hostTask(5, 5));
    Cluster copy = site.cluster;
    copy.take(grant);
    EXPECT_EQ(site.room().cpu, 16'000);
    EXPECT_EQ(copy.room(site.node).cpu, 11'000);
}

}  // namespace ph::placement::test
