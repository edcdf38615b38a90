#include "domain/jobs/job_audit.h"

#include <gtest/gtest.h>

namespace ph::test {

namespace {

JobSummary failedJob() {
    JobSummary job;
    job.number = 7;
    job.name = "train";
    job.ownerName = "ada";
    job.state = JobState::Failed;
    job.reason = {ReasonCode::ExitCode, {{"code", "3"}}};
    return job;
}

}  // namespace

TEST(JobAudit, KeepsNumberNameOwnerStateAndReason) {
    EXPECT_EQ(
        auditText(failedJob()),
        R"({"number":7,"name":"train","owner_name":"ada","state":"failed","reason":{"code":"exit_code","arguments":{"code":"3"}},"jobs":1})");
}

TEST(JobAudit, SaysOfHowManyJobsItIsTheFirst) {
    EXPECT_NE(auditText(failedJob(), 40).find(R"("jobs":40)"), std::string::npos);
}

TEST(JobAudit, DiffersWithTheState) {
    auto job = failedJob();
    const auto before = auditText(job);
    job.state = JobState::Queued;
    EXPECT_NE(auditText(job), before);
}

}  // namespace ph::test
