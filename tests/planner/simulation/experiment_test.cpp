#include "planner/simulation/experiment.h"

#include <gtest/gtest.h>

namespace ph::simulation::test {

using namespace std::chrono_literals;

namespace {

TraceRow row(std::chrono::seconds submitted, int cards, std::chrono::seconds runs, std::chrono::seconds limit,
             std::string tenant = "a") {
    return {submitted, runs, limit, cards, std::move(tenant), 0};
}

Setting nodes(int count) {
    Setting setting;
    setting.nodes = count;
    return setting;
}

}  // namespace

TEST(Experiment, APolicyThatLetsPassWaitsLessThanOneThatDoesNot) {
    const Trace trace{row(0s, 6, 100s, 100s), row(1s, 8, 10s, 10s), row(2s, 2, 50s, 50s)};
    EXPECT_EQ(simulate(trace, PolicyName::Fifo, nodes(1)).all.p99, 108s);
    EXPECT_EQ(simulate(trace, PolicyName::Easy, nodes(1)).all.p99, 99s);
}

TEST(Experiment, MeasuresUseWhileJobsArrive) {
    const Trace trace{row(0s, 8, 50s, 50s), row(50s, 4, 500s, 500s), row(100s, 8, 50s, 50s)};
    EXPECT_DOUBLE_EQ(simulate(trace, PolicyName::Fifo, nodes(1)).use, 0.75);
}

TEST(Experiment, TellsJobsApartByTheirSize) {
    const Trace trace{row(0s, 1, 9s, 9s), row(0s, 4, 9s, 9s), row(0s, 0, 9s, 9s), row(60s, 16, 9s, 9s),
                      row(61s, 12, 9s, 9s)};
    const auto outcome = simulate(trace, PolicyName::Pilothouse, nodes(2));
    EXPECT_EQ(outcome.single.jobs, 2u);
    EXPECT_EQ(outcome.within.jobs, 1u);
    EXPECT_EQ(outcome.across.jobs, 2u);
    EXPECT_EQ(outcome.across.p99, 8s);
}

TEST(Experiment, CountsWhatCanNeverStartAndGoesOn) {
    Trace trace{row(0s, 24, 9s, 9s), row(1s, 8, 9s, 9s), row(2s, 17, 9s, 9s)};
    for (std::size_t i = 0; i < trace.size(); ++i) trace[i].line = i + 2;
    for (const auto policy : kPolicies) {
        const auto outcome = simulate(trace, policy, nodes(2));
        EXPECT_EQ(outcome.impossible, (std::vector<std::size_t>{2, 4})) << word(policy);
        EXPECT_EQ(outcome.all.jobs, 1u) << word(policy) << ": it holds up nobody";
    }
}

TEST(Experiment, TakesTurnsAmongTenantsByWhatTheyAsked) {
    Trace trace;
    for (int i = 0; i < 20; ++i) trace.push_back(row(0s, 8, 100s, 100s, "many"));
    trace.push_back(row(1s, 8, 100s, 100s, "few"));
    const auto shared = simulate(trace, PolicyName::Fifo, nodes(1));
    const auto fair = simulate(trace, PolicyName::Pilothouse, nodes(1));
    EXPECT_EQ(shared.all.p99, 1999s) << "the last of the line";
    EXPECT_EQ(fair.all.p99, 2000s) << "one of the many is last";
    EXPECT_EQ(fair.all.jobs, 21u);
}

TEST(Experiment, GivesTheSameForTheSame) {
    Trace trace;
    for (int i = 0; i < 200; ++i) {
        trace.push_back(row(std::chrono::seconds(7 * i), 1 << (i % 5), std::chrono::seconds(30 + 13 * (i % 17)), 0s,
                            i % 3 == 0 ? "a" : "b"));
        trace.back().limit.reset();
    }
    const auto one = simulate(trace, PolicyName::Pilothouse, nodes(3));
    const auto other = simulate(trace, PolicyName::Pilothouse, nodes(3));
    EXPECT_EQ(one.all.mean, other.all.mean);
    EXPECT_EQ(one.all.p99, other.all.p99);
    EXPECT_EQ(one.use, other.use);
}

}  // namespace ph::simulation::test
