#include "planner/placement/builders.h"

#include <gtest/gtest.h>

namespace ph::placement::test {

namespace {

struct Market {
    Cluster cluster;
    Demand demand;
    Scarcity scarcity;

    void nodes(int count, const NodeClass& kind) {
        for (int i = 0; i < count; ++i) cluster.add(kind);
    }
    void arrive(const JobShape& shape, int times) {
        const ShapeId id = cluster.intern(shape);
        for (int i = 0; i < times; ++i) demand.arrived(id);
    }
    void open() { scarcity.rebuild(demand.publish(cluster.catalogue()), cluster); }

    /// What it costs to start `shape` on those cards of the node.
    std::int64_t cost(NodeIndex node, const JobShape& shape, CardMask cards) {
        scarcity.refresh(cluster);
        NodeRoom after = cluster.room(node);
        take(shape, cards, cluster.classOf(node), after);
        return scarcity.cost(cluster.outline(node).kind, cluster.room(node), after, cluster.catalogue());
    }
};

}  // namespace

TEST(PlacementScarcity, CostsNothingWithoutTasksOfSeveralCards) {
    Market market;
    market.nodes(2, nodeOf(96, 384, 8));
    market.arrive(wholeTask(8, 8, 1), 100);
    market.open();
    EXPECT_EQ(market.cost(0, wholeTask(8, 8, 1), 1), 0);
}

TEST(PlacementScarcity, CostsTheTaskThatFindsNoPlaceAnyMore) {
    Market market;
    market.nodes(4, nodeOf(96, 384, 8));
    market.arrive(wholeTask(64, 256, 8), 100);
    market.open();
    EXPECT_GE(market.cost(0, wholeTask(8, 8, 1), 1), 4000) << "as many are expected as there are places";
}

TEST(PlacementScarcity, CostsNothingWhilePlacesAbound) {
    Market market;
    market.nodes(100, nodeOf(96, 384, 8));
    market.arrive(wholeTask(64, 256, 8), 1);
    market.arrive(wholeTask(8, 8, 1), 1000);
    market.open();
    EXPECT_EQ(market.cost(0, wholeTask(8, 8, 1), 1), 0);
}

TEST(PlacementScarcity, CostsNothingWhereTheTaskCouldNotStartAnyway) {
    Market market;
    market.nodes(1, nodeOf(96, 384, 8));
    market.nodes(1, nodeOf(32, 384, 8));
    market.nodes(1, nodeOf(96, 384, 4));
    market.arrive(wholeTask(64, 256, 8), 100);
    market.open();
    EXPECT_GT(market.cost(0, wholeTask(1, 1, 1), 1), 0);
    EXPECT_EQ(market.cost(1, wholeTask(1, 1, 1), 1), 0) << "too little CPU";
    EXPECT_EQ(market.cost(2, wholeTask(1, 1, 1), 1), 0) << "too few cards";
    market.cluster.take({market.cluster.intern(wholeTask(1, 1, 1)), 0, 1});
    EXPECT_EQ(market.cost(0, wholeTask(1, 1, 1), 2), 0) << "broken up already";
}

TEST(PlacementScarcity, PricesHostResourcesThatALargeTaskNeedsToo) {
    Market market;
    market.nodes(1, nodeOf(96, 384, 8));
    market.arrive(wholeTask(90, 256, 8), 100);
    market.open();
    EXPECT_GT(market.cost(0, hostTask(7, 1), 0), 0);
    EXPECT_EQ(market.cost(0, hostTask(6, 1), 0), 0);
}

TEST(PlacementScarcity, LetsATaskUseTheLeastOfWhatWouldDo) {
    // Few can run the larger task, so the smaller one pays more for one of their places.
    Market market;
    market.nodes(1, nodeOf(128, 768, 8));
    market.nodes(60, nodeOf(96, 384, 8));
    market.arrive(wholeTask(120, 700, 8), 20);
    market.arrive(wholeTask(64, 256, 8), 100);
    market.arrive(wholeTask(8, 8, 1), 3000);
    market.open();
    EXPECT_GT(market.cost(0, wholeTask(64, 256, 8), 0xff), market.cost(1, wholeTask(64, 256, 8), 0xff));
}

TEST(PlacementScarcity, RisesAsPlacesAreUsedUpAndTouchesTheNodesThatCostMore) {
    Market market;
    market.nodes(30, nodeOf(96, 384, 8));
    market.arrive(wholeTask(64, 256, 8), 10);
    market.arrive(wholeTask(8, 8, 1), 300);
    market.open();
    const std::int64_t first = market.cost(29, wholeTask(8, 8, 1), 1);
    const ShapeId one = market.cluster.intern(wholeTask(8, 8, 1));
    for (NodeIndex node = 0; node < 24; ++node) market.cluster.take({one, node, 1});
    const auto version = market.cluster.outline(29).version;
    EXPECT_GT(market.cost(29, wholeTask(8, 8, 1), 1), first);
    EXPECT_NE(market.cluster.outline(29).version, version) << "whatever was computed for the node is outdated";
}

TEST(PlacementScarcity, CountsPlacesOfReadyNodesOnly) {
    Market market;
    market.nodes(40, nodeOf(96, 384, 8));
    market.arrive(wholeTask(64, 256, 8), 1);
    market.arrive(wholeTask(8, 8, 1), 40);
    market.open();
    EXPECT_EQ(market.cost(0, wholeTask(8, 8, 1), 1), 0);
    const ShapeId one = market.cluster.intern(wholeTask(8, 8, 1));
    for (NodeIndex node = 1; node < 38; ++node) market.cluster.take({one, node, 1});
    const std::int64_t some = market.cost(0, wholeTask(8, 8, 1), 1);
    market.cluster.setReady(38, false);
    market.cluster.setReady(39, false);
    EXPECT_GE(market.cost(0, wholeTask(8, 8, 1), 1), some);
    EXPECT_GT(market.cost(0, wholeTask(8, 8, 1), 1), 0);
}

}  // namespace ph::placement::test
