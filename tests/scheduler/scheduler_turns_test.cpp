// Whose turn it is, and what is promised, through the loop over a real store.
#include "scheduler/scheduler_site.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

class SchedulerTurns : public SchedulerSite {
protected:
    JobId submitFor(int number, int user, int org, std::int64_t cpuCores = 1, std::int64_t limit = 3600) {
        return submit(number, [=](Job& job) {
            job.summary.owner = idOf<UserId>(user);
            job.summary.org = idOf<OrgId>(org);
            job.spec.resources = resources(cpuCores, 1);
            job.summary.timeLimit = job.spec.timeLimit = {limit};
        });
    }
    std::optional<Verdict> why(JobId id) {
        return m_logic.call([&] { return m_scheduler->why(id); });
    }
    bool waits(JobId id) {
        return eventually([&] { return why(id).has_value(); }, std::chrono::seconds(10));
    }
    void setQueue(const QueueSettings& settings) {
        auto work = [settings](Transaction& tx) { return tx.accounts().queues().put(idOf<OrgId>(1), settings); };
        ASSERT_TRUE(m_logic.run(m_database->write(work)));
        m_scheduler->wake();
    }
    bool waitsForLimit(JobId id) {
        return eventually(
            [&] {
                const auto verdict = why(id);
                return verdict && verdict->reason.code == ReasonCode::QueueLimit;
            },
            std::chrono::seconds(10));
    }
    bool isPromised(JobId id) {
        return eventually(
            [&] {
                const auto verdict = why(id);
                return verdict && verdict->reason.arguments.contains("promised");
            },
            std::chrono::seconds(10));
    }
    JobId startedAs(std::size_t count) {
        launched(count);
        return m_logic.call([&] { return m_engine.launches.at(count - 1).job; });
    }
};

class SchedulerOfTwoNodes : public SchedulerTurns {
protected:
    SchedulerOfTwoNodes() {
        m_second.node.name = "second";
        m_engines.push_back(&m_second);
    }
    ScriptedEngine m_second{m_logic.executor()};
};

}  // namespace

TEST_F(SchedulerTurns, GiveOrganisationsThenUsersTheirShare) {
    std::vector<TaskRunId> runs;
    for (int i = 1; i <= 4; ++i) {
        submitFor(i, 1, 1);
        runs.push_back(launched(static_cast<std::size_t>(i)));
    }
    const JobId promised = submitFor(5, 1, 1);
    ASSERT_TRUE(isPromised(promised));
    const JobId same = submitFor(6, 1, 1);
    const JobId colleague = submitFor(7, 2, 1);
    const JobId foreign = submitFor(8, 3, 2);
    ASSERT_TRUE(waits(same) && waits(colleague) && waits(foreign));
    seeEnded(runs[0], ReasonCode::Completed);
    EXPECT_EQ(startedAs(5), promised) << "a promise is kept, whoever comes";
    seeEnded(runs[1], ReasonCode::Completed);
    EXPECT_EQ(startedAs(6), foreign);
    seeEnded(runs[2], ReasonCode::Completed);
    EXPECT_EQ(startedAs(7), colleague);
    seeEnded(runs[3], ReasonCode::Completed);
    EXPECT_EQ(startedAs(8), same);
}

TEST_F(SchedulerTurns, PromiseALargeJobItsNodeAndLetPassOnlyWhoEndsBefore) {
    submitFor(1, 1, 1, 3, 3600);
    launched(1);
    const JobId large = submitFor(2, 2, 1, 4, 60);
    ASSERT_TRUE(isPromised(large));
    const auto told = why(large)->reason;
    EXPECT_EQ(told.code, ReasonCode::NotEnoughFree);
    EXPECT_EQ(told.arguments.at("promised"), "scripted");
    EXPECT_LE(std::stoi(told.arguments.at("within")), 3610);
    EXPECT_GT(std::stoi(told.arguments.at("within")), 3500);
    const JobId longer = submitFor(3, 3, 1, 1, 7200);
    const JobId shorter = submitFor(4, 3, 1, 1, 60);
    EXPECT_EQ(startedAs(2), shorter);
    ASSERT_TRUE(waits(longer));
    EXPECT_EQ(why(longer)->reason.code, ReasonCode::BehindInQueue);
    EXPECT_FALSE(why(longer)->reason.arguments.contains("job")) << "the large one is somebody else's";
    EXPECT_TRUE(eventually([&] { return stored(large).summary.reason.code == ReasonCode::NotEnoughFree; }));
    EXPECT_FALSE(stored(large).summary.reason.arguments.contains("within")) << "it would be out of date at once";
}

TEST_F(SchedulerTurns, GiveTheRoomOfAPromisedJobToOthersWhenItIsStopped) {
    submitFor(1, 1, 1, 3);
    launched(1);
    const JobId large = submitFor(2, 1, 1, 4);
    ASSERT_TRUE(isPromised(large));
    const JobId longer = submitFor(3, 1, 1, 1, 7200);
    ASSERT_TRUE(waits(longer));
    auto stop = [large](Transaction& tx) -> Result<> {
        auto job = tx.jobs().find(OrgScope::everything(), large);
        (*job)->summary.state = JobState::Stopped;
        return tx.jobs().update(**job);
    };
    ASSERT_TRUE(m_logic.run(m_database->write(stop)));
    m_scheduler->wake();
    EXPECT_EQ(startedAs(2), longer);
}

TEST_F(SchedulerTurns, KeepBookingsAndPromisesOverARestart) {
    const JobId running = submitFor(1, 1, 1, 3);
    const TaskRunId run = launched(1);
    m_logic.call([&] { m_engine.seeRunning(run); });
    ASSERT_TRUE(reaches(running, JobState::Running));
    const JobId large = submitFor(2, 1, 1, 4);
    ASSERT_TRUE(isPromised(large));
    m_clock.moveAhead(std::chrono::minutes(30));
    reborn();
    ASSERT_TRUE(isPromised(large));
    EXPECT_LE(std::stoi(why(large)->reason.arguments.at("within")), 1810) << "it ends when it would have ended";
    seeEnded(run, ReasonCode::Completed);
    EXPECT_EQ(startedAs(2), large);
}

TEST_F(SchedulerTurns, HoldALimitSayWhichItIsAndFollowItsRaise) {
    setQueue({1, {}, {cores(1), {}, {}}});
    submitFor(1, 1, 1);
    launched(1);
    const JobId limited = submitFor(2, 2, 1);
    ASSERT_TRUE(waitsForLimit(limited));
    const auto told = why(limited)->reason;
    EXPECT_EQ(told.arguments, (std::map<std::string, std::string>{
                                  {"resource", "cpu"}, {"asked", "1000"}, {"used", "1000"}, {"limit", "1000"}}));
    EXPECT_TRUE(eventually([&] { return stored(limited).summary.reason == told; }));
    setQueue({1, {}, {cores(2), {}, {}}});
    EXPECT_EQ(startedAs(2), limited);
}

TEST_F(SchedulerTurns, KeepALimitOverARestart) {
    setQueue({1, {}, {cores(1), {}, {}}});
    const JobId running = submitFor(1, 1, 1);
    const TaskRunId run = launched(1);
    m_logic.call([&] { m_engine.seeRunning(run); });
    ASSERT_TRUE(reaches(running, JobState::Running));
    reborn();
    const JobId limited = submitFor(2, 2, 1);
    ASSERT_TRUE(waitsForLimit(limited));
    seeEnded(run, ReasonCode::Completed);
    EXPECT_EQ(startedAs(2), limited);
}

TEST_F(SchedulerTurns, StartOthersBesideAJobThatFitsNowhere) {
    const JobId never = submitFor(1, 1, 1, 64);
    const JobId small = submitFor(2, 1, 1);
    EXPECT_EQ(startedAs(1), small);
    ASSERT_TRUE(waits(never));
    EXPECT_EQ(why(never)->reason.code, ReasonCode::NeverFits);
}

TEST_F(SchedulerOfTwoNodes, StartsOnBothAndSaysWhichOneIsPromised) {
    submitFor(1, 1, 1, 4, 7200);
    submitFor(2, 1, 1, 4, 3600);
    launched(1);
    EXPECT_TRUE(eventually([&] { return m_logic.call([&] { return m_second.launches.size() == 1; }); }));
    const bool firstEndsSooner = m_logic.call([&] { return m_engine.launches[0].job == idOf<JobId>(2); });
    const JobId large = submitFor(3, 1, 1, 4);
    ASSERT_TRUE(isPromised(large));
    EXPECT_EQ(why(large)->reason.arguments.at("promised"), firstEndsSooner ? "scripted" : "second");
    EXPECT_EQ(why(large)->nodes, 2);
}

TEST_F(SchedulerTurns, AreForeseenByWhatRunsAndWhatIsPromised) {
    const auto all = m_logic.call([&] { return m_scheduler->nodes().front().capacity.cpu.value / 1000; });
    const JobId first = submitFor(1, 1, 1, all);
    launched(1);
    const JobId second = submitFor(2, 1, 1, all);
    ASSERT_TRUE(isPromised(second));
    const auto verdict = m_logic.run(m_scheduler->explain(second)).value();
    ASSERT_TRUE(verdict && verdict->estimate);
    EXPECT_EQ(verdict->reason.code, ReasonCode::NotEnoughFree);
    EXPECT_EQ(verdict->estimate->basis, EstimateBasis::Promised);
    EXPECT_GT(verdict->estimate->at, m_clock.now());
    EXPECT_LE(verdict->estimate->at, m_clock.now() + std::chrono::seconds(3600 + 10));
    ASSERT_EQ(verdict->blockers.size(), 1u);
    EXPECT_EQ(verdict->blockers[0].job, first);
    EXPECT_FALSE(m_logic.run(m_scheduler->explain(first)).value().has_value()) << "it does not wait";
}

}  // namespace ph::test
