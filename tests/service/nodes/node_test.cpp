#include "service/site.h"

namespace ph::test {
namespace {

TEST(Nodes, AreListedWithThePositionOfTheLog) {
    Site site;
    site.submit(site["uma"], trueJob());
    const auto page = site.run(site.nodes->list(site["bob"])).value();
    ASSERT_EQ(page.items.size(), 1U);
    EXPECT_EQ(page.items[0].name, "here");
    EXPECT_EQ(page.position, site.database->head());
}

TEST(Nodes, SamplesAreBoundedAndOfKnownNodes) {
    Site site;
    EXPECT_EQ(site.run(site.nodes->samples(site["bob"], site.nodeView.node.id, 2))->size(), 2U);
    EXPECT_EQ(site.run(site.nodes->samples(site["bob"], site.nodeView.node.id, 0))->size(), 1U);
    EXPECT_EQ(site.run(site.nodes->samples(site["bob"], site.nodeView.node.id, 1U << 30))->size(), 3U);
    EXPECT_EQ(outcome(site.run(site.nodes->samples(site["bob"], NodeId::random(site.random), 2))), "node-not-found");
}

}  // namespace
}  // namespace ph::test
