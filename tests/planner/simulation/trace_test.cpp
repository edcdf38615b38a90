#include "planner/simulation/trace.h"

#include <gtest/gtest.h>

#include <sstream>

namespace ph::simulation::test {

using namespace std::chrono_literals;

namespace {

std::variant<Trace, TraceFault> read(const std::string& text) {
    std::istringstream in(text);
    return readTrace(in);
}

}  // namespace

TEST(Trace, IsReadInTheOrderOfSubmissionWhateverTheColumnsAre) {
    const auto result = read(
        "cluster,num_gpus,gpu_time,timestamp,duration,time_limit\r\n"
        "late,8,1,2017-10-09 07:01:55,66.5,100\r\n"
        "early,1,1,2017-10-08T07:01:55,0,\r\n"
        "\r\n");
    const auto& trace = std::get<Trace>(result);
    ASSERT_EQ(trace.size(), 2u);
    EXPECT_EQ(trace[0].tenant, "early");
    EXPECT_EQ(trace[0].submitted, 0s);
    EXPECT_EQ(trace[0].limit, std::nullopt);
    EXPECT_EQ(trace[1].submitted, 24h);
    EXPECT_EQ(trace[1].runs, 66'500ms);
    EXPECT_EQ(trace[1].limit, 100s);
    EXPECT_EQ(trace[1].cards, 8);
}

TEST(Trace, MayBeginWithTheMarkOfASpreadsheet) {
    const auto result = read("\xef\xbb\xbftimestamp,duration,num_gpus\n2017-10-09 07:01:55,66,1");
    EXPECT_TRUE(std::holds_alternative<Trace>(result));
}

TEST(Trace, EndsAtALineThatDoesNot) {
    const auto result = read("timestamp,duration,num_gpus\n" + std::string(100'000, '1'));
    ASSERT_TRUE(std::holds_alternative<TraceFault>(result));
    EXPECT_EQ(std::get<TraceFault>(result).kind, TraceFault::Kind::Unreadable);
}

TEST(Trace, ShowsOnlyTheBeginningOfAWrongValue) {
    const auto result = read("timestamp,duration,num_gpus\n2017-10-09 07:01:55," + std::string(1000, '9') + ",1\n");
    EXPECT_EQ(std::get<TraceFault>(result).value, std::string(40, '9'));
}

TEST(Trace, NeedsNoTenantsAndNoLimits) {
    const auto result = read("timestamp,duration,num_gpus\n2017-10-09 07:01:55,66,1");
    const auto& trace = std::get<Trace>(result);
    EXPECT_EQ(trace.at(0).tenant, "");
    EXPECT_FALSE(trace.at(0).limit);
}

struct BadTrace {
    const char* name;
    const char* text;
    TraceFault::Kind kind;
    std::size_t line;
    const char* column;
};

class BadTraces : public testing::TestWithParam<BadTrace> {};

TEST_P(BadTraces, AreRefusedWithLineAndColumn) {
    const auto result = read(GetParam().text);
    const auto* fault = std::get_if<TraceFault>(&result);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, GetParam().kind);
    EXPECT_EQ(fault->line, GetParam().line);
    EXPECT_EQ(fault->column, GetParam().column);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadTraces,
    testing::Values(BadTrace{"Nothing", "", TraceFault::Kind::Empty, 0, ""},
                    BadTrace{"OnlyNames", "timestamp,duration,num_gpus\n", TraceFault::Kind::Empty, 0, ""},
                    BadTrace{"NoColumn", "timestamp,duration\n", TraceFault::Kind::ColumnMissing, 1, "num_gpus"},
                    BadTrace{"ShortLine", "timestamp,duration,num_gpus\n2017-10-09 07:01:55,5\n",
                             TraceFault::Kind::FieldMissing, 2, "num_gpus"},
                    BadTrace{"NoSuchDay", "timestamp,duration,num_gpus\n2017-02-30 07:01:55,5,1\n",
                             TraceFault::Kind::Value, 2, "timestamp"},
                    BadTrace{"NoTimeOfDay", "timestamp,duration,num_gpus\n2017-02-03,5,1\n", TraceFault::Kind::Value, 2,
                             "timestamp"},
                    BadTrace{"NegativeDuration", "timestamp,duration,num_gpus\n2017-02-03 07:01:55,-5,1\n",
                             TraceFault::Kind::Value, 2, "duration"},
                    BadTrace{"EndlessDuration", "timestamp,duration,num_gpus\n2017-02-03 07:01:55,inf,1\n",
                             TraceFault::Kind::Value, 2, "duration"},
                    BadTrace{"HalfACard", "timestamp,duration,num_gpus\n2017-02-03 07:01:55,5,0.5\n",
                             TraceFault::Kind::Value, 2, "num_gpus"},
                    BadTrace{"TooManyCards", "timestamp,duration,num_gpus\n2017-02-03 07:01:55,5,100001\n",
                             TraceFault::Kind::Value, 2, "num_gpus"},
                    BadTrace{"WordAsLimit", "timestamp,duration,num_gpus,time_limit\n\n2017-02-03 07:01:55,5,1,soon\n",
                             TraceFault::Kind::Value, 3, "time_limit"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace ph::simulation::test
