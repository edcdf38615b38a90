#include "base/clock.h"

#include "support/manual_clock.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

TEST(Timestamp, IsWrittenInUtcWithMicroseconds) {
    EXPECT_EQ(timestampText({1'767'323'045'000'006}), "2026-01-02T03:04:05.000006Z");
    EXPECT_EQ(timestampText({0}), "1970-01-01T00:00:00.000000Z");
}

TEST(Timestamp, ReadsBackWhatItWrites) {
    for (const std::int64_t micros :
         {1LL, 999'999LL, 951'827'696'123'456LL, 1'767'323'045'000'006LL, 4'102'444'800'000'000LL})
        EXPECT_EQ(parseTimestamp(timestampText({micros})).micros, micros);
}

TEST(Timestamp, IsZeroForTextThatWasNeverWritten) {
    for (const auto* text :
         {"", "now", "2026-01-02", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000006", "2026-01-02T03:04:05.000006Zx",
          "2026-01-02 03:04:05.000006Z", "2026-01-02T03:04:05.000006+01:00", "2026-13-02T03:04:05.000006Z",
          "2026-02-30T03:04:05.000006Z", "2026-01-02T25:04:05.000006Z", "2026-01-02T03:61:05.000006Z",
          "2026-1-2T3:4:5.6Z", "+026-01-02T03:04:05.000006Z", "2026-01-02T03:04:05.-00006Z"})
        EXPECT_FALSE(parseTimestamp(text)) << text;
}

TEST(Timestamp, DiffersByDurations) {
    const Timestamp begin{1'000'000};
    EXPECT_EQ((begin + std::chrono::seconds(2)).micros, 3'000'000);
    EXPECT_EQ(begin + std::chrono::seconds(2) - begin, std::chrono::seconds(2));
    EXPECT_LT(begin, begin + std::chrono::microseconds(1));
}

TEST(SystemClock, IsInThisCenturyAndItsMonotonicReadingNeverGoesBack) {
    const SystemClock clock;
    EXPECT_GT(clock.now(), parseTimestamp("2024-01-01T00:00:00.000000Z"));
    auto last = clock.monotonic();
    for (int i = 0; i < 1000; ++i) {
        const auto now = clock.monotonic();
        EXPECT_GE(now, last);
        last = now;
    }
}

TEST(ManualClock, MovesOnlyWhenItIsMoved) {
    ManualClock clock;
    const auto wall = clock.now();
    const auto monotonic = clock.monotonic();
    EXPECT_EQ(clock.now(), wall);
    clock.advance(std::chrono::seconds(3));
    EXPECT_EQ(clock.now() - wall, std::chrono::seconds(3));
    EXPECT_EQ(clock.monotonic() - monotonic, std::chrono::seconds(3));
}

TEST(BootId, IsTheSameWithinABoot) {
    EXPECT_EQ(bootId(), bootId());
}

}  // namespace

}  // namespace ph::test
