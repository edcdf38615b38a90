#include "http/connection_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::test {
namespace {

using namespace http;
using Id = ConnectionTable::Id;
using Stage = ConnectionTable::Stage;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ConnectionTableTest : public ::testing::Test {
protected:
    Id open(const std::string& network, Stage stage = Stage::Stranger) {
        const auto admission = table.admit(network);
        EXPECT_NE(admission.id, 0U) << network;
        table.advance(admission.id, stage);
        return admission.id;
    }

    ConnectionTable table{
        {.all = 12, .strangers = 9, .greeting = 6, .ofNetwork = 5, .strangersOfNetwork = 4, .greetingOfNetwork = 2}};
};

TEST_F(ConnectionTableTest, AHandshakeGoesForANewerOneOfItsNetwork) {
    const auto first = table.admit("a").id, second = table.admit("a").id;
    const auto third = table.admit("a");
    EXPECT_NE(third.id, 0U);
    EXPECT_THAT(third.pushedOut, ElementsAre(first));
    EXPECT_THAT(table.admit("a").pushedOut, ElementsAre(second));
    EXPECT_EQ(table.size(), 2U);
}

TEST_F(ConnectionTableTest, TheNetworkWithTheMostHandshakesLosesOne) {
    table.admit("one");
    const auto first = table.admit("two").id;
    table.admit("two");
    for (const auto* other : {"three", "four", "five"}) EXPECT_THAT(table.admit(other).pushedOut, IsEmpty());
    EXPECT_THAT(table.admit("six").pushedOut, ElementsAre(first));
}

TEST_F(ConnectionTableTest, TheOldestStrangerOfANetworkGoesForItsNewest) {
    const auto first = open("a");
    for (int i = 0; i < 3; ++i) open("a");
    EXPECT_THAT(table.admit("a").pushedOut, ElementsAre(first));
    EXPECT_THAT(table.admit("b").pushedOut, IsEmpty());
}

TEST_F(ConnectionTableTest, TheNetworkWithTheMostStrangersLosesOne) {
    open("few");
    const auto first = open("many");
    for (int i = 0; i < 3; ++i) open("many");
    for (int i = 0; i < 3; ++i) open("some");
    open("few");
    EXPECT_THAT(table.admit("new").pushedOut, ElementsAre(first));
    EXPECT_EQ(table.size(), 9U) << "the rest is kept for the known";
}

TEST_F(ConnectionTableTest, TheKnownAreNeverPushedOut) {
    std::vector<Id> known;
    for (int i = 0; i < 12; ++i) known.push_back(open(fmt::format("n{}", i % 4), Stage::Known));
    const auto refused = table.admit("new");
    EXPECT_EQ(refused.id, 0U);
    EXPECT_THAT(refused.pushedOut, IsEmpty());
    table.remove(known.front());
    EXPECT_NE(table.admit("new").id, 0U);
}

TEST_F(ConnectionTableTest, StrangersLeaveRoomForTheKnown) {
    for (int i = 0; i < 100; ++i) table.advance(table.admit(fmt::format("n{}", i)).id, Stage::Stranger);
    EXPECT_EQ(table.size(), 9U);
    for (int i = 0; i < 9; ++i) open(fmt::format("known {}", i), Stage::Known);
    EXPECT_EQ(table.size(), 12U) << "the known took strangers' places";
    for (int i = 0; i < 3; ++i) open(fmt::format("more {}", i), Stage::Known);
    EXPECT_EQ(table.admit("too many").id, 0U);
}

TEST_F(ConnectionTableTest, ANetworkOfTheKnownIsBoundedToo) {
    std::vector<Id> known;
    for (int i = 0; i < 5; ++i) known.push_back(open("a", Stage::Known));
    EXPECT_EQ(table.admit("a").id, 0U);
    EXPECT_NE(table.admit("b").id, 0U);
    table.remove(known.back());
    const auto stranger = table.admit("a").id;
    EXPECT_NE(stranger, 0U);
    EXPECT_THAT(table.admit("a").pushedOut, ElementsAre(stranger)) << "before the known";
}

TEST_F(ConnectionTableTest, WhatWasPushedOutCountsNoLonger) {
    const auto first = table.admit("a").id;
    table.admit("a");
    EXPECT_THAT(table.admit("a").pushedOut, ElementsAre(first));
    table.advance(first, Stage::Known);
    table.remove(first);
    EXPECT_EQ(table.size(), 2U);
}

TEST(ConnectionTableBounds, AreSharesOfTheWhole) {
    const auto bounds = ConnectionTable::Bounds::sharesOf(4096);
    const ConnectionTable::Bounds usual;
    EXPECT_EQ(bounds.all, usual.all);
    EXPECT_EQ(bounds.strangers, usual.strangers);
    EXPECT_EQ(bounds.greeting, usual.greeting);
    EXPECT_EQ(bounds.ofNetwork, usual.ofNetwork);
    EXPECT_EQ(bounds.strangersOfNetwork, usual.strangersOfNetwork);
    EXPECT_EQ(bounds.greetingOfNetwork, usual.greetingOfNetwork);
    EXPECT_EQ(ConnectionTable::Bounds::sharesOf(2).greetingOfNetwork, 1U);
}

}  // namespace
}  // namespace ph::test
