#include "planner/placement/builders.h"

#include <gtest/gtest.h>

namespace ph::placement::test {

TEST(PlacementRoom, FitsCardsByCountOrByTheEmptiestCard) {
    const NodeClass kind = nodeOf(16, 64, 3);
    NodeRoom room = emptyRoom(kind);
    take(shareTask(0, 0, 600), 0b001, kind, room);
    take(shareTask(0, 0, 300, 12 * 1024), 0b010, kind, room);
    struct Row {
        std::string name;
        CardDemand demand;
        CardMask allowed;
        bool fits;
    };
    const std::vector<Row> rows{
        {"none asked for", {}, 0, true},
        {"one whole", {1, 1000, 0, {}}, 0b111, true},
        {"two whole", {2, 1000, 0, {}}, 0b111, false},
        {"a whole one that is not allowed", {1, 1000, 0, {}}, 0b011, false},
        {"a share of the whole card", {1, 999, 0, {}}, 0b111, true},
        {"what the first has left", {1, 400, 0, {}}, 0b001, true},
        {"more than the first has left", {1, 401, 0, {}}, 0b001, false},
        {"compute but not memory", {1, 700, 0, {}}, 0b010, false},
        {"little memory of the second", {1, 700, 4 * 1024, {}}, 0b010, true},
    };
    for (const auto& row : rows) EXPECT_EQ(cardsFit(row.demand, row.allowed, kind, room), row.fits) << row.name;
}

TEST(PlacementRoom, ChoosesTheFirstWholeCards) {
    const NodeClass kind = nodeOf(16, 64, 4);
    const auto demand = [](int count) { return CardDemand{count, kWholeCard, 0, {}}; };
    NodeRoom room = emptyRoom(kind);
    take(wholeTask(0, 0, 1), 0b0010, kind, room);
    EXPECT_EQ(wholeCards(demand(2), 0b1111, kind, room), 0b0101u);
    EXPECT_EQ(wholeCards(demand(1), 0b1000, kind, room), 0b1000u);
    EXPECT_EQ(wholeCards(demand(0), 0b1111, kind, room), 0u);
}

TEST(PlacementRoom, ChoosesCardsThatMustBeOfAModelBeforeAny) {
    NodeClass kind = nodeOf(16, 64, 2, "A100");
    for (const auto& card : nodeOf(16, 64, 2, "T4").cards) kind.cards.push_back(card);
    NodeRoom room = emptyRoom(kind);
    const CardDemand mixed{2, kWholeCard, 0, {}, {{"T4", 1}}};
    ASSERT_TRUE(cardsFit(mixed, 0b1111, kind, room));
    EXPECT_EQ(wholeCards(mixed, 0b1111, kind, room), 0b0101u);
    const CardDemand tooMany{3, kWholeCard, 0, {}, {{"T4", 3}}};
    EXPECT_FALSE(cardsFit(tooMany, 0b1111, kind, room));
    take(wholeTask(0, 0, 2), 0b1100, kind, room);
    EXPECT_FALSE(cardsFit(mixed, 0b1111, kind, room)) << "two cards are free, but none of that model";
    JobShape shape = wholeTask(1, 1, 3);
    shape.cards = tooMany;
    Cluster cluster;
    cluster.add(kind);
    EXPECT_EQ(cluster.catalogue().match(cluster.intern(shape), 0).misfit, Misfit::Cards);
}

TEST(PlacementRoom, CountsTasksSideBySideByTheScarcestResource) {
    const NodeClass kind = nodeOf(32, 64, 8);
    const NodeRoom room = emptyRoom(kind);
    struct Row {
        std::string name;
        JobShape shape;
        int slots;
    };
    const std::vector<Row> rows{
        {"cards", wholeTask(1, 1, 2), 4},      {"CPU", wholeTask(15, 1, 2), 2},
        {"memory", wholeTask(1, 30, 2), 2},    {"all of it", wholeTask(32, 64, 8), 1},
        {"too large", wholeTask(33, 1, 2), 0}, {"too many", wholeTask(1, 1, 9), 0},
    };
    for (const auto& row : rows) EXPECT_EQ(slots(row.shape, 0xff, room), row.slots) << row.name;
    EXPECT_EQ(slots(wholeTask(1, 1, 2), 0b111, room), 1) << "only the allowed cards count";
}

TEST(PlacementRoom, GivesBackExactlyWhatWasTaken) {
    const NodeClass kind = nodeOf(32, 64, 2);
    const NodeRoom empty = emptyRoom(kind);
    for (const auto& [shape, cards] : std::vector<std::pair<JobShape, CardMask>>{{hostTask(3, 5), 0},
                                                                                 {wholeTask(3, 5, 2), 0b11},
                                                                                 {shareTask(3, 5, 1), 0b10},
                                                                                 {shareTask(3, 5, 999, 1), 0b01}}) {
        NodeRoom room = empty;
        take(shape, cards, kind, room);
        EXPECT_NE(room, empty);
        EXPECT_EQ(idleMilli(kind, room), 2000 - shape.cards.milli());
        give(shape, cards, kind, room);
        EXPECT_EQ(room, empty);
    }
}

}  // namespace ph::placement::test
