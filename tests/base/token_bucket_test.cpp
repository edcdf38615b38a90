#include "base/token_bucket.h"

#include <gtest/gtest.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

constexpr Rate kRate{10, 3};

TEST(TokenBucket, GivesABurstAndThenTheRate) {
    TokenBucket bucket;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(kRate, 5s));
    EXPECT_FALSE(bucket.take(kRate, 5s));
    EXPECT_FALSE(bucket.take(kRate, 5s + 99ms));
    EXPECT_TRUE(bucket.take(kRate, 5s + 100ms));
    EXPECT_FALSE(bucket.take(kRate, 5s + 100ms));
}

TEST(TokenBucket, FillsUpToItsBurstOnly) {
    TokenBucket bucket;
    for (int i = 0; i < 3; ++i) bucket.take(kRate, 0s);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(kRate, 1h));
    EXPECT_FALSE(bucket.take(kRate, 1h));
}

TEST(TokenBucket, SaysHowLongToWait) {
    TokenBucket bucket;
    EXPECT_EQ(bucket.wait(kRate, 0s), 0s);
    for (int i = 0; i < 3; ++i) bucket.take(kRate, 0s);
    EXPECT_EQ(bucket.wait(kRate, 0s), 100ms);
    EXPECT_EQ(bucket.wait(kRate, 0s, 2), 200ms);
    EXPECT_TRUE(bucket.take(kRate, 200ms, 2));
}

TEST(TokenBucket, TakesBackWhatWasNotUsedUpToItsBurst) {
    TokenBucket bucket;
    for (int i = 0; i < 3; ++i) bucket.take(kRate, 0s);
    bucket.giveBack();
    EXPECT_TRUE(bucket.take(kRate, 0s));
    EXPECT_FALSE(bucket.take(kRate, 0s));
    bucket.giveBack(100);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(kRate, 0s));
    EXPECT_FALSE(bucket.take(kRate, 0s));
}

TEST(TokenBucket, ChargesWhatIsMoreThanABurstAsAWholeOne) {
    TokenBucket bucket;
    EXPECT_TRUE(bucket.take(kRate, 0s, 1000));
    EXPECT_FALSE(bucket.take(kRate, 0s));
}

TEST(TokenBucket, GainsNothingFromAClockThatStandsStillOrGoesBack) {
    TokenBucket bucket;
    for (int i = 0; i < 3; ++i) bucket.take(kRate, 10s);
    EXPECT_FALSE(bucket.take(kRate, 10s));
    EXPECT_FALSE(bucket.take(kRate, 9s));
    EXPECT_FALSE(bucket.take(kRate, 10s));
}

}  // namespace
}  // namespace ph::test
