#include "cli/cli_run.h"

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::test {

using testing::HasSubstr;

namespace {

constexpr const char* kTrace =
    "timestamp,duration,num_gpus,cluster,time_limit\n"
    "2026-01-01 00:00:00,3600,6,vision,3600\n"
    "2026-01-01 00:00:10,600,8,vision,600\n"
    "2026-01-01 00:00:20,1200,2,speech,1200\n";

}  // namespace

TEST(Simulate, ComparesAllPoliciesWithoutAServer) {
    CliRun phctl;
    const auto done = phctl({"simulate", "--trace", phctl.write("jobs.csv", kTrace)});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.err, "");
    for (const char* policy : {"fifo", "besteffort", "easy", "pilothouse"}) EXPECT_THAT(done.out, HasSubstr(policy));
}

TEST(Simulate, GivesFiguresForPrograms) {
    CliRun phctl;
    const auto done = phctl({"simulate", "--trace", phctl.write("jobs.csv", kTrace), "--policy", "easy", "-o", "json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const auto rows = boost::json::parse(done.out).as_array();
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].at("policy"), "easy");
    EXPECT_EQ(rows[0].at("wait").at("jobs"), 3);
    EXPECT_EQ(rows[0].at("wait").at("p99").as_double(), 3590);
    EXPECT_EQ(rows[0].at("wait").at("p50").as_double(), 0);
}

TEST(Simulate, SaysWhatCanNeverStart) {
    CliRun phctl;
    const auto done = phctl({"simulate", "--trace", phctl.write("jobs.csv", kTrace), "--cards", "4"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("2 jobs ask for more than the 1 node with 4 accelerators each can hold, and never "
                                    "start: lines 2, 3"));
    EXPECT_THAT(done.out, HasSubstr("NEVER"));
}

TEST(Simulate, SpeaksOfOneJobInTheSingularAndNamesAtMostTen) {
    CliRun phctl;
    const std::string one = "timestamp,duration,num_gpus\n2026-01-01 00:00:00,60,9\n";
    EXPECT_THAT(
        phctl({"simulate", "--trace", phctl.write("one.csv", one)}).err,
        HasSubstr("1 job asks for more than the 1 node with 8 accelerators each can hold, and never starts: line 2"));
    std::string many = "timestamp,duration,num_gpus\n";
    for (int i = 0; i < 14; ++i) many += "2026-01-01 00:00:00,60,9\n";
    EXPECT_THAT(phctl({"simulate", "--trace", phctl.write("many.csv", many)}).err,
                HasSubstr("lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4 more"));
}

TEST(Simulate, ShowsNoFiguresWhereNothingStarts) {
    CliRun phctl;
    const std::string path = phctl.write("one.csv", "timestamp,duration,num_gpus\n2026-01-01 00:00:00,60,9\n");
    const auto table = phctl({"simulate", "--trace", path, "--policy", "easy"});
    EXPECT_THAT(table.out, testing::ContainsRegex("easy +0\\.0 % +- +- +- +- +- +1"));
    const auto done = phctl({"simulate", "--trace", path, "--policy", "easy", "-o", "json"});
    const auto rows = boost::json::parse(done.out).as_array();
    EXPECT_TRUE(rows[0].at("slowdown").is_null());
    EXPECT_TRUE(rows[0].at("wait").at("p50").is_null());
    EXPECT_EQ(rows[0].at("impossible_lines").as_array().size(), 1u);
}

TEST(Simulate, ExplainsItsRangesAndFigures) {
    CliRun phctl;
    const auto help = phctl({"simulate", "--help"});
    EXPECT_THAT(help.out, HasSubstr("1 to 100,000"));
    EXPECT_THAT(help.out, HasSubstr("1 to 16"));
    EXPECT_THAT(help.out, HasSubstr("SLOWDOWN  mean of (waiting + running) / running"));
    EXPECT_THAT(help.out, HasSubstr("USE       accelerators in use"));
}

TEST(Simulate, TellsWhichLineOfATraceIsWrong) {
    CliRun phctl;
    const auto done = phctl(
        {"simulate", "--trace", phctl.write("jobs.csv", "timestamp,duration,num_gpus\n2026-01-01 00:00:00,many,1\n")});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("line 2: duration cannot be “many”"));
}

TEST(Simulate, NeedsATraceThatIsThere) {
    CliRun phctl;
    EXPECT_EQ(phctl({"simulate"}).code, 2);
    EXPECT_EQ(phctl({"simulate", "--trace", "/nowhere/jobs.csv"}).code, 3);
}

}  // namespace ph::test
