#include "service/site.h"

#include <fmt/format.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class SubmitTest : public ::testing::Test {
protected:
    Result<SubmittedJobs> submit(JobSpec spec, const std::string& key = {}, const std::string& body = {},
                                 bool dryRun = false) {
        return site.run(site.jobs->submit(site["uma"], std::move(spec), key, body, dryRun));
    }
    std::size_t jobCount() { return site.run(site.jobs->list(site["root"], {}))->items.size(); }
    Site site;
};

TEST_F(SubmitTest, AJobIsQueuedWithTheSitesDefaultsAndItsOwner) {
    JobSpec spec = trueJob();
    spec.command = {"/usr/bin/python3", "train.py"};
    spec.priority = 7;
    const auto job = submit(spec)->jobs.front();
    EXPECT_EQ(job.name, "python3");
    EXPECT_EQ(job.state, JobState::Queued);
    EXPECT_EQ(job.reason.code, ReasonCode::Submitted);
    EXPECT_EQ(job.timeLimit, site.catalogue.limits.defaultTimeLimit);
    EXPECT_EQ(job.priority, 7);
    EXPECT_EQ(job.owner, site["uma"].user);
    EXPECT_EQ(job.ownerName, "uma");
    EXPECT_EQ(job.org, site.red);
    EXPECT_EQ(job.queuedAt, site.clock.now());
    EXPECT_EQ(job.number, 1);
    EXPECT_GT(job.seq, 0);
    EXPECT_FALSE(job.arrayOf);
    EXPECT_EQ(site.stored(job.id).spec.command, spec.command);
}

TEST_F(SubmitTest, BelowTheDisksReserveNothingNewIsTakenAndWhatIsThereCanEnd) {
    const auto earlier = submit(trueJob())->jobs.front();
    FolderBlobStore full(site.folder.path("full"), gibibytes(1 << 30));
    JobService jobs(*site.database, full, site.catalogue, site.planner, site.control, site.clock, site.random);
    const auto refused = site.run(jobs.submit(site["uma"], trueJob(), {}, {}, false));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kNoSpace);
    EXPECT_EQ(jobCount(), 1u);
    EXPECT_EQ(site.run(jobs.stop(site["uma"], earlier.id))->state, JobState::Stopped);
}

TEST_F(SubmitTest, NumbersCountWithinTheOrganisation) {
    EXPECT_EQ(site.submit(site["uma"], trueJob()).number, 1);
    EXPECT_EQ(site.submit(site["ugo"], trueJob()).number, 2);
    EXPECT_EQ(site.submit(site["bob"], trueJob()).number, 1);
}

TEST_F(SubmitTest, TheJobItsEventAndItsRecordAreOneAndTheSchedulerIsWoken) {
    const auto job = submit(trueJob())->jobs.front();
    EXPECT_EQ(site.control.wakes, 1);
    const auto event = site.allEvents().back();
    EXPECT_EQ(event.kind, EventKind::JobChanged);
    EXPECT_EQ(event.object, job.id.str());
    EXPECT_EQ(event.seq, job.seq);
    const auto record = site.lastRecord();
    EXPECT_EQ(record.action, "job.submit");
    EXPECT_EQ(record.actor, "uma");
    EXPECT_EQ(record.object, job.id.str());
    EXPECT_NE(record.after.find("\"name\":\"true\""), std::string::npos);
    EXPECT_TRUE(record.before.empty());
}

TEST_F(SubmitTest, VariablesAndCommandsStayOutOfTheAuditLog) {
    JobSpec spec = trueJob();
    spec.command = {"true", "--password=hunter22"};
    spec.environment["API_KEY"] = "hunter33";
    ASSERT_TRUE(submit(spec));
    for (const auto& record : site.records())
        EXPECT_EQ((record.before + record.after).find("hunter"), std::string::npos);
}

TEST_F(SubmitTest, AnArrayBecomesJobsWithIndexes) {
    JobSpec spec = trueJob();
    spec.array = 5;
    const auto records = site.records().size();
    const auto jobs = submit(spec)->jobs;
    ASSERT_EQ(jobs.size(), 5U);
    for (int i = 0; i < 5; ++i) {
        const auto& job = jobs[static_cast<std::size_t>(i)];
        EXPECT_EQ(job.arrayIndex, i);
        EXPECT_EQ(job.arrayOf, jobs[0].id);
        EXPECT_EQ(job.number, i + 1);
        EXPECT_EQ(job.name, "true");
        // The launch sets PH_ARRAY_INDEX from these two.
        EXPECT_EQ(site.stored(job.id).spec.array, 5);
        EXPECT_EQ(site.stored(job.id).summary.arrayIndex, i);
    }
    EXPECT_EQ(site.records().size(), records + 1) << "one record for the array";
    EXPECT_NE(site.lastRecord().after.find("\"jobs\":5"), std::string::npos);
    JobQuery query;
    query.filter.arrayOf = jobs[0].id;
    EXPECT_EQ(site.run(site.jobs->list(site["uma"], query))->items.size(), 5U);
}

TEST_F(SubmitTest, AnArrayOfOneIsStillAnArray) {
    JobSpec spec = trueJob();
    spec.array = 1;
    const auto jobs = submit(spec)->jobs;
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].arrayOf, jobs[0].id);
}

TEST_F(SubmitTest, ADryRunTellsWhatWouldBeAndChangesNothing) {
    JobSpec spec = trueJob();
    spec.array = 3;
    const auto events = site.allEvents().size();
    const auto records = site.records().size();
    const auto answer = submit(spec, "key", "hash", true);
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->jobs.size(), 3U);
    EXPECT_TRUE(answer->jobs[0].id.empty());
    EXPECT_EQ(answer->jobs[0].name, "true");
    EXPECT_EQ(answer->jobs[2].arrayIndex, 2);
    EXPECT_EQ(jobCount(), 0U);
    EXPECT_EQ(site.allEvents().size(), events);
    EXPECT_EQ(site.records().size(), records);
    EXPECT_EQ(site.control.wakes, 0);
    EXPECT_EQ(submit(spec, "key", "another hash")->jobs.size(), 3U) << "the key is still free";
}

TEST_F(SubmitTest, ADryRunTellsWhyItCouldNotStartNow) {
    site.planner.start.reason = Reason{ReasonCode::BehindInQueue, {{"ahead", "2"}, {"job", "#7"}}};
    const auto checked = submit(trueJob(), "", "", true);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->forecast.reason, site.planner.start.reason);
    EXPECT_EQ(site.planner.proposed.owner, site["uma"].user);
    EXPECT_GT(site.planner.proposed.timeLimit.value, 0) << "the site's, as it names none";
}

TEST_F(SubmitTest, ADryRunTellsEveryFault) {
    JobSpec spec = trueJob();
    spec.priority = 1000;
    spec.after = {"nonsense"};
    EXPECT_EQ(faultsOf(submit(spec, {}, {}, true).error()),
              (std::vector<std::string>{"priority range", "after[0] id"}));
}

TEST_F(SubmitTest, TheSameKeyAnswersWithTheFirstJobs) {
    const auto first = submit(trueJob(), "key", "hash").value();
    const auto again = submit(trueJob(), "key", "hash").value();
    ASSERT_EQ(again.jobs.size(), 1U);
    EXPECT_EQ(again.jobs[0].id, first.jobs[0].id);
    EXPECT_EQ(jobCount(), 1U);
    EXPECT_EQ(submit(trueJob(), "other key", "hash")->jobs[0].number, 2);
}

TEST_F(SubmitTest, TheSameKeyWithAnotherBodyIsAMismatch) {
    submit(trueJob(), "key", "hash").value();
    EXPECT_EQ(outcome(submit(trueJob(), "key", "another hash")), "idempotency-mismatch");
    EXPECT_EQ(jobCount(), 1U);
}

TEST_F(SubmitTest, TheSameKeySideBySideMakesOneJob) {
    const auto [one, other] = site.runBoth(site.jobs->submit(site["uma"], trueJob(), "key", "hash", false),
                                           site.jobs->submit(site["uma"], trueJob(), "key", "hash", false));
    EXPECT_EQ(one->jobs.at(0).id, other->jobs.at(0).id);
    EXPECT_EQ(jobCount(), 1U);
}

TEST_F(SubmitTest, ARepeatedArrayAnswersWithAllItsJobs) {
    JobSpec spec = trueJob();
    spec.array = 4;
    const auto first = submit(spec, "key", "hash").value();
    const auto again = submit(spec, "key", "hash").value();
    ASSERT_EQ(again.jobs.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(again.jobs[i].id, first.jobs[i].id);
}

TEST_F(SubmitTest, ARepeatedKeyStandsThoughTheSpecWouldBeRefusedNow) {
    const auto before = site.submit(site["uma"], trueJob()).id;
    JobSpec spec = trueJob();
    spec.after = {before.str()};
    const auto first = submit(spec, "key", "hash").value();
    site.bring(before, JobState::Failed);
    EXPECT_EQ(submit(spec, "key", "hash")->jobs[0].id, first.jobs[0].id);
    EXPECT_EQ(faultsOf(submit(spec, "new key", "hash").error()), (std::vector<std::string>{"after[0] failed"}));

    const auto plain = submit(trueJob(), "plain", "hash").value();
    site.planner.fit.reason.code = ReasonCode::NeverFits;
    EXPECT_EQ(submit(trueJob(), "plain", "hash")->jobs[0].id, plain.jobs[0].id);
}

TEST_F(SubmitTest, ARepeatedKeyOfDeletedJobsSaysSo) {
    const auto id = submit(trueJob(), "key", "hash")->jobs[0].id;
    site.bring(id, JobState::Succeeded);
    site.run(site.jobs->remove(site["uma"], id)).value();
    EXPECT_EQ(outcome(submit(trueJob(), "key", "hash")), "job-not-found");
}

TEST_F(SubmitTest, ARefusedSubmissionLeavesItsKeyFree) {
    JobSpec wrong = trueJob();
    wrong.priority = 1000;
    EXPECT_EQ(outcome(submit(wrong, "key", "hash")), "invalid");
    EXPECT_EQ(outcome(submit(trueJob(), "key", "another hash")), "ok");
}

TEST_F(SubmitTest, AKeyIsBounded) {
    EXPECT_EQ(outcome(submit(trueJob(), std::string(128, 'k'), "hash")), "ok");
    EXPECT_EQ(faultsOf(submit(trueJob(), std::string(129, 'k'), "hash").error()),
              (std::vector<std::string>{"Idempotency-Key length"}));
}

TEST_F(SubmitTest, FilesThatWereUploadedAreAccepted) {
    JobSpec spec = trueJob();
    spec.files = {{"train.py", site.upload("print(1)"), 8, false}, {"data/empty", site.upload(""), 0, false}};
    EXPECT_EQ(outcome(submit(spec)), "ok");
}

TEST_F(SubmitTest, AFileThatOnlyAnotherOrganisationSentIsMissing) {
    JobSpec spec = trueJob();
    spec.files = {{"train.py", site.upload("print(1)", "bob"), 9, false}};
    EXPECT_EQ(faultsOf(submit(spec).error()), (std::vector<std::string>{"files[0].digest missing"}))
        << "a wrong size is not told either";
    site.upload("print(1)", "ugo");
    spec.files[0].size = 8;
    EXPECT_EQ(outcome(submit(spec)), "ok") << "a colleague sent it";
}

TEST_F(SubmitTest, AJobMayFollowOneThatRunsOrSucceeded) {
    JobSpec spec = trueJob();
    for (const auto state : {JobState::Queued, JobState::Running, JobState::Succeeded}) {
        const auto id = site.submit(site["uma"], trueJob()).id;
        site.bring(id, state);
        spec.after.push_back(id.str());
    }
    EXPECT_EQ(outcome(submit(spec)), "ok");
}

TEST_F(SubmitTest, TheForecastIsThePlanners) {
    site.planner.fit.reason = {ReasonCode::NotEnoughFree, {{"resource", "cpu"}}};
    site.planner.fit.nodes = 1;
    const auto answer = submit(trueJob()).value();
    EXPECT_EQ(answer.forecast.reason.code, ReasonCode::NotEnoughFree);
    EXPECT_EQ(answer.forecast.nodes, 1);
}

TEST_F(SubmitTest, ManySideBySideAreAllKept) {
    auto submitMany = [this](int count) -> Async<int> {
        int made = 0;
        for (int i = 0; i < count; ++i) {
            auto pending = site.jobs->submit(site["uma"], trueJob(), fmt::format("{}", i), "hash", false);
            const auto done = co_await std::move(pending);
            if (done && done->jobs.size() == 1) ++made;
        }
        co_return made;
    };
    const auto [one, other] = site.runBoth(submitMany(50), submitMany(50));
    EXPECT_EQ(*one, 50);
    EXPECT_EQ(*other, 50);
    EXPECT_EQ(jobCount(), 50U) << "each key made one job";
}

}  // namespace
}  // namespace ph::test
