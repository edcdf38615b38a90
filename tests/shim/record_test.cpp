#include "shim/record.h"

#include <gtest/gtest.h>

namespace ph::shim {

namespace {

ExitRecord example() {
    ExitRecord record;
    record.startedMicros = 1'000;
    record.endedMicros = 2'000;
    record.kind = EndKind::Exited;
    record.cause = EndCause::Memory;
    record.code = 3;
    record.used = 700;
    record.limit = 600;
    record.cpuMicros = 55;
    record.peakBytes = 66;
    record.detail = "some words\nmore";
    return record;
}

}  // namespace

TEST(ExitRecords, SurviveTheWay) {
    const ExitRecord back = parseRecord(startedLine(1'000) + endedLine(example()));
    EXPECT_EQ(back.startedMicros, 1'000);
    EXPECT_EQ(back.endedMicros, 2'000);
    EXPECT_EQ(back.kind, EndKind::Exited);
    EXPECT_EQ(back.cause, EndCause::Memory);
    EXPECT_EQ(back.code, 3);
    EXPECT_EQ(back.used, 700);
    EXPECT_EQ(back.peakBytes, 66);
    EXPECT_EQ(back.detail, "some words more");
}

TEST(ExitRecords, ATornLastLineCountsForNothing) {
    const std::string started = startedLine(1'000), whole = started + endedLine(example());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const ExitRecord back = parseRecord(whole.substr(0, size));
        EXPECT_FALSE(back.ended()) << size;
        EXPECT_EQ(back.startedMicros, size >= started.size() ? 1'000 : 0) << size;
    }
}

TEST(ExitRecords, NonsenseIsNoEnd) {
    EXPECT_FALSE(parseRecord("ended\nended a b\nstarted\n\n   \n").ended());
}

TEST(ExitRecords, AnEndThatNobodyKnowsIsNoEnd) {
    for (const char* odd : {"9 0", "1 9", "257 0", "1 256", "-1 0", "1 -1"}) {
        const ExitRecord back = parseRecord("started 1000\nended 2000 " + std::string(odd) + " 0 0 0 0 0 0\n");
        EXPECT_FALSE(back.ended()) << odd;
        EXPECT_EQ(back.cause, EndCause::Itself) << odd;
    }
    EXPECT_EQ(parseRecord(endedLine(example()) + "ended 3000 9 9 0 0 0 0 0 0\n").kind, EndKind::Exited);
}

}  // namespace ph::shim
