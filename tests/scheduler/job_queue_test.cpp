#include "scheduler/job_queue.h"

#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

std::vector<std::int64_t> numbers(const std::vector<const Job*>& jobs) {
    std::vector<std::int64_t> list;
    for (const auto* job : jobs) list.push_back(job->summary.number);
    return list;
}

}  // namespace

TEST(JobQueue, OrdersByPriorityThenByAge) {
    JobQueue queue;
    queue.put(queuedJob(1, 0, 30));
    queue.put(queuedJob(2, 0, 20));
    queue.put(queuedJob(3, 10, 40));
    EXPECT_THAT(numbers(queue.startable({100}, 10)), testing::ElementsAre(3, 2, 1));
}

TEST(JobQueue, LeavesOutJobsThatAreHeldOrBackingOff) {
    JobQueue queue;
    auto later = queuedJob(1);
    later.notBefore = {500};
    queue.put(later);
    queue.put(queuedJob(2));
    queue.put(queuedJob(3));
    queue.hold(idOf<JobId>(2), true);
    EXPECT_THAT(numbers(queue.startable({100}, 10)), testing::ElementsAre(3));
    EXPECT_EQ(queue.nextBackOff({100}), Timestamp{500});
    queue.hold(idOf<JobId>(2), false);
    EXPECT_THAT(numbers(queue.startable({500}, 10)), testing::ElementsAre(1, 2, 3));
}

TEST(JobQueue, IgnoresAnOlderFormOfAJob) {
    JobQueue queue;
    auto newer = queuedJob(1);
    newer.summary.seq = 9;
    newer.summary.state = JobState::Running;
    queue.put(newer);
    queue.put(queuedJob(1));
    EXPECT_EQ(queue.find(idOf<JobId>(1))->summary.state, JobState::Running);
    EXPECT_EQ(queue.waiting(), 0u);
}

TEST(JobQueue, DropsAJobThatEnded) {
    JobQueue queue;
    queue.put(queuedJob(1));
    auto ended = queuedJob(1);
    ended.summary.seq = 2;
    ended.summary.state = JobState::Stopped;
    queue.put(ended);
    EXPECT_EQ(queue.find(idOf<JobId>(1)), nullptr);
    EXPECT_EQ(queue.waiting(), 0u);
}

TEST(JobQueue, TellsOnceWhoBecameStartableAndWhoIsNoLonger) {
    JobQueue queue;
    queue.put(queuedJob(2, 0, 30));
    queue.put(queuedJob(1, 5, 40));
    auto later = queuedJob(3);
    later.notBefore = {500};
    queue.put(later);
    auto dependent = queuedJob(4);
    dependent.spec.after = {idOf<JobId>(9).str()};
    queue.put(dependent);
    const auto turns = [&](std::int64_t now) {
        std::vector<std::pair<JobId, bool>> list;
        for (const auto& turn : queue.takeTurns({now})) list.emplace_back(turn.job, turn.startable);
        return list;
    };
    using Pair = std::pair<JobId, bool>;
    EXPECT_THAT(turns(100), testing::ElementsAre(Pair(idOf<JobId>(1), true), Pair(idOf<JobId>(2), true)));
    EXPECT_TRUE(turns(100).empty());
    EXPECT_THAT(turns(500), testing::ElementsAre(Pair(idOf<JobId>(3), true))) << "its back-off is over";
    queue.hold(idOf<JobId>(4), false);
    queue.drop(idOf<JobId>(2));
    EXPECT_THAT(turns(500), testing::UnorderedElementsAre(Pair(idOf<JobId>(4), true), Pair(idOf<JobId>(2), false)));
    queue.put(queuedJob(7));
    queue.drop(idOf<JobId>(7));
    EXPECT_TRUE(turns(500).empty()) << "nobody was told of it";
}

TEST(JobQueue, HoldsWhoNamesOthersUntilItIsLetGo) {
    JobQueue queue;
    auto dependent = queuedJob(1);
    dependent.spec.after = {idOf<JobId>(2).str()};
    queue.put(dependent);
    EXPECT_TRUE(queue.isHeld(idOf<JobId>(1)));
    EXPECT_TRUE(queue.startable({100}, 10).empty());
    queue.hold(idOf<JobId>(1), false);
    queue.put(dependent);
    EXPECT_FALSE(queue.isHeld(idOf<JobId>(1))) << "a newer form of it waits no more than before";
    dependent.summary.state = JobState::Starting;
    queue.put(dependent);
    dependent.summary.state = JobState::Queued;
    queue.put(dependent);
    EXPECT_TRUE(queue.isHeld(idOf<JobId>(1))) << "another attempt waits anew";
}

TEST(JobQueue, TellsOnceWhoChangedAndWhoIsNewlyHeld) {
    JobQueue queue;
    auto dependent = queuedJob(1);
    dependent.spec.after = {idOf<JobId>(2).str()};
    queue.put(dependent);
    queue.put(dependent);
    queue.put(queuedJob(3));
    queue.drop(idOf<JobId>(3));
    EXPECT_THAT(queue.takeChanged(), testing::UnorderedElementsAre(idOf<JobId>(1), idOf<JobId>(3)));
    EXPECT_TRUE(queue.takeChanged().empty());
    EXPECT_THAT(queue.takeNewlyHeld(10), testing::ElementsAre(idOf<JobId>(1)));
    queue.put(dependent);
    EXPECT_TRUE(queue.takeNewlyHeld(10).empty());
}

TEST(JobQueue, ForgetsABackOffWithItsJob) {
    JobQueue queue;
    auto first = queuedJob(1);
    first.notBefore = {500};
    auto second = queuedJob(2);
    second.notBefore = {700};
    queue.put(first);
    queue.put(second);
    EXPECT_EQ(queue.nextBackOff({100}), Timestamp{500});
    queue.drop(idOf<JobId>(1));
    EXPECT_EQ(queue.nextBackOff({100}), Timestamp{700});
    EXPECT_EQ(queue.nextBackOff({700}), Timestamp());
}

TEST(JobQueue, TakesNoMoreThanAskedFor) {
    JobQueue queue;
    for (int i = 1; i <= 50; ++i) queue.put(queuedJob(i));
    EXPECT_EQ(queue.startable({10'000}, 7).size(), 7u);
}

}  // namespace ph::test
