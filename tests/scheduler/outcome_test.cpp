#include "scheduler/outcome.h"

#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

constexpr Timestamp kNow{1'000'000'000};

Job runningJob(RetryPolicy retries = {0, 0, {75}}) {
    Job job = queuedJob(1);
    job.summary.state = JobState::Running;
    job.summary.attempt = 1;
    job.taskRun = idOf<TaskRunId>(1);
    job.spec.retries = retries;
    return job;
}

Ending ending(ReasonCode code, std::map<std::string, std::string> arguments = {}) {
    return {{code, std::move(arguments)}, {5}, {9}, {}};
}

}  // namespace

TEST(Outcome, CompletedWorkSucceeds) {
    Job job = runningJob();
    applyEnding(job, ending(ReasonCode::Completed), kNow);
    EXPECT_EQ(job.summary.state, JobState::Succeeded);
    EXPECT_EQ(job.summary.endedAt, Timestamp{9});
}

TEST(Outcome, ANonZeroExitFailsWithItsCode) {
    Job job = runningJob();
    applyEnding(job, ending(ReasonCode::ExitCode, {{"code", "3"}}), kNow);
    EXPECT_EQ(job.summary.state, JobState::Failed);
    EXPECT_EQ(job.summary.reason.arguments.at("code"), "3");
}

TEST(Outcome, AStopByAPersonStaysAStopHoweverTheProcessEnded) {
    for (const auto code : {ReasonCode::Completed, ReasonCode::Signal, ReasonCode::ExitCode, ReasonCode::NodeLost}) {
        Job job = runningJob({5, 5, {}});
        job.summary.state = JobState::Stopping;
        job.summary.reason = {ReasonCode::StoppedBy, {{"user", "admin"}}};
        applyEnding(job, ending(code), kNow);
        EXPECT_EQ(job.summary.state, JobState::Stopped);
        EXPECT_EQ(job.summary.reason.code, ReasonCode::StoppedBy);
    }
}

TEST(Outcome, ALostNodeIsRetriedAfterABackOff) {
    Job job = runningJob({2, 0, {}});
    applyEnding(job, ending(ReasonCode::NodeLost), kNow);
    EXPECT_EQ(job.summary.state, JobState::Queued);
    EXPECT_EQ(job.summary.reason.code, ReasonCode::RetryAfter);
    EXPECT_EQ(job.summary.reason.arguments.at("attempt"), "2");
    EXPECT_EQ(job.summary.reason.arguments.at("cause"), "node_lost");
    EXPECT_EQ(job.notBefore, kNow + std::chrono::seconds(1));
    EXPECT_FALSE(job.taskRun);
}

TEST(Outcome, RetriesOfAClassRunOut) {
    Job job = runningJob({2, 0, {}});
    for (int attempt = 0; attempt < 2; ++attempt) {
        applyEnding(job, ending(ReasonCode::NodeLost), kNow);
        ASSERT_EQ(job.summary.state, JobState::Queued);
        job.summary.state = JobState::Running;
    }
    applyEnding(job, ending(ReasonCode::NodeLost), kNow);
    EXPECT_EQ(job.summary.state, JobState::Failed);
    EXPECT_EQ(job.summary.reason.code, ReasonCode::NodeLost);
}

TEST(Outcome, ExitCodesNamedTransientUseTransientRetries) {
    Job transient = runningJob({1, 0, {75}});
    applyEnding(transient, ending(ReasonCode::ExitCode, {{"code", "75"}}), kNow);
    EXPECT_EQ(transient.summary.state, JobState::Queued);
    Job permanent = runningJob({1, 0, {75}});
    applyEnding(permanent, ending(ReasonCode::ExitCode, {{"code", "1"}}), kNow);
    EXPECT_EQ(permanent.summary.state, JobState::Failed);
}

TEST(Outcome, TheBackOffDoublesUpToFiveMinutes) {
    Job job = runningJob({100, 0, {}});
    std::vector<std::int64_t> seconds;
    for (int i = 0; i < 11; ++i) {
        job.summary.state = JobState::Running;
        applyEnding(job, ending(ReasonCode::NodeLost), kNow);
        seconds.push_back((job.notBefore - kNow).count() / 1'000'000);
    }
    EXPECT_THAT(seconds, testing::ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300));
}

TEST(Outcome, OutputsThatCouldNotBeKeptFailTheJob) {
    Job job = runningJob();
    auto done = ending(ReasonCode::Completed);
    done.outputFailures.push_back({ReasonCode::OutputFailed, {{"path", "model.bin"}}});
    applyEnding(job, done, kNow);
    EXPECT_EQ(job.summary.state, JobState::Failed);
    EXPECT_EQ(job.summary.reason.arguments.at("path"), "model.bin");
}

TEST(Outcome, ASecondStopOfALostRunKeepsTheFirstReason) {
    Job job = runningJob({1, 1, {}});
    job.summary.state = JobState::Stopping;
    job.summary.reason = {ReasonCode::StoppedBy, {{"user", "root"}}};
    applyEnding(job, ending(ReasonCode::LaunchFailed), kNow);
    EXPECT_EQ(job.summary.state, JobState::Stopped);
    EXPECT_EQ(job.summary.reason.arguments.at("user"), "root");
}

}  // namespace ph::test
