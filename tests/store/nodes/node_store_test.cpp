#include "store/store_fixture.h"

namespace ph::test {

namespace {

class NodeStoreTest : public StoreTest {};

TEST_F(NodeStoreTest, ANodeIsKeptByNameWithItsLabelsAndCordon) {
    StoredNode node{NodeId::random(random), "n1", false, {{"zone", "a"}}};
    const auto put = [&] { write([&](Transaction& tx) { return tx.nodes().put(node); }); };
    const auto find = [&] { return seen([](Transaction& tx) { return tx.nodes().findByName("n1"); }); };
    EXPECT_FALSE(find());
    put();
    EXPECT_EQ(find()->id, node.id);
    EXPECT_EQ(find()->labels, node.labels);
    node.cordoned = true;
    node.labels["zone"] = "b";
    put();
    EXPECT_TRUE(find()->cordoned);
    EXPECT_EQ(find()->labels.at("zone"), "b");
    EXPECT_EQ(seen([](Transaction& tx) { return tx.nodes().all(); }).size(), 1u);
}

TEST_F(NodeStoreTest, TwoNodesOfOneNameAreRefused) {
    const StoredNode one{NodeId::random(random), "n1", false, {}}, two{NodeId::random(random), "n1", false, {}};
    write([&](Transaction& tx) { return tx.nodes().put(one); });
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.nodes().put(two); }));
}

}  // namespace

}  // namespace ph::test
