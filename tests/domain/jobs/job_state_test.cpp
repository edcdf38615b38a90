#include "domain/jobs/job_state.h"

#include "reflect/codec.h"

#include <gmock/gmock.h>

#include <set>

namespace ph::test {

namespace {

constexpr std::array kJobStates{JobState::AwaitingApproval, JobState::Queued,    JobState::Starting, JobState::Running,
                                JobState::Stopping,         JobState::Succeeded, JobState::Failed,   JobState::Stopped};
constexpr std::array kRunStates{TaskRunState::Pending, TaskRunState::Launching, TaskRunState::Running,
                                TaskRunState::Ended, TaskRunState::Lost};

std::string successors(JobState from) {
    std::string text;
    for (const auto to : kJobStates)
        if (mayBecome(from, to)) text += (text.empty() ? "" : " ") + reflect::word(to);
    return text;
}

std::string successors(TaskRunState from) {
    std::string text;
    for (const auto to : kRunStates)
        if (mayBecome(from, to)) text += (text.empty() ? "" : " ") + reflect::word(to);
    return text;
}

TEST(JobState, HasExactlyTheseSteps) {
    EXPECT_EQ(successors(JobState::AwaitingApproval), "queued stopped");
    EXPECT_EQ(successors(JobState::Queued), "starting failed stopped");
    EXPECT_EQ(successors(JobState::Starting), "queued running stopping succeeded failed");
    EXPECT_EQ(successors(JobState::Running), "queued stopping succeeded failed stopped");
    EXPECT_EQ(successors(JobState::Stopping), "queued succeeded failed stopped");
}

TEST(JobState, LeavesNoFinalState) {
    for (const auto state : kJobStates) EXPECT_EQ(isFinal(state), successors(state).empty()) << reflect::word(state);
    EXPECT_TRUE(isFinal(JobState::Succeeded) && isFinal(JobState::Failed) && isFinal(JobState::Stopped));
}

TEST(JobState, ReachesAFinalStateFromEverywhere) {
    std::set<JobState> ending{JobState::Succeeded, JobState::Failed, JobState::Stopped};
    for (std::size_t round = 0; round < kJobStates.size(); ++round)
        for (const auto from : kJobStates)
            for (const auto to : kJobStates)
                if (mayBecome(from, to) && ending.contains(to)) ending.insert(from);
    EXPECT_EQ(ending.size(), kJobStates.size());
}

TEST(TaskRunState, NeverGoesBack) {
    EXPECT_EQ(successors(TaskRunState::Pending), "launching running ended lost");
    EXPECT_EQ(successors(TaskRunState::Launching), "running ended lost");
    EXPECT_EQ(successors(TaskRunState::Running), "ended lost");
    EXPECT_EQ(successors(TaskRunState::Ended), "");
    EXPECT_EQ(successors(TaskRunState::Lost), "");
}

TEST(ReasonCode, OnlyLostNodesAndFailedLaunchesMayPassByThemselves) {
    EXPECT_TRUE(isTransient(ReasonCode::NodeLost));
    EXPECT_TRUE(isTransient(ReasonCode::LaunchFailed));
    for (const auto code : {ReasonCode::ExitCode, ReasonCode::OutOfMemory, ReasonCode::TimeLimit, ReasonCode::StoppedBy,
                            ReasonCode::CommandNotFound, ReasonCode::Completed})
        EXPECT_FALSE(isTransient(code)) << reflect::word(code);
}

}  // namespace

}  // namespace ph::test
