#include "planner/placement/topology.h"

#include "planner/placement/builders.h"

#include <gmock/gmock.h>

namespace ph::placement::test {

using testing::ElementsAre;

namespace {

using Labels = std::map<std::string, std::string>;

Labels at(const std::string& block, const std::string& rack) {
    return {{"block", block}, {"rack", rack}};
}

}  // namespace

TEST(Topology, TellsRacksOfOneNameInTwoBlocksApart) {
    Topology topology;
    topology.setLevels({"block", "rack"});
    topology.place(0, at("north", "1"));
    topology.place(1, at("south", "1"));
    topology.place(2, at("north", "1"));
    EXPECT_EQ(topology.domain(0, 1), topology.domain(2, 1));
    EXPECT_NE(topology.domain(0, 1), topology.domain(1, 1));
    EXPECT_THAT(topology.nodes(topology.domain(0, 1)), ElementsAre(0u, 2u));
    EXPECT_EQ(topology.domains(0).size(), 2u);
    EXPECT_EQ(topology.name(topology.domain(1, 0)), "south");
}

TEST(Topology, ANodeWithoutTheLabelIsInNoDomainOfThatLevel) {
    Topology topology;
    topology.setLevels({"block", "rack"});
    topology.place(0, {{"rack", "7"}});
    EXPECT_EQ(topology.domain(0, 0), kNoDomain);
    EXPECT_NE(topology.domain(0, 1), kNoDomain);
    EXPECT_EQ(topology.domain(0, 5), kNoDomain);
    EXPECT_EQ(topology.domain(9, 0), kNoDomain);
    EXPECT_TRUE(topology.domains(5).empty());
}

TEST(Topology, MovesANodeWhoseLabelsChanged) {
    Topology topology;
    topology.setLevels({"rack"});
    topology.place(0, {{"rack", "a"}});
    const DomainId old = topology.domain(0, 0);
    topology.place(0, {{"rack", "b"}});
    EXPECT_TRUE(topology.nodes(old).empty());
    EXPECT_THAT(topology.nodes(topology.domain(0, 0)), ElementsAre(0u));
}

TEST(Topology, OrdersNodesAlongTheTree) {
    Topology topology;
    topology.setLevels({"block", "rack"});
    topology.place(0, at("n", "1"));
    topology.place(1, at("s", "1"));
    topology.place(2, at("n", "2"));
    topology.place(3, at("n", "1"));
    std::vector<NodeIndex> nodes{5, 1, 2, 3, 0};
    std::sort(nodes.begin(), nodes.end(), [&](NodeIndex a, NodeIndex b) { return topology.before(a, b); });
    EXPECT_THAT(nodes, ElementsAre(0u, 3u, 2u, 1u, 5u));
}

TEST(Topology, RefusesMoreLevelsThanItKnows) {
    Topology topology;
    EXPECT_THROW(topology.setLevels(std::vector<std::string>(Topology::kMostLevels + 1, "x")), std::length_error);
}

TEST(PlacerInDomains, TakesTheDomainThatIsLeftFullest) {
    Placer placer;
    placer.cluster().topology().setLevels({"rack"});
    for (NodeIndex node = 0; node < 5; ++node) {
        placer.cluster().add(nodeOf(16, 64, 2));
        placer.cluster().topology().place(node, {{"rack", node < 3 ? "large" : "small"}});
    }
    const ShapeId shape = placer.cluster().intern(wholeTask(1, 1, 2));
    const auto two = placer.placeGangIn(0, shape, 2);
    ASSERT_TRUE(two);
    for (const auto& grant : *two) EXPECT_GE(grant.node, 3u);
    EXPECT_FALSE(placer.placeGangIn(0, shape, 4)) << "no rack has four nodes";
    const auto three = placer.placeGangIn(0, shape, 3);
    ASSERT_TRUE(three);
    for (const auto& grant : *three) EXPECT_LT(grant.node, 3u);
}

TEST(PlacerInDomains, AGangThatFindsNoRoomLeavesNoTrace) {
    Placer placer;
    for (int i = 0; i < 3; ++i) placer.cluster().add(nodeOf(16, 64, 2));
    const ShapeId shape = placer.cluster().intern(wholeTask(1, 1, 2));
    const auto before = roomsOf(placer.cluster());
    EXPECT_FALSE(placer.placeGangOn({0, 2}, shape, 3));
    EXPECT_EQ(roomsOf(placer.cluster()), before);
    EXPECT_FALSE(placer.placeGangIn(0, shape, 1)) << "there are no domains";
}

TEST(Places, CountWhatPlacingOneByOneFinds) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Site site;
        RandomHistory history(site, seed);
        for (int i = 0; i < 120; ++i) history.step();
        const auto& cluster = site.placer.cluster();
        for (const ShapeId id : site.shapes) {
            int counted = 0;
            for (NodeIndex node = 0; node < cluster.size(); ++node) {
                const auto& match = cluster.catalogue().match(id, cluster.outline(node).kind);
                if (match.eligible())
                    counted += places(cluster.catalogue().shape(id), match.cards, cluster.classOf(node),
                                      cluster.room(node), 1000);
            }
            const Trial trial(site.placer.cluster());
            EXPECT_EQ(static_cast<int>(site.placer.placeUpTo(id, 1000).size()), std::min(counted, 1000));
        }
    }
}

}  // namespace ph::placement::test
