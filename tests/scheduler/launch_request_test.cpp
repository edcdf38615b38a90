#include "scheduler/launch_request.h"

#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

LaunchSite site() {
    LaunchSite declared;
    declared.templates["python-sklearn"] = {
        "python-sklearn",
        "",
        "",
        {{"/opt/runtimes/python-sklearn", "/srv/runtimes/python-sklearn"}},
        {{"PATH", "/opt/runtimes/python-sklearn/bin:/usr/bin"}, {"MODE", "template"}}};
    declared.areas["data"] = {"data", "/srv/data", true, {}};
    declared.areas["shared"] = {"shared", "/srv/shared", false, {}};
    return declared;
}

LaunchRequest requestOf(const Job& job) {
    TaskRun run;
    run.id = idOf<TaskRunId>(4);
    run.job = job.summary.id;
    run.attempt = 2;
    return launchRequestOf(job, run, {"sim0"}, site(), {{"TOKEN", "hidden"}});
}

}  // namespace

TEST(LaunchRequest, CarriesTheSpecAndTheDecision) {
    Job job = queuedJob(7);
    job.spec.files = {{"train.py", "sha256:00", 3, true}};
    job.spec.timeLimit = {90};
    const auto request = requestOf(job);
    EXPECT_EQ(request.attempt, 2);
    EXPECT_EQ(request.command, job.spec.command);
    EXPECT_TRUE(request.files.at(0).executable);
    EXPECT_THAT(request.accelerators, testing::ElementsAre("sim0"));
    EXPECT_EQ(request.timeLimit.value, 90);
    EXPECT_EQ(request.secrets.at("TOKEN"), "hidden");
    EXPECT_EQ(request.environment.at("PH_JOB_NUMBER"), "7");
    EXPECT_EQ(request.environment.at("PH_ATTEMPT"), "2");
    EXPECT_FALSE(request.environment.contains("PH_ARRAY_INDEX"));
}

TEST(LaunchRequest, MountsTheTemplateAndLetsTheJobOverrideItsVariables) {
    Job job = queuedJob(1);
    job.spec.template_ = "python-sklearn";
    job.spec.environment = {{"MODE", "job"}};
    const auto request = requestOf(job);
    ASSERT_EQ(request.mounts.size(), 1u);
    EXPECT_EQ(request.mounts[0].source, "/srv/runtimes/python-sklearn");
    EXPECT_FALSE(request.mounts[0].writable);
    EXPECT_EQ(request.environment.at("MODE"), "job");
    EXPECT_EQ(request.environment.at("PATH"), "/opt/runtimes/python-sklearn/bin:/usr/bin");
}

TEST(LaunchRequest, MountsAnAreaNoMoreWritableThanDeclared) {
    Job job = queuedJob(1);
    job.spec.mounts = {{"data", "/data", true}, {"shared", "/shared", true}};
    const auto request = requestOf(job);
    EXPECT_TRUE(request.mounts.at(0).writable);
    EXPECT_FALSE(request.mounts.at(1).writable);
    EXPECT_EQ(request.mounts.at(1).source, "/srv/shared");
}

TEST(LaunchRequest, NamesWhatIsNoLongerDeclaredWithoutASource) {
    Job job = queuedJob(1);
    job.spec.template_ = "gone";
    job.spec.mounts = {{"gone", "/data", false}};
    const auto request = requestOf(job);
    ASSERT_EQ(request.mounts.size(), 2u);
    EXPECT_TRUE(request.mounts[0].source.empty());
    EXPECT_TRUE(request.mounts[1].source.empty());
}

TEST(LaunchRequest, TellsAnArrayItsIndex) {
    Job job = queuedJob(1);
    job.spec.array = 4;
    job.summary.arrayIndex = 3;
    EXPECT_EQ(requestOf(job).environment.at("PH_ARRAY_INDEX"), "3");
}

}  // namespace ph::test
