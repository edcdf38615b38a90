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
    EXPECT_THAT(done.err, HasSubstr("2 jobs ask for more"));
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
