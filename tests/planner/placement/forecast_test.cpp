#include "planner/placement/builders.h"

#include <gtest/gtest.h>

namespace ph::placement::test {

namespace {

/// A mix and the classes of nodes that meet it.
struct Weather {
    Catalogue catalogue;
    Demand demand;
    FillForecast forecast;

    explicit Weather(const std::vector<std::pair<JobShape, int>>& tasks) {
        for (const auto& [shape, times] : tasks)
            for (int i = 0; i < times; ++i) demand.arrived(catalogue.intern(shape));
    }
    /// Compute milli that stay idle, after `taken` were taken from an empty node.
    double idle(const NodeClass& kind, const std::vector<std::pair<JobShape, CardMask>>& taken = {}) {
        const ClassId id = catalogue.intern(kind);
        if (m_stale) forecast.rebuild(demand.publish(catalogue), catalogue);
        m_stale = false;
        NodeRoom room = emptyRoom(kind);
        for (const auto& [shape, cards] : taken) take(shape, cards, kind, room);
        return static_cast<double>(forecast.idle(id, room, catalogue)) / FillForecast::kStreams;
    }

private:
    bool m_stale = true;
};

}  // namespace

TEST(PlacementForecast, SaysNothingWhileNoMixIsKnown) {
    Weather weather({});
    EXPECT_EQ(weather.idle(nodeOf(8, 8, 2)), 0);
}

TEST(PlacementForecast, LeavesNothingIdleWhereEverythingCanBeUsed) {
    Weather weather({{wholeTask(1, 1, 1), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 4)), 0);
}

TEST(PlacementForecast, LosesTheCardsForWhichThereIsNoCpu) {
    Weather weather({{wholeTask(8, 1, 1), 10}});
    EXPECT_EQ(weather.idle(nodeOf(32, 64, 4)), 0);
    EXPECT_EQ(weather.idle(nodeOf(24, 64, 4)), 1000);
    EXPECT_EQ(weather.idle(nodeOf(7, 64, 4)), 4000);
}

TEST(PlacementForecast, LosesTheCardsForWhichThereIsNoMemory) {
    Weather weather({{wholeTask(1, 32, 1), 10}});
    EXPECT_EQ(weather.idle(nodeOf(32, 64, 4)), 2000);
}

TEST(PlacementForecast, LosesTheRestOfACardThatNoShareFills) {
    Weather weather({{shareTask(1, 1, 400), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 1)), 200);
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 1), {{shareTask(1, 1, 300), 1}}), 300) << "one more fits into 700";
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 1), {{shareTask(1, 1, 601), 1}}), 399) << "none fits into 399";
}

TEST(PlacementForecast, PutsSharesOnTheFullestCardThatHoldsThem) {
    Weather weather({{shareTask(1, 1, 500), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 2), {{shareTask(1, 1, 500), 1}}), 0);
}

TEST(PlacementForecast, LooksFurtherThanOneTask) {
    // The next task fits in either state, but only one of them can be filled.
    Weather weather({{wholeTask(8, 1, 1), 10}});
    const auto kind = nodeOf(32, 64, 4);
    EXPECT_EQ(weather.idle(kind, {{hostTask(8, 1), 0}}), 1000);
    EXPECT_EQ(weather.idle(kind, {{hostTask(16, 1), 0}}), 2000);
}

TEST(PlacementForecast, CountsOnlyTasksThatMayRunThere) {
    Weather weather({{wholeTask(1, 1, 1, {"A100"}), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 2, "T4")), 2000);
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 2, "A100")), 0);
    NodeClass tainted = nodeOf(16, 64, 2, "A100");
    tainted.taints = {"maintenance"};
    EXPECT_EQ(weather.idle(tainted), 2000);
}

TEST(PlacementForecast, TellsCardsOfAMixedNodeApart) {
    Weather weather({{wholeTask(1, 1, 1, {"A100"}), 10}});
    NodeClass mixed = nodeOf(16, 64, 2, "T4");
    mixed.cards.insert(mixed.cards.begin(), {"A100", 40 * 1024});
    EXPECT_EQ(weather.idle(mixed), 2000);
    EXPECT_EQ(weather.idle(mixed, {{wholeTask(1, 1, 1), 0b001}}), 2000);
    EXPECT_EQ(weather.idle(mixed, {{wholeTask(1, 1, 1), 0b010}}), 1000);
}

TEST(PlacementForecast, CountsAShareByItsMemoryWhereThatIsMore) {
    Weather weather({{shareTask(1, 1, 100, 8 * 1024), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 1)), 0) << "two of them fill the memory of the card";
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 1), {{shareTask(1, 1, 100, 12 * 1024), 1}}), 900);
}

TEST(PlacementForecast, LeavesTasksWithoutCardsOut) {
    Weather weather({{hostTask(16, 64), 1000}, {wholeTask(1, 1, 1), 10}});
    EXPECT_EQ(weather.idle(nodeOf(16, 64, 4)), 0);
}

TEST(PlacementForecast, IsTheSameForCardsInAnyOrder) {
    Weather weather({{shareTask(2, 4, 400), 10}, {shareTask(3, 4, 250), 10}, {wholeTask(4, 8, 1), 5}});
    const auto kind = nodeOf(16, 64, 4);
    const auto small = shareTask(1, 1, 300);
    const auto large = shareTask(1, 1, 700);
    const double one = weather.idle(kind, {{small, 0b0001}, {large, 0b1000}});
    EXPECT_EQ(weather.idle(kind, {{large, 0b0010}, {small, 0b0100}}), one);
    EXPECT_EQ(weather.idle(kind, {{large, 0b0001}, {small, 0b1000}}), one);
}

TEST(PlacementForecast, RemembersWithoutChangingItsMind) {
    const std::vector<std::pair<JobShape, int>> tasks{
        {shareTask(2, 4, 400), 10}, {shareTask(3, 4, 270), 7}, {wholeTask(9, 8, 1), 5}, {wholeTask(30, 64, 4), 1}};
    Weather weather(tasks);
    std::mt19937 random(7);
    const auto kind = nodeOf(32, 128, 4);
    for (int i = 0; i < 300; ++i) {
        std::vector<std::pair<JobShape, CardMask>> taken{{hostTask(static_cast<int>(random() % 28), 1), 0}};
        for (int card = 0; card < 4; ++card)
            taken.emplace_back(shareTask(1, 1, 1 + static_cast<int>(random() % 999)), CardMask{1} << card);
        const double first = weather.idle(kind, taken);
        Weather fresh(tasks);
        EXPECT_EQ(fresh.idle(kind, taken), first);
        EXPECT_EQ(weather.idle(kind, taken), first);
        EXPECT_GE(first, 0);
        EXPECT_LE(first, 4000);
    }
}

TEST(PlacementForecast, TakesMixesOfManyOddShares) {
    std::vector<std::pair<JobShape, int>> tasks;
    for (int milli = 97; milli < 1000; milli += 13) tasks.emplace_back(shareTask(1, 1, milli), 3);
    Weather weather(tasks);
    const double empty = weather.idle(nodeOf(64, 256, 8));
    EXPECT_GE(empty, 0);
    EXPECT_LT(empty, 1000);
    EXPECT_EQ(weather.idle(nodeOf(64, 256, 1), {{shareTask(1, 1, 904), 1}}), 96);
}

}  // namespace ph::placement::test
