#include "base/units.h"

#include <gmock/gmock.h>

#include <limits>

namespace ph::test {

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

std::int64_t bytes(std::string_view text) {
    return parseBytes(text).value_or(Bytes{-1}).value;
}
std::int64_t cpu(std::string_view text) {
    return parseCpu(text).value_or(MilliCpu{-1}).value;
}
std::int64_t seconds(std::string_view text) {
    return parseDuration(text).value_or(Seconds{-1}).value;
}

TEST(Bytes, AreReadWithBinaryAndDecimalUnits) {
    EXPECT_EQ(bytes("0"), 0);
    EXPECT_EQ(bytes("1024"), 1024);
    EXPECT_EQ(bytes("512MiB"), 512LL << 20);
    EXPECT_EQ(bytes("2 GiB"), 2LL << 30);
    EXPECT_EQ(bytes("2Gi"), 2LL << 30);
    EXPECT_EQ(bytes("1.5GiB"), 3LL << 29);
    EXPECT_EQ(bytes("0.125KiB"), 128);
    EXPECT_EQ(bytes("64M"), 64'000'000);
    EXPECT_EQ(bytes("64MB"), 64'000'000);
    EXPECT_EQ(bytes("3k"), 3000);
    EXPECT_EQ(bytes("3kB"), 3000);
    EXPECT_EQ(bytes("1TiB"), 1LL << 40);
    EXPECT_EQ(bytes("  7 B "), 7);
}

TEST(Bytes, RefuseWhatIsNoSize) {
    for (const auto* text :
         {"",           " ",     "MiB",   "-1",    "-1MiB", "1.5",  "1.5B", "1.2345GiB", "1..2GiB",
          "1.GiB",      ".5GiB", "5 XiB", "5MiBs", "1e3",   "0x10", "+5",   "5,5MiB",    "99999999999999999999",
          "9999999TiB", "NaN",   "1 2"})
        EXPECT_FALSE(parseBytes(text)) << text;
}

TEST(Bytes, ReadBackWhatTheyWrite) {
    for (const std::int64_t value :
         {0LL, 1LL, 7LL, 1000LL, 1024LL, 1500LL << 10, 512LL << 20, 3LL << 29, (1LL << 40) + 1, 900LL << 40})
        EXPECT_EQ(bytes(bytesText({value})), value) << bytesText({value});
    EXPECT_EQ(bytesText(mebibytes(512)), "512MiB");
    EXPECT_EQ(bytesText(kibibytes(1500)), "1500KiB");
    EXPECT_EQ(bytesText({7}), "7");
    EXPECT_EQ(bytesText({0}), "0");
}

TEST(Bytes, AreRoundedForPeople) {
    EXPECT_EQ(bytesForPeople({0}), "0 B");
    EXPECT_EQ(bytesForPeople({1023}), "1023 B");
    EXPECT_EQ(bytesForPeople(mebibytes(512)), "512 MiB");
    EXPECT_EQ(bytesForPeople({3LL << 29}), "1.5 GiB");
    EXPECT_EQ(bytesForPeople({(1LL << 30) + 1}), "1 GiB");
    EXPECT_EQ(bytesForPeople({kMax}), "8388608 TiB");
}

TEST(Cpu, IsReadAsCoresOrMilliCores) {
    EXPECT_EQ(cpu("2"), 2000);
    EXPECT_EQ(cpu("0.5"), 500);
    EXPECT_EQ(cpu("1.25"), 1250);
    EXPECT_EQ(cpu("0.001"), 1);
    EXPECT_EQ(cpu("500m"), 500);
    for (const auto* text : {"", "m", "-1", "0.0001", "0.5m", "1.5.5", "two", "2 cores", "1e3"})
        EXPECT_FALSE(parseCpu(text)) << text;
}

TEST(Cpu, ReadsBackWhatItWrites) {
    for (const std::int64_t value : {0, 1, 10, 100, 500, 1000, 1250, 1999, 64'000})
        EXPECT_EQ(cpu(cpuText({value})), value) << cpuText({value});
    EXPECT_EQ(cpuText({500}), "0.5");
    EXPECT_EQ(cpuText({2000}), "2");
}

TEST(Duration, IsReadInUnitsAndSums) {
    EXPECT_EQ(seconds("90"), 90);
    EXPECT_EQ(seconds("90s"), 90);
    EXPECT_EQ(seconds("15m"), 900);
    EXPECT_EQ(seconds("2h"), 7200);
    EXPECT_EQ(seconds("7d"), 7 * 86'400);
    EXPECT_EQ(seconds("1h30m"), 5400);
    EXPECT_EQ(seconds("1.5h"), 5400);
    EXPECT_EQ(seconds("0s"), 0);
    for (const auto* text : {"", "s", "-5s", "5x", "1h 30m", "h1", "0.5", "0.5s", "1w", "99999999999999999d", "1h-30m"})
        EXPECT_FALSE(parseDuration(text)) << text;
}

TEST(Duration, ReadsBackWhatItWrites) {
    for (const std::int64_t value : {0LL, 1LL, 59LL, 60LL, 90LL, 3600LL, 5400LL, 86'400LL, 90'061LL})
        EXPECT_EQ(seconds(durationText({value})), value) << durationText({value});
    EXPECT_EQ(durationText({90}), "90s");
    EXPECT_EQ(durationText({900}), "15m");
    EXPECT_EQ(durationText({7 * 86'400}), "7d");
}

TEST(Duration, IsRoundedForPeople) {
    EXPECT_EQ(durationForPeople({0}), "0 s");
    EXPECT_EQ(durationForPeople({42}), "42 s");
    EXPECT_EQ(durationForPeople({5400}), "1 h 30 min");
    EXPECT_EQ(durationForPeople({7200}), "2 h");
    EXPECT_EQ(durationForPeople({90'000}), "1 d 1 h");
}

TEST(Amount, AddsSubtractsAndCompares) {
    auto memory = gibibytes(1);
    memory += mebibytes(512);
    memory -= mebibytes(256);
    EXPECT_EQ(memory, mebibytes(1280));
    EXPECT_LT(mebibytes(1), gibibytes(1));
    EXPECT_EQ(cores(2) - MilliCpu{500}, MilliCpu{1500});
}

}  // namespace

}  // namespace ph::test
