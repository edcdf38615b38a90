#include "planner/planning/random_site.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace ph::planning::test {

namespace {

constexpr Habits kEverything{45, 3, 6, 3, 1};

/// tests/long.sh asks for more.
int steps() {
    const char* asked = std::getenv("PH_PLANNER_STEPS");
    return asked != nullptr ? std::stoi(asked) : 1000;
}

}  // namespace

TEST(LongHistory, KeepsCapacityGangsLimitsRacksAndSumsWhateverHappens) {
    RandomSite site(11, kEverything);
    for (int i = 0; i < steps() && !testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE(i);
        site.step();
        site.check();
    }
    EXPECT_GT(site.decisions().size(), static_cast<std::size_t>(steps()) / 4);
}

TEST(LongHistory, GivesTheSameDecisionsForTheSameEvents) {
    RandomSite one(12, kEverything);
    RandomSite other(12, kEverything);
    for (int i = 0; i < steps() / 3; ++i) {
        one.step();
        other.step();
    }
    EXPECT_EQ(one.decisions(), other.decisions());
}

TEST(LongHistory, LosesNoJobOverManyRestarts) {
    RandomSite site(13, {45, 0, 0, 0, 20});
    for (int i = 0; i < steps() / 10; ++i) site.step();
    EXPECT_EQ(site.planner().waiting().size(), site.waiting().size());
    for (const auto& [id, request] : site.waiting()) EXPECT_NE(site.planner().waiting().find(id), nullptr);
}

}  // namespace ph::planning::test
