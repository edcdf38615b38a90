#include "planner/queues/queue_tree.h"

#include "planner/queues/fading.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

TEST(QueueTree, FadesTheSameInManySmallStepsAsInOne) {
    auto often = site();
    auto once = site();
    for (auto* tree : {&often, &once}) {
        tree->add({});
        tree->add({});
        tree->charge(0, cards(10));
        tree->charge(1, cards(1));
        tree->advance(kWeek);
    }
    // Something ends every ten seconds for a week.
    for (int second = 10; second <= 604'800; second += 10) {
        often.advance(kWeek + std::chrono::seconds(second));
        often.charge(0, {1});
        often.refund(0, {1});
    }
    once.advance(2 * kWeek);
    EXPECT_NEAR(static_cast<double>(often.rank(0).share), static_cast<double>(once.rank(0).share),
                static_cast<double>(once.rank(0).share) / 100);
}

TEST(QueueTree, WhatIsHeldForHalfALifeCountsHalfHoweverOftenItIsLookedAt) {
    auto tree = site();
    const auto queue = tree.add({});
    tree.charge(queue, cards(1));
    for (int second = 1; second <= 604'800; second += 3) {
        tree.advance(std::chrono::seconds(second));
        tree.rank(queue);
    }
    tree.refund(queue, cards(1));
    const auto full = [&] {
        auto other = site();
        other.add({});
        other.charge(0, cards(1));
        return other.rank(0).share;
    }();
    // Half of what is counted is held now, the other half lately: of one card for one half-life that is a half.
    EXPECT_NEAR(static_cast<double>(tree.rank(queue).share), static_cast<double>(full) / 2,
                static_cast<double>(full) / 50);
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

TEST(QueueTree, ChangesWeightGuaranteeAndLimitOfAQueue) {
    auto tree = site();
    const auto first = tree.add({});
    const auto second = tree.add({});
    tree.open(first);
    tree.open(second);
    tree.charge(first, cards(4));
    tree.charge(second, cards(3));
    EXPECT_EQ(tree.turn(), second);
    const auto before = tree.changes();
    tree.change(first, weighing(2));
    EXPECT_NE(tree.changes(), before);
    EXPECT_EQ(tree.turn(), first);
    tree.change(second, limited(cards(3)));
    EXPECT_TRUE(tree.obstacle(second, cards(1)));
}

namespace {

/// Whose turn it is by looking at everybody.
std::optional<QueueIndex> turnByScan(QueueTree& tree, const std::vector<bool>& open) {
    const auto anyOpen = [&](auto&& self, QueueIndex queue) -> bool {
        bool leaf = true;
        for (QueueIndex child = 0; child < tree.size(); ++child) {
            if (tree.spec(child).parent != queue) continue;
            leaf = false;
            if (self(self, child)) return true;
        }
        return leaf && open[queue];
    };
    std::optional<QueueIndex> at;
    for (;;) {
        std::optional<QueueTree::Rank> best;
        bool leaf = true;
        for (QueueIndex queue = 0; queue < tree.size(); ++queue) {
            if (tree.spec(queue).parent != at) continue;
            leaf = false;
            if (anyOpen(anyOpen, queue) && (!best || tree.rank(queue) < *best)) best = tree.rank(queue);
        }
        if (leaf) return at;
        if (!best) return std::nullopt;
        at = best->queue;
    }
}

}  // namespace

TEST(QueueTree, FindsWhoseTurnItIsAsAScanOfAllDoes) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        std::mt19937 random(seed);
        QueueTree tree({100'000, 0, 0, 100'000}, kWeek);
        constexpr QueueIndex kTops = 5;
        constexpr QueueIndex kAll = 40;
        for (QueueIndex i = 0; i < kAll; ++i) {
            QueueSpec spec = random() % 3 == 0 ? guaranteed(cards(1 + random() % 5)) : weighing(1 + random() % 4);
            if (i >= kTops) spec.parent = random() % (kTops - 1);  // one top has no children
            tree.add(spec);
        }
        std::vector<bool> open(kAll);
        std::vector<int> held(kAll);
        auto now = 0s;
        for (int i = 0; i < 3000; ++i) {
            const QueueIndex leaf = kTops - 1 + random() % (kAll - kTops + 1);
            switch (random() % 6) {
                case 0:
                    tree.advance(now += std::chrono::seconds(random() % 90'000));
                    break;
                case 1:
                    tree.open(leaf);
                    open[leaf] = true;
                    break;
                case 2:
                    tree.close(leaf);
                    open[leaf] = false;
                    break;
                case 3:
                    if (held[leaf] > 0) tree.refund(leaf, cards(held[leaf]));
                    held[leaf] = 0;
                    break;
                default: {
                    const auto turn = tree.turn();
                    auto other = tree;
                    ASSERT_EQ(turn, turnByScan(other, open)) << "seed " << seed << ", step " << i;
                    if (!turn) break;
                    tree.charge(*turn, cards(1));
                    ++held[*turn];
                }
            }
        }
    }
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
