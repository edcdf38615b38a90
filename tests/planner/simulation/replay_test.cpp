#include "planner/simulation/replay.h"

#include <gtest/gtest.h>

namespace ph::simulation::test {

using namespace std::chrono_literals;

namespace {

/// One node of two cards.
class Site : public planning::Planner {
public:
    Site() : Planner(planning::Policy::easy(), tree()) {
        placement::NodeClass kind;
        kind.cards.assign(2, {"H200", 0});
        placer().cluster().add(kind);
    }

private:
    static queues::QueueTree tree() {
        queues::QueueTree made({0, 0, 0, 2000}, std::chrono::hours(168));
        made.add({});
        return made;
    }
};

TraceJob job(planning::Planner& planner, std::uint64_t id, Micros arrives, int cards, Micros runs, Micros limit) {
    placement::JobShape shape;
    shape.cards.count = cards;
    return {{id, 0, 0, 1, planner.placer().cluster().intern(shape), arrives, limit}, runs};
}

}  // namespace

TEST(Replay, StartsJobsWhenOthersReallyEnd) {
    Site site;
    const std::vector<TraceJob> jobs{job(site, 0, 0s, 2, 10s, 20s), job(site, 1, 1s, 2, 5s, 5s),
                                     job(site, 2, 2s, 1, 3s, 50s)};
    const auto result = replay(site, jobs, 0s, 100s);
    EXPECT_EQ(result.started, (std::vector<Micros>{0s, 10s, 15s}));
}

TEST(Replay, CountsUseWithinItsWindowOnly) {
    Site site;
    const std::vector<TraceJob> jobs{job(site, 0, 0s, 2, 10s, 10s), job(site, 1, 4s, 1, 10s, 10s)};
    const auto result = replay(site, jobs, 5s, 15s);
    const long double seconds = result.used / 1000 / 1'000'000;
    EXPECT_EQ(seconds, 5 * 2 + 5 * 1);
}

TEST(Replay, TellsWhoNeverStarted) {
    Site site;
    const std::vector<TraceJob> jobs{job(site, 0, 0s, 3, 10s, 10s)};
    EXPECT_EQ(replay(site, jobs, 0s, 100s).started.at(0), Micros(-1));
}

}  // namespace ph::simulation::test
