#include "scheduler/scheduler_site.h"

#include <gmock/gmock.h>

namespace ph::test {

using SchedulerUpkeep = SchedulerSite;

namespace {

std::vector<Event> eventsOf(Transaction& tx, EventKind kind) {
    std::vector<Event> found;
    for (auto& event : *tx.events().read(0, 1000))
        if (event.kind == kind) found.push_back(std::move(event));
    return found;
}

}  // namespace

TEST_F(SchedulerUpkeep, WritesANodesRowWhenItChangesAndOnlyThen) {
    const auto rows = [&] {
        return look<std::size_t>([](Transaction& tx) { return eventsOf(tx, EventKind::NodeChanged).size(); });
    };
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    const JobId id = submit(1);
    const TaskRunId run = launched(1);
    ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    const auto held =
        look<std::string>([](Transaction& tx) { return eventsOf(tx, EventKind::NodeChanged).back().payload; });
    EXPECT_THAT(held, testing::HasSubstr("\"running\":1"));
    seeEnded(run, ReasonCode::Completed);
    ASSERT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_TRUE(eventually([&] { return rows() == 3; }));
}

TEST_F(SchedulerUpkeep, KeepsANodesIdOverRestarts) {
    const auto before = m_logic.call([&] { return m_scheduler->nodes().at(0).id; });
    reborn();
    EXPECT_EQ(m_logic.call([&] { return m_scheduler->nodes().at(0).id; }), before);
}

TEST_F(SchedulerUpkeep, EndsATaskWhoseShimOverlooksItsTimeLimit) {
    const JobId id = submit(1, [](Job& job) { job.spec.timeLimit = {10}; });
    const TaskRunId run = launched(1);
    m_logic.call([&] { m_engine.seeRunning(run); });
    ASSERT_TRUE(reaches(id, JobState::Running));
    m_clock.moveAhead(std::chrono::seconds(60));
    EXPECT_EQ(stored(id).summary.state, JobState::Running) << "the shim has a minute to end it first";
    m_clock.moveAhead(std::chrono::seconds(20));
    ASSERT_TRUE(reaches(id, JobState::Failed));
    EXPECT_EQ(stored(id).summary.reason.code, ReasonCode::TimeLimit);
    EXPECT_EQ(stored(id).summary.reason.arguments.at("limit"), "10");
}

TEST_F(SchedulerUpkeep, RemovesTheRunsOfADeletedJob) {
    const JobId kept = submit(1);
    const TaskRunId keptRun = launched(1);
    seeEnded(keptRun, ReasonCode::Completed);
    ASSERT_TRUE(reaches(kept, JobState::Succeeded));
    const JobId id = submit(2);
    const TaskRunId run = launched(2);
    seeEnded(run, ReasonCode::Completed);
    ASSERT_TRUE(reaches(id, JobState::Succeeded));
    auto remove = [id](Transaction& tx) -> Result<> {
        auto job = tx.jobs().find(OrgScope::everything(), id);
        return tx.jobs().remove(**job);
    };
    ASSERT_TRUE(m_logic.run(m_database->write(remove)));
    m_scheduler->jobRemoved();
    EXPECT_TRUE(eventually([&] { return m_logic.call([&] { return m_engine.removals.size() == 1; }); }));
    EXPECT_THAT(m_logic.call([&] { return m_engine.removals; }), testing::ElementsAre(run));
}

TEST_F(SchedulerUpkeep, TellsWhatIsMissingOnTheBiggestNode) {
    auto wanted = resources(1, 64);
    const auto verdict = m_logic.call([&] { return m_scheduler->couldEverFit(wanted); });
    EXPECT_EQ(verdict.reason.code, ReasonCode::NeverFits);
    EXPECT_EQ(verdict.reason.arguments.at("resource"), "memory");
    EXPECT_EQ(verdict.reason.arguments.at("most"), std::to_string(gibibytes(8).value));
    const auto fits = m_logic.call([&] { return m_scheduler->couldEverFit(resources(1, 1)); });
    EXPECT_EQ(fits.reason.code, ReasonCode::None);
}

TEST_F(SchedulerUpkeep, TellsWhetherANewJobCouldStartNow) {
    const auto forecast = [&](int cpu, int priority) {
        return m_logic.run(m_scheduler->whatIf({idOf<OrgId>(1), idOf<UserId>(1), priority, {60}, resources(cpu, 1)}))
            ->reason;
    };
    const auto all = m_logic.call([&] { return m_scheduler->nodes().front().capacity.cpu.value / 1000; });
    submit(1);
    launched(1);
    EXPECT_EQ(forecast(1, 0).code, ReasonCode::None);
    EXPECT_EQ(forecast(static_cast<int>(all), 0).code, ReasonCode::NotEnoughFree);
    EXPECT_EQ(forecast(1'000, 0).code, ReasonCode::NeverFits);
    const JobId waiting = submit(2, [&](Job& job) { job.spec.resources = resources(static_cast<int>(all), 1); });
    ASSERT_TRUE(eventually([&] { return m_logic.call([&] { return m_scheduler->why(waiting).has_value(); }); }));
    EXPECT_EQ(forecast(1, 0).code, ReasonCode::BehindInQueue);
    EXPECT_EQ(forecast(1, 0).arguments.at("ahead"), "1");
    EXPECT_EQ(forecast(1, 1).code, ReasonCode::None);
}

TEST_F(SchedulerUpkeep, ClosesTheIntervalOfEachAttemptWithItsReason) {
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 1; });
    const TaskRunId first = launched(1);
    m_logic.call([&] {
        m_engine.see({first, TaskRunState::Lost, {ReasonCode::NodeLost, {}}, std::nullopt, {1}, {2}});
    });
    const TaskRunId second = launched(2);
    EXPECT_EQ(openAllocations(), 1u);
    seeEnded(second, ReasonCode::Completed);
    ASSERT_TRUE(reaches(id, JobState::Succeeded));
    EXPECT_EQ(openAllocations(), 0u);
    const auto runs = look<std::vector<TaskRun>>([id](Transaction& tx) { return *tx.taskRuns().ofJob(id); });
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].state, TaskRunState::Lost);
    EXPECT_EQ(runs[0].reason.code, ReasonCode::NodeLost);
    EXPECT_EQ(runs[1].state, TaskRunState::Ended);
}

TEST_F(SchedulerUpkeep, WaitsOutTheBackOffOfARetry) {
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 5; });
    const TaskRunId first = launched(1);
    m_logic.call([&] {
        m_engine.see({first, TaskRunState::Lost, {ReasonCode::NodeLost, {}}, std::nullopt, {1}, {2}});
    });
    ASSERT_TRUE(reaches(id, JobState::Queued));
    const auto verdict = m_logic.call([&] { return m_scheduler->why(id); });
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->reason.code, ReasonCode::RetryAfter);
    EXPECT_EQ(verdict->reason.arguments.at("attempt"), "2");
    launched(2);
}

TEST_F(SchedulerUpkeep, AJobStoppedWhileItWaitsIsNeverLaunched) {
    const auto whole = [](Job& job) { job.spec.resources = resources(4, 1); };
    submit(1, whole);
    const TaskRunId run = launched(1);
    const JobId waiting = submit(2, whole);
    auto stop = [waiting](Transaction& tx) -> Result<> {
        auto job = tx.jobs().find(OrgScope::everything(), waiting);
        (*job)->summary.state = JobState::Stopped;
        (*job)->summary.reason = {ReasonCode::StoppedBy, {{"user", "ada"}}};
        return tx.jobs().update(**job);
    };
    ASSERT_TRUE(m_logic.run(m_database->write(stop)));
    // The loop has not been told: its decision meets the stored state inside the transaction.
    seeEnded(run, ReasonCode::Completed);
    const JobId last = submit(3);
    const TaskRunId next = launched(2);
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.back().job; }), last);
    EXPECT_NE(next, run);
    EXPECT_EQ(stored(waiting).summary.state, JobState::Stopped);
}

TEST_F(SchedulerUpkeep, SecretsReachTheLaunchAndNothingElse) {
    auto put = [](Transaction& tx) -> Result<> {
        return tx.secrets().put(idOf<OrgId>(1), idOf<UserId>(1), "hub", "s3cret", {1});
    };
    ASSERT_TRUE(m_logic.run(m_database->write(put)));
    const JobId id = submit(1, [](Job& job) { job.spec.secrets = {{"HUB_TOKEN", "hub"}}; });
    launched(1);
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.back().secrets.at("HUB_TOKEN"); }), "s3cret");
    const auto events = look<std::string>([](Transaction& tx) {
        std::string all;
        for (const auto& event : *tx.events().read(0, 1000)) all += event.payload;
        return all;
    });
    EXPECT_EQ(events.find("s3cret"), std::string::npos);
    EXPECT_EQ(stored(id).spec.secrets.at("HUB_TOKEN"), "hub");
}

TEST_F(SchedulerUpkeep, StopsADecisionThatWasNeverLaunchedAfterARestart) {
    m_logic.call([&] { m_engine.launchAnswer = Error(kUnavailable); });
    const JobId id = submit(1, [](Job& job) { job.spec.retries.transient = 100; });
    launched(1);
    ASSERT_TRUE(reaches(id, JobState::Queued));
    end();
    auto decided = [id](Transaction& tx) -> Result<> {
        auto job = tx.jobs().find(OrgScope::everything(), id);
        TaskRun run;
        run.id = idOf<TaskRunId>(77);
        run.job = id;
        run.org = (*job)->summary.org;
        run.attempt = 9;
        run.node = *(*job)->summary.node;
        (*job)->taskRun = run.id;
        (*job)->summary.state = JobState::Starting;
        if (const auto done = tx.taskRuns().insert(run); !done) return done.error();
        if (const auto done = tx.jobs().update(**job); !done) return done.error();
        (*job)->summary.state = JobState::Stopping;
        (*job)->summary.reason = {ReasonCode::StoppedBy, {{"user", "ada"}}};
        return tx.jobs().update(**job);
    };
    ASSERT_TRUE(m_logic.run(m_database->write(decided)));
    const auto before = m_logic.call([&] { return m_engine.launches.size(); });
    reborn();
    EXPECT_TRUE(reaches(id, JobState::Stopped));
    EXPECT_EQ(m_logic.call([&] { return m_engine.launches.size(); }), before);
}

}  // namespace ph::test
