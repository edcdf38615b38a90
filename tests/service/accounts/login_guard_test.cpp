#include "service/accounts/login_guard.h"

#include "support/manual_clock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class LoginGuardTest : public ::testing::Test {
protected:
    void fail(int times, const std::string& name = "uma", const std::string& from = "192.0.2.1") {
        for (int i = 0; i < times; ++i) ASSERT_FALSE(guard.tryNow(name, from)) << i;
    }
    ManualClock clock;
    LoginGuard guard{clock};
};

TEST_F(LoginGuardTest, FiveTriesAreFreeAndTheSixthWaits) {
    fail(5);
    EXPECT_EQ(guard.tryNow("uma", "192.0.2.1"), 1s);
}

TEST_F(LoginGuardTest, TheWaitDoublesUpToAMinute) {
    fail(5);
    for (const auto expected : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s, 60s}) {
        EXPECT_EQ(guard.tryNow("uma", "192.0.2.1"), expected);
        clock.advance(expected);
        EXPECT_FALSE(guard.tryNow("uma", "192.0.2.1"));
    }
}

TEST_F(LoginGuardTest, AskingWhileWaitingMakesNothingWorse) {
    fail(5);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(guard.tryNow("uma", "192.0.2.1"), 1s);
    clock.advance(1s);
    EXPECT_FALSE(guard.tryNow("uma", "192.0.2.1"));
}

TEST_F(LoginGuardTest, PartsOfASecondAreRoundedUp) {
    fail(5);
    clock.advance(999ms);
    EXPECT_EQ(guard.tryNow("uma", "192.0.2.1"), 1s);
}

TEST_F(LoginGuardTest, TheSameNameFromElsewhereAndOtherNamesFromHereAreFree) {
    fail(5);
    EXPECT_FALSE(guard.tryNow("uma", "192.0.2.2"));
    EXPECT_FALSE(guard.tryNow("ugo", "192.0.2.1"));
}

TEST_F(LoginGuardTest, ASuccessForgetsTheFailures) {
    fail(4);
    guard.succeeded("uma", "192.0.2.1");
    EXPECT_EQ(guard.size(), 0U);
    fail(5);
}

TEST_F(LoginGuardTest, WhatWasNotTriedForLongIsForgotten) {
    fail(5);
    clock.advance(16min);
    fail(5);
}

TEST_F(LoginGuardTest, OneNetworkCannotTryAllNamesAtOnce) {
    int tries = 0;
    while (tries < 1000 && !guard.tryNow(fmt::format("name{}", tries), "192.0.2.1")) ++tries;
    EXPECT_EQ(tries, 16);
    EXPECT_EQ(guard.tryNow("uma", "192.0.2.1"), 2s);
    EXPECT_FALSE(guard.tryNow("uma", "192.0.2.2")) << "who is tried is free from elsewhere";
    clock.advance(2s);
    EXPECT_FALSE(guard.tryNow("uma", "192.0.2.1"));
}

TEST_F(LoginGuardTest, ManyPeopleWhoKnowTheirPasswordsMayComeFromOnePlace) {
    for (int i = 0; i < 1000; ++i) {
        const auto name = fmt::format("name{}", i);
        ASSERT_FALSE(guard.tryNow(name, "192.0.2.1"));
        guard.succeeded(name, "192.0.2.1");
    }
}

TEST_F(LoginGuardTest, AddressesOfOneMachineCountTogether) {
    for (int i = 0; i < 5; ++i) ASSERT_FALSE(guard.tryNow("uma", fmt::format("2001:db8::{}", i)));
    EXPECT_EQ(guard.tryNow("uma", "2001:db8::77"), 1s);
    EXPECT_FALSE(guard.tryNow("uma", "2001:db8:0:1::77"));
}

TEST_F(LoginGuardTest, NeverHoldsMoreThanItsBound) {
    for (std::size_t i = 0; i < LoginGuard::kMost + 100; ++i) {
        guard.tryNow(fmt::format("name{}", i), fmt::format("host{}", i));
        clock.advance(1ms);
    }
    EXPECT_EQ(guard.size(), LoginGuard::kMost);
}

TEST_F(LoginGuardTest, ForgetsTheOldestFirstWhenItIsFull) {
    fail(5, "first");
    clock.advance(10ms);
    fail(5, "second");
    for (std::size_t i = 0; i < LoginGuard::kMost - 1; ++i)
        guard.tryNow(fmt::format("name{}", i), fmt::format("host{}", i));
    EXPECT_FALSE(guard.tryNow("first", "192.0.2.1")) << "forgotten, so free again";
}

TEST_F(LoginGuardTest, HugeNamesTakeNoHugeEntries) {
    const std::string name(100'000, 'x');
    fail(5, name);
    EXPECT_EQ(guard.tryNow(name.substr(0, 64), "192.0.2.1"), 1s);
}

}  // namespace
}  // namespace ph::test
