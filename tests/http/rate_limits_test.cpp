#include "http/rate_limits.h"

#include "support/manual_clock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ph::test {
namespace {

using namespace http;
using namespace std::chrono_literals;

class RateLimitsTest : public ::testing::Test {
protected:
    static Rates rates() { return {{1, 3}, {1, 5}, {0.5, 2}, {10, 10}}; }
    int connectionsOf(const std::string& network) {
        int count = 0;
        while (count < 1000 && limits.mayConnect(network)) ++count;
        return count;
    }
    int requestsOf(const std::string& network) {
        int count = 0;
        while (count < 1000 && !limits.strangerAsks(network)) ++count;
        return count;
    }

    ManualClock clock;
    RateLimits limits{rates(), clock};
};

TEST_F(RateLimitsTest, EachNetworkHasItsOwnShare) {
    EXPECT_EQ(connectionsOf("192.0.2.1"), 3);
    EXPECT_EQ(connectionsOf("192.0.2.2"), 2) << "and all strangers together have theirs";
    EXPECT_EQ(requestsOf("192.0.2.1"), 2);
    EXPECT_EQ(requestsOf("192.0.2.2"), 2);
}

TEST_F(RateLimitsTest, SaysHowLongToWaitInWholeSeconds) {
    EXPECT_EQ(requestsOf("192.0.2.1"), 2);
    EXPECT_EQ(limits.strangerAsks("192.0.2.1"), 2s);
    clock.advance(1500ms);
    EXPECT_EQ(limits.strangerAsks("192.0.2.1"), 1s);
    clock.advance(500ms);
    EXPECT_FALSE(limits.strangerAsks("192.0.2.1"));
}

TEST_F(RateLimitsTest, StrangersCannotKeepOutANetworkThatIsKnown) {
    limits.proved("192.0.2.9", "token", false);
    for (int i = 0; i < 100; ++i) connectionsOf(fmt::format("198.51.100.{}", i));
    EXPECT_FALSE(limits.mayConnect("203.0.113.1")) << "a new stranger waits";
    EXPECT_EQ(connectionsOf("192.0.2.9"), 3 * Rates::kKnownRoom);
}

TEST_F(RateLimitsTest, AKnownNetworkIsNotForgottenForStrangers) {
    limits.proved("192.0.2.9", "token", false);
    for (std::size_t i = 0; i < 3 * RateLimits::kMostNetworks; ++i) limits.strangerAsks(fmt::format("n{}", i));
    EXPECT_EQ(limits.networks(), RateLimits::kMostNetworks + 1);
    EXPECT_EQ(connectionsOf("192.0.2.9"), 3 * Rates::kKnownRoom);
}

TEST_F(RateLimitsTest, AValidTokenDoesNotCountAgainstItsNetwork) {
    for (int i = 0; i < 100; ++i) {
        ASSERT_FALSE(limits.strangerAsks("192.0.2.1"));
        limits.proved("192.0.2.1", fmt::format("token {}", i), false);
    }
    EXPECT_EQ(requestsOf("192.0.2.1"), 2 * Rates::kKnownRoom);
}

TEST_F(RateLimitsTest, EachTokenHasItsOwnShare) {
    limits.proved("192.0.2.1", "a", false);
    for (int i = 0; i < 9; ++i) EXPECT_FALSE(limits.tokenAsks("a"));
    EXPECT_EQ(limits.tokenAsks("a"), 1s);
    EXPECT_FALSE(limits.tokenAsks("b"));
    clock.advance(100ms);
    EXPECT_FALSE(limits.tokenAsks("a"));
}

TEST_F(RateLimitsTest, ANetworkIsKnownByATokenThatWasKnownBefore) {
    limits.proved("192.0.2.1", "a", false);
    limits.proved("192.0.2.2", "a", true);
    EXPECT_EQ(connectionsOf("192.0.2.2"), 3 * Rates::kKnownRoom);
}

TEST_F(RateLimitsTest, ATokenThatWasTakenBackIsAStrangersAgain) {
    EXPECT_FALSE(limits.knowsToken("a"));
    limits.proved("192.0.2.1", "a", false);
    EXPECT_TRUE(limits.knowsToken("a"));
    limits.forgetToken("a");
    EXPECT_FALSE(limits.knowsToken("a"));
}

TEST_F(RateLimitsTest, RemembersABoundedNumberOfTokens) {
    for (std::size_t i = 0; i < 2 * RateLimits::kMostTokens; ++i)
        limits.proved("192.0.2.1", fmt::format("t{}", i), false);
    EXPECT_EQ(limits.tokens(), RateLimits::kMostTokens);
    EXPECT_EQ(limits.networks(), 1U);
}

/// One workstation's heaviest honest load: 64 connections of one token, 11,000 requests a second.
TEST(RateLimitsByDefault, DoNotGetInTheWayOfAnHonestLoad) {
    ManualClock clock;
    RateLimits limits(Rates{}, clock);
    for (int i = 0; i < 64; ++i) ASSERT_TRUE(limits.mayConnect("127.0.0.1"));
    ASSERT_FALSE(limits.strangerAsks("127.0.0.1"));
    limits.proved("127.0.0.1", "token", false);
    for (int second = 0; second < 10; ++second)
        for (int i = 0; i < 11'000; ++i) {
            ASSERT_FALSE(limits.tokenAsks("token"));
            if (i % 11 == 0) clock.advance(1ms);
        }
}

}  // namespace
}  // namespace ph::test
