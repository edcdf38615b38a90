#include "planner/queues/queue_tree.h"

#include "planner/queues/fading.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ph::queues::test {

using namespace std::chrono_literals;

namespace {

constexpr auto kWeek = std::chrono::hours(168);

Amounts cards(std::int64_t count) {
    return {0, 0, 0, 1000 * count};
}

QueueSpec under(QueueIndex parent) {
    QueueSpec spec;
    spec.parent = parent;
    return spec;
}

QueueSpec weighing(std::int64_t weight) {
    QueueSpec spec;
    spec.weight = weight;
    return spec;
}

QueueSpec guaranteed(Amounts amounts) {
    QueueSpec spec;
    spec.guaranteed = std::move(amounts);
    return spec;
}

QueueSpec limited(Amounts amounts) {
    QueueSpec spec;
    spec.limit = std::move(amounts);
    return spec;
}

/// 100 cards and nothing else.
QueueTree site() {
    return {cards(100), kWeek};
}

}  // namespace

TEST(Fading, HalvesWithEachHalfLife) {
    EXPECT_EQ(faded(0s, kWeek), kFadeParts);
    EXPECT_EQ(faded(kWeek, kWeek), kFadeParts / 2);
    EXPECT_EQ(faded(3 * kWeek, kWeek), kFadeParts / 8);
    EXPECT_EQ(faded(40 * kWeek, kWeek), 0);
}

TEST(Fading, FollowsThePowerOfTwoToAMillionth) {
    for (int hour = 0; hour < 1000; hour += 7) {
        const double expected = std::exp2(-hour / 168.0);
        EXPECT_NEAR(static_cast<double>(faded(std::chrono::hours(hour), kWeek)) / kFadeParts, expected, 1e-6) << hour;
    }
}

TEST(QueueTree, GivesTheTurnToWhoHoldsLess) {
    auto tree = site();
    const auto a = tree.add({});
    const auto b = tree.add({});
    tree.open(a);
    tree.open(b);
    EXPECT_EQ(tree.turn(), a);
    tree.charge(a, cards(1));
    EXPECT_EQ(tree.turn(), b);
    tree.charge(b, cards(2));
    EXPECT_EQ(tree.turn(), a);
}

TEST(QueueTree, AWeightOfThreeGetsThreeTimesAsMuch) {
    auto tree = site();
    const auto light = tree.add({});
    const auto heavy = tree.add(weighing(3));
    tree.open(light);
    tree.open(heavy);
    for (int i = 0; i < 40; ++i) tree.charge(*tree.turn(), cards(1));
    EXPECT_EQ(at(tree.used(light), kCards), 10'000);
    EXPECT_EQ(at(tree.used(heavy), kCards), 30'000);
}

TEST(QueueTree, WhoIsBelowItsGuaranteeComesBeforeWhoBorrows) {
    auto tree = site();
    const auto safe = tree.add(guaranteed(cards(50)));
    const auto borrower = tree.add(weighing(1000));
    tree.open(safe);
    tree.open(borrower);
    tree.charge(safe, cards(49));
    tree.charge(borrower, cards(1));
    EXPECT_EQ(tree.turn(), safe);
    tree.charge(safe, cards(2));
    EXPECT_EQ(tree.turn(), borrower);
}

TEST(QueueTree, WhatWasHeldLatelyCountsAndFades) {
    auto tree = site();
    const auto greedy = tree.add({});
    const auto modest = tree.add({});
    tree.open(greedy);
    tree.open(modest);
    tree.charge(greedy, cards(80));
    tree.advance(kWeek);
    tree.refund(greedy, cards(80));
    tree.charge(modest, cards(10));
    EXPECT_EQ(tree.turn(), modest) << "80 cards for a week weigh more than 10 now";
    tree.advance(6 * kWeek);
    EXPECT_EQ(tree.turn(), greedy) << "five weeks later they are forgotten";
}

TEST(QueueTree, TurnsGoDownTheTree) {
    auto tree = site();
    const auto physics = tree.add({});
    const auto biology = tree.add({});
    const auto first = tree.add(under(physics));
    const auto second = tree.add(under(physics));
    const auto third = tree.add(under(biology));
    for (const auto leaf : {first, second, third}) tree.open(leaf);
    tree.charge(first, cards(10));
    EXPECT_EQ(tree.turn(), third) << "biology holds nothing, though second holds nothing either";
    tree.charge(third, cards(20));
    EXPECT_EQ(tree.turn(), second);
    tree.close(second);
    EXPECT_EQ(tree.turn(), first);
    for (const auto leaf : {first, third}) tree.close(leaf);
    EXPECT_EQ(tree.turn(), std::nullopt);
}

TEST(QueueTree, ALimitStandsForTheQueueAndForAllAboveIt) {
    auto tree = site();
    const auto organisation = tree.add(limited({-1, -1, -1, 8000}));
    QueueSpec small = limited({4000});
    small.parent = organisation;
    const auto user = tree.add(small);
    EXPECT_EQ(tree.obstacle(user, {4000, 0, 0, 8000}), std::nullopt);
    const auto own = tree.obstacle(user, {4001});
    ASSERT_TRUE(own);
    EXPECT_EQ(own->queue, user);
    EXPECT_EQ(own->dimension, kCpu);
    EXPECT_EQ(own->limit, 4000);
    tree.charge(user, cards(5));
    const auto above = tree.obstacle(user, cards(4));
    ASSERT_TRUE(above);
    EXPECT_EQ(above->queue, organisation);
    EXPECT_EQ(above->used, 5000);
}

TEST(QueueTree, AQueueOverItsLimitMayStillUseWhatItDoesNotLack) {
    auto tree = site();
    const auto queue = tree.add(limited({-1, -1, -1, 0}));
    tree.charge(queue, cards(1));
    EXPECT_EQ(tree.obstacle(queue, {1000}), std::nullopt);
    EXPECT_TRUE(tree.obstacle(queue, cards(1)));
}

TEST(QueueTree, TellsWhatIsBorrowed) {
    auto tree = site();
    const auto queue = tree.add(guaranteed({8000, 0, 0, 2000}));
    EXPECT_FALSE(tree.borrows(queue, {8000, 0, 0, 2000}));
    EXPECT_TRUE(tree.borrows(queue, {8000, 0, 0, 3000}));
    EXPECT_TRUE(tree.borrows(queue, {1000, 1}));
}

TEST(QueueTree, FollowsANewCapacity) {
    QueueTree tree({1000, 0, 0, 8000}, kWeek);
    const auto one = tree.add({});
    const auto two = tree.add({});
    tree.open(one);
    tree.open(two);
    tree.charge(one, {500, 0, 0, 0});
    tree.charge(two, {0, 0, 0, 1000});
    EXPECT_EQ(tree.turn(), two) << "half of the CPU against an eighth of the cards";
    tree.setCapacity({10'000, 0, 0, 8000});
    EXPECT_EQ(tree.turn(), one);
}

}  // namespace ph::queues::test
