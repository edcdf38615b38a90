#include "scheduler/scheduler_site.h"

#include <gmock/gmock.h>

#include <future>
#include <thread>
#include <unistd.h>

namespace ph::test {

using SchedulerLoop = SchedulerSite;

TEST_F(SchedulerLoop, RunsAJobFromQueuedToSucceeded) {
    const JobId id = submit(1);
    const TaskRunId run = launched(1);
    EXPECT_EQ(openAllocations(), 1u);
    m_logic.call([&] { m_engine.seeRunning(run); });
    EXPECT_TRUE(reaches(id, JobState::Running));
    seeEnded(run, ReasonCode::Completed);
    EXPECT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_EQ(openAllocations(), 0u);
    EXPECT_EQ(stored(id).summary.attempt, 1);
}

TEST_F(SchedulerLoop, PutsEachChangeOfStateThatItMakesOnRecord) {
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 1; });
    const TaskRunId first = launched(1);
    m_logic.call([&] { m_engine.seeRunning(first); });
    EXPECT_TRUE(reaches(id, JobState::Running));
    seeEnded(first, ReasonCode::NodeLost);
    EXPECT_TRUE(reaches(id, JobState::Queued));
    m_clock.moveAhead(std::chrono::hours(1));
    m_logic.call([&] { m_scheduler->wake(); });
    const TaskRunId second = launched(2);
    seeEnded(second, ReasonCode::Completed);
    EXPECT_TRUE(reaches(id, JobState::Succeeded));

    std::vector<std::string> actions;
    using Records = std::vector<AuditRecord>;
    const auto records =
        look<Records>([](Transaction& tx) { return *tx.audit().read(OrgScope::everything(), 0, 100); });
    for (const auto& record : records) {
        EXPECT_EQ(record.actor, "system");
        EXPECT_EQ(record.org, idOf<OrgId>(1));
        EXPECT_EQ(record.object, id.view());
        EXPECT_NE(record.before, record.after);
        actions.insert(actions.begin(), record.action);
    }
    EXPECT_EQ(actions,
              (std::vector<std::string>{"job.starting", "job.running", "job.queued", "job.starting", "job.succeeded"}));
}

TEST_F(SchedulerLoop, WritesTheDecisionBeforeItLaunches) {
    JobState atLaunch = JobState::Queued;
    m_logic.call([&] {
        m_engine.onLaunch = [&](const LaunchRequest& request) {
            // Another reader sees the decision although the launch has not been answered.
            std::promise<JobState> seen;
            std::thread([&] {
                LogicThread other;
                auto work = [&](Transaction& tx) -> Result<> {
                    seen.set_value((*tx.jobs().find(OrgScope::everything(), request.job))->summary.state);
                    return {};
                };
                EXPECT_TRUE(other.run(m_database->read(work)));
            }).join();
            atLaunch = seen.get_future().get();
        };
    });
    submit(1);
    launched(1);
    EXPECT_EQ(m_logic.call([&] { return atLaunch; }), JobState::Starting);
}

TEST_F(SchedulerLoop, GivesWorkToANodeWhoseEngineComesUpLater) {
    char name[256];
    ASSERT_EQ(::gethostname(name, sizeof name), 0);
    m_logic.call([&] {
        m_engine.node.name = name;
        m_engine.absent = true;
    });
    reborn();
    const JobId id = submit(1);
    const auto waits = [&] {
        const auto verdict = m_logic.call([&] { return m_scheduler->why(id); });
        return verdict && verdict->reason.code == ReasonCode::NoNodeReady;
    };
    EXPECT_TRUE(eventually(waits, std::chrono::seconds(10)));
    const auto verdict = m_logic.call([&] { return m_scheduler->couldEverFit(resources(1, 1)); });
    EXPECT_EQ(verdict.reason.code, ReasonCode::None) << "nobody knows what that node has";
    m_logic.call([&] { m_engine.absent = false; });
    launched(1);
}

TEST_F(SchedulerLoop, StartsTheNextJobWhenResourcesComeFree) {
    const auto whole = [](Job& job) { job.spec.resources = resources(4, 1); };
    submit(1, whole);
    const JobId second = submit(2, whole);
    const TaskRunId first = launched(1);
    const auto waits = [&] {
        const auto verdict = m_logic.call([&] { return m_scheduler->why(second); });
        return verdict && verdict->reason.code == ReasonCode::NotEnoughFree;
    };
    EXPECT_TRUE(eventually(waits, std::chrono::seconds(10)));
    seeEnded(first, ReasonCode::Completed);
    launched(2);
}

TEST_F(SchedulerLoop, StartsAJobThatOvertakesAHeadWithoutRoom) {
    submit(1, [](Job& job) { job.spec.resources = resources(3, 1); });
    launched(1);
    const JobId head = submit(2, [](Job& job) { job.spec.resources = resources(4, 1); });
    const auto blocked = [&] {
        const auto verdict = m_logic.call([&] { return m_scheduler->why(head); });
        return verdict && verdict->reason.code == ReasonCode::NotEnoughFree;
    };
    EXPECT_TRUE(eventually(blocked, std::chrono::seconds(10)));
    for (int behind = 3; behind < 10; ++behind) submit(behind);
    const JobId urgent = submit(10, [](Job& job) { job.summary.priority = job.spec.priority = 50; });
    launched(2);
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.back().job; }), urgent);
}

TEST_F(SchedulerLoop, TellsAJobBehindTheHeadHowManyAreAhead) {
    const auto whole = [](Job& job) { job.spec.resources = resources(4, 1); };
    submit(1, whole);
    launched(1);
    const JobId head = submit(2, whole);
    const JobId behind = submit(3);
    const auto behindHead = [&] {
        const auto verdict = m_logic.call([&] { return m_scheduler->why(behind); });
        return verdict && verdict->reason.code == ReasonCode::BehindInQueue &&
               verdict->reason.arguments.at("ahead") == "1";
    };
    EXPECT_TRUE(eventually(behindHead, std::chrono::seconds(10)));
    EXPECT_EQ(m_logic.call([&] { return m_scheduler->why(head); })->reason.code, ReasonCode::NotEnoughFree);
    EXPECT_TRUE(eventually([&] { return stored(behind).summary.reason.code == ReasonCode::BehindInQueue; },
                           std::chrono::seconds(10)));
}

TEST_F(SchedulerLoop, StopsWhatAPersonStopped) {
    const JobId id = submit(1);
    const TaskRunId run = launched(1);
    m_logic.call([&] { m_engine.seeRunning(run); });
    ASSERT_TRUE(reaches(id, JobState::Running));
    requestStop(id);
    EXPECT_TRUE(reaches(id, JobState::Stopped));
    EXPECT_EQ(stored(id).summary.reason.code, ReasonCode::StoppedBy);
    EXPECT_THAT(m_logic.call([&] { return m_engine.stops; }), testing::ElementsAre(run));
}

TEST_F(SchedulerLoop, MakesANewAttemptAfterALostNode) {
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 1; });
    const TaskRunId first = launched(1);
    m_logic.call([&] {
        m_engine.see({first, TaskRunState::Lost, {ReasonCode::NodeLost, {}}, std::nullopt, {1}, {2}});
    });
    const TaskRunId second = launched(2);
    EXPECT_NE(first, second);
    seeEnded(second, ReasonCode::Completed);
    EXPECT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_EQ(stored(id).summary.attempt, 2);
}

TEST_F(SchedulerLoop, FailsAJobWhoseLaunchIsRefused) {
    m_logic.call([&] { m_engine.launchAnswer = Error(kInternal, "no such program"); });
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 0; });
    EXPECT_TRUE(reaches(id, JobState::Failed));
    EXPECT_EQ(stored(id).summary.reason.code, ReasonCode::LaunchFailed);
    EXPECT_EQ(openAllocations(), 0u);
}

TEST_F(SchedulerLoop, KeepsOutputsAsArtifacts) {
    const JobId id = submit(1, [](Job& job) { job.spec.outputs = {"model.bin"}; });
    seeEnded(launched(1), ReasonCode::Completed);
    ASSERT_TRUE(reaches(id, JobState::Succeeded));
    std::vector<Artifact> artifacts;
    auto work = [&](Transaction& tx) -> Result<> {
        artifacts = *tx.taskRuns().artifacts(id);
        return {};
    };
    ASSERT_TRUE(m_logic.run(m_database->read(work)));
    ASSERT_EQ(artifacts.size(), 1u);
    EXPECT_EQ(artifacts[0].path, "model.bin");
}

TEST_F(SchedulerLoop, HoldsAJobUntilTheOneItWaitsForSucceeded) {
    const JobId first = submit(1);
    const TaskRunId run = launched(1);
    const JobId second = submit(2, [&](Job& job) { job.spec.after = {first.str()}; });
    const auto held = [&] {
        const auto verdict = m_logic.call([&] { return m_scheduler->why(second); });
        return verdict && verdict->reason.code == ReasonCode::AfterOthers;
    };
    EXPECT_TRUE(eventually(held, std::chrono::seconds(10)));
    seeEnded(run, ReasonCode::Completed);
    EXPECT_EQ(m_logic.call([&, second_ = launched(2)] { return m_engine.launches.back().id == second_; }), true);
    EXPECT_EQ(stored(second).summary.state, JobState::Starting);
}

TEST_F(SchedulerLoop, FailsAJobWhoseDependencyFailed) {
    const JobId first = submit(1);
    const TaskRunId run = launched(1);
    const JobId second = submit(2, [&](Job& job) { job.spec.after = {first.str()}; });
    seeEnded(run, ReasonCode::ExitCode);
    EXPECT_TRUE(reaches(second, JobState::Failed));
    EXPECT_EQ(stored(second).summary.reason.code, ReasonCode::DependencyFailed);
}

TEST_F(SchedulerLoop, AdoptsWhatRanThroughARestart) {
    const JobId id = submit(1);
    const TaskRunId run = launched(1);
    m_logic.call([&] { m_engine.seeRunning(run); });
    ASSERT_TRUE(reaches(id, JobState::Running));
    reborn();
    seeEnded(run, ReasonCode::Completed);
    EXPECT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.size(); }), 1u);
}

TEST_F(SchedulerLoop, LaunchesADecisionAgainThatNoEngineKnows) {
    const JobId id = submit(1);
    const TaskRunId run = launched(1);
    reborn();
    EXPECT_EQ(launched(2), run) << "the same TaskRun, so that the engine can tell that it never started";
    EXPECT_EQ(stored(id).summary.attempt, 1);
    seeEnded(run, ReasonCode::Completed);
    EXPECT_TRUE(reaches(id, JobState::Succeeded));
}

TEST_F(SchedulerLoop, NeverRunsMoreThanTheNodeHolds) {
    std::size_t most = 0, now = 0;
    m_logic.call([&] {
        m_engine.onLaunch = [&](const LaunchRequest& request) {
            most = std::max(most, ++now);
            boost::asio::post(m_logic.io(), [&, id = request.id] {
                --now;
                m_engine.seeEnded(id, {ReasonCode::Completed, {}});
            });
        };
    });
    std::vector<JobId> ids;
    for (int i = 1; i <= 60; ++i) ids.push_back(submit(i));
    for (const JobId id : ids) EXPECT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_LE(m_logic.call([&] { return most; }), 4u);
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.size(); }), 60u);
}

}  // namespace ph::test
