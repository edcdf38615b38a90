#include "service/site.h"

#include <fmt/format.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class JobTest : public ::testing::Test {
protected:
    JobId job(JobState state = JobState::Queued) {
        const auto id = site.submit(site["uma"], trueJob()).id;
        site.bring(id, state);
        site.control.wakes = 0;
        return id;
    }
    Result<JobSummary> stop(JobId id, const std::string& who = "uma") {
        return site.run(site.jobs->stop(site[who], id));
    }
    Site site;
};

TEST_F(JobTest, AQueuedJobStopsAtOnce) {
    const auto id = job();
    site.clock.advance(5s);
    const auto stopped = stop(id, "ada");
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->state, JobState::Stopped);
    EXPECT_EQ(stopped->reason, (Reason{ReasonCode::StoppedBy, {{"user", "ada"}}}));
    EXPECT_EQ(stopped->endedAt, site.clock.now());
    EXPECT_EQ(site.stored(id).summary.state, JobState::Stopped);
    EXPECT_EQ(site.control.wakes, 1);
}

TEST_F(JobTest, WhatHoldsANodeGoesToStoppingFirst) {
    for (const auto state : {JobState::Starting, JobState::Running}) {
        const auto id = job(state);
        const auto stopped = stop(id);
        ASSERT_TRUE(stopped);
        EXPECT_EQ(stopped->state, JobState::Stopping);
        EXPECT_EQ(stopped->reason.code, ReasonCode::StoppedBy);
        EXPECT_FALSE(stopped->endedAt);
        EXPECT_EQ(site.control.wakes, 1);
    }
}

TEST_F(JobTest, StoppingTwiceIsNoErrorAndNoChange) {
    const auto id = job(JobState::Running);
    stop(id).value();
    site.control.wakes = 0;
    const auto records = site.records().size();
    EXPECT_EQ(stop(id, "ada")->state, JobState::Stopping);
    EXPECT_EQ(site.stored(id).summary.reason.arguments.at("user"), "uma");
    EXPECT_EQ(site.records().size(), records);
    EXPECT_EQ(site.control.wakes, 0);
}

TEST_F(JobTest, WhatHasEndedCannotBeStopped) {
    for (const auto state : {JobState::Succeeded, JobState::Failed, JobState::Stopped})
        EXPECT_EQ(outcome(stop(job(state))), "job-ended");
    EXPECT_EQ(site.control.wakes, 0);
}

TEST_F(JobTest, AStopIsAuditedWithBothStates) {
    const auto id = job();
    stop(id, "ada").value();
    const auto record = site.lastRecord();
    EXPECT_EQ(record.action, "job.stop");
    EXPECT_EQ(record.actor, "ada");
    EXPECT_EQ(record.org, site.red);
    EXPECT_NE(record.before.find("\"queued\""), std::string::npos);
    EXPECT_NE(record.after.find("\"stopped\""), std::string::npos);
}

TEST_F(JobTest, AForeignStopIsRecordedInTheJobsOrganisation) {
    const auto id = site.submit(site["bob"], trueJob()).id;
    stop(id, "root").value();
    EXPECT_EQ(site.lastRecord().org, site.blue);
}

TEST_F(JobTest, AnEndedJobIsRemovedWithAnEventAndARecord) {
    const auto id = job(JobState::Succeeded);
    EXPECT_EQ(outcome(site.run(site.jobs->remove(site["uma"], id))), "ok");
    EXPECT_EQ(outcome(site.run(site.jobs->get(site["uma"], id))), "job-not-found");
    EXPECT_EQ(site.allEvents().back().kind, EventKind::JobRemoved);
    EXPECT_EQ(site.allEvents().back().object, id.str());
    EXPECT_EQ(site.lastRecord().action, "job.remove");
    EXPECT_TRUE(site.lastRecord().after.empty());
    EXPECT_EQ(site.control.wakes, 1);
    EXPECT_EQ(outcome(site.run(site.jobs->remove(site["uma"], id))), "job-not-found");
}

TEST_F(JobTest, WhatRunsOrWaitsCannotBeRemoved) {
    for (const auto state : {JobState::Queued, JobState::Starting, JobState::Running})
        EXPECT_EQ(outcome(site.run(site.jobs->remove(site["uma"], job(state)))), "job-not-ended");
    EXPECT_EQ(site.control.wakes, 0);
}

TEST_F(JobTest, WhyOfAWaitingJobIsThePlannersVerdict) {
    const auto id = job();
    EXPECT_EQ(site.run(site.jobs->why(site["uma"], id))->reason.code, ReasonCode::Submitted) << "not looked at yet";
    Verdict verdict;
    verdict.reason = {ReasonCode::BehindInQueue, {{"ahead", "3"}}};
    verdict.nodes = 1;
    site.planner.waiting[id] = verdict;
    EXPECT_EQ(site.run(site.jobs->why(site["uma"], id))->reason, verdict.reason);
    EXPECT_EQ(site.run(site.jobs->why(site["uma"], id))->nodes, 1);
}

TEST_F(JobTest, WhyNamesJobsInTheWayToThoseOnlyWhoMaySeeThem) {
    const auto id = job();
    const auto foreign = site.submit(site["bob"], trueJob());
    const auto neighbour = site.submit(site["ugo"], trueJob());
    const auto own = site.submit(site["uma"], trueJob());
    Verdict verdict;
    verdict.reason = {ReasonCode::BehindInQueue, {{"ahead", "3"}}};
    for (const auto& other : {foreign, neighbour, own}) {
        verdict.blockers.push_back({other.id, 0, {}, {5}, 2, {4000}, {1 << 20}});
        verdict.keepers.push_back({other.id, 0, {}, {6}, 1});
    }
    site.planner.waiting[id] = verdict;
    const auto names = [&](const char* who) {
        const auto told = site.run(site.jobs->why(site[who], id)).value();
        std::string text;
        for (const auto& one : told.blockers) {
            EXPECT_EQ(one.cards, 2);
            EXPECT_EQ(one.cpu.value, 4000);
            EXPECT_EQ(one.job.has_value(), one.number > 0);
            text += one.job ? one.ownerName + " " : "? ";
        }
        for (const auto& one : told.keepers) text += one.job ? one.ownerName + " " : "? ";
        return text;
    };
    EXPECT_EQ(names("uma"), "? ? uma ? ? uma ");
    EXPECT_EQ(names("ada"), "? ugo uma ? ugo uma ");
    EXPECT_EQ(names("root"), "bob ugo uma bob ugo uma ");
}

TEST_F(JobTest, WhyOfAnEndedJobIsItsReason) {
    const auto id = job();
    site.planner.waiting[id] = {};
    stop(id).value();
    EXPECT_EQ(site.run(site.jobs->why(site["uma"], id))->reason.code, ReasonCode::StoppedBy);
}

TEST_F(JobTest, AViewHasAttemptsAndHistory) {
    const auto id = job(JobState::Succeeded);
    const auto view = site.run(site.jobs->get(site["uma"], id)).value();
    EXPECT_EQ(view.job.spec.command, (std::vector<std::string>{"true"}));
    ASSERT_EQ(view.taskRuns.size(), 1U);
    EXPECT_EQ(view.taskRuns[0].attempt, 1);
    std::vector<JobState> states;
    for (const auto& line : view.history) states.push_back(line.state);
    EXPECT_EQ(states,
              (std::vector<JobState>{JobState::Queued, JobState::Starting, JobState::Running, JobState::Succeeded}));
}

TEST_F(JobTest, TheTaskRunIsTheLatestUnlessAnAttemptIsNamed) {
    const auto id = job();
    EXPECT_EQ(outcome(site.run(site.jobs->taskRun(site["uma"], id, 0))), "job-not-started");
    site.bring(id, JobState::Running);
    site.write([&](Transaction& tx) -> Result<int> {
            auto stored = tx.jobs().find(OrgScope::everything(), id).value().value();
            stored.summary.state = JobState::Queued;
            if (const auto done = tx.jobs().update(stored); !done) return done.error();
            return 0;
        })
        .value();
    EXPECT_EQ(site.run(site.jobs->taskRun(site["uma"], id, 0))->attempt, 1)
        << "the log of the last attempt stays readable";
    site.bring(id, JobState::Running);
    EXPECT_EQ(site.run(site.jobs->taskRun(site["uma"], id, 0))->attempt, 2);
    EXPECT_EQ(site.run(site.jobs->taskRun(site["uma"], id, 1))->attempt, 1);
    const auto future = site.run(site.jobs->taskRun(site["uma"], id, 3));
    EXPECT_EQ(outcome(future), "job-not-started");
    EXPECT_EQ(future.error().arguments[0].second, "3");
}

TEST_F(JobTest, AnArtifactIsTheLastAttemptsUnlessOneIsNamed) {
    const auto id = job(JobState::Succeeded);
    const auto digest = [](char c) { return "sha256:" + std::string(64, c); };
    site.write([&](Transaction& tx) -> Result<int> {
            const auto done = tx.taskRuns().addArtifacts({{id, 1, "model.bin", digest('a'), 1, site.clock.now()},
                                                          {id, 2, "model.bin", digest('b'), 2, site.clock.now()},
                                                          {id, 1, "log.txt", digest('c'), 3, site.clock.now()}});
            if (!done) return done.error();
            return 0;
        })
        .value();
    EXPECT_EQ(site.run(site.jobs->artifacts(site["uma"], id))->size(), 3U);
    const auto get = [&](const std::string& path, int attempt) {
        return site.run(site.jobs->artifact(site["uma"], id, path, attempt));
    };
    EXPECT_EQ(get("model.bin", 0)->digest, digest('b'));
    EXPECT_EQ(get("model.bin", 1)->digest, digest('a'));
    EXPECT_EQ(get("log.txt", 0)->attempt, 1);
    EXPECT_EQ(outcome(get("log.txt", 2)), "artifact-not-found");
    EXPECT_EQ(outcome(get("nothing", 0)), "artifact-not-found");
}

TEST_F(JobTest, UnknownIdsAreNotFound) {
    const auto id = JobId::random(site.random);
    EXPECT_EQ(outcome(site.run(site.jobs->get(site["root"], id))), "job-not-found");
    EXPECT_EQ(outcome(stop(id, "root")), "job-not-found");
    EXPECT_EQ(outcome(stop(JobId(), "root")), "job-not-found");
}

TEST_F(JobTest, PagesGoThroughEverythingOnce) {
    for (int i = 0; i < 25; ++i) job();
    JobQuery query;
    query.limit = 10;
    std::vector<std::int64_t> numbers;
    std::vector<std::size_t> sizes;
    do {
        const auto page = site.run(site.jobs->list(site["uma"], query)).value();
        sizes.push_back(page.items.size());
        for (const auto& row : page.items) numbers.push_back(row.number);
        query.before = page.next;
    } while (query.before != 0);
    EXPECT_EQ(sizes, (std::vector<std::size_t>{10, 10, 5}));
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], 25 - static_cast<std::int64_t>(i));
}

TEST_F(JobTest, AFullLastPageHasNoNext) {
    for (int i = 0; i < 10; ++i) job();
    JobQuery query;
    query.limit = 10;
    const auto page = site.run(site.jobs->list(site["uma"], query)).value();
    EXPECT_EQ(page.items.size(), 10U);
    EXPECT_EQ(page.next, 0);
}

TEST_F(JobTest, ALimitIsBroughtIntoItsRange) {
    for (int i = 0; i < 3; ++i) job();
    for (const auto& [given, expected] : {std::pair{0, 1U}, std::pair{-5, 1U}, std::pair{100'000, 3U}}) {
        JobQuery query;
        query.limit = given;
        EXPECT_EQ(site.run(site.jobs->list(site["uma"], query))->items.size(), expected) << given;
    }
}

TEST_F(JobTest, FiltersNarrow) {
    job(JobState::Running);
    job(JobState::Failed);
    JobSpec named = trueJob();
    named.name = "Training of the big one";
    site.submit(site["uma"], named);
    JobQuery query;
    query.filter.states = {JobState::Running, JobState::Failed};
    EXPECT_EQ(site.run(site.jobs->list(site["uma"], query))->items.size(), 2U);
    query.filter = {};
    query.filter.nameContains = "big one";
    EXPECT_EQ(site.run(site.jobs->list(site["uma"], query))->items.size(), 1U);
}

TEST_F(JobTest, RowsAreAtLeastAsNewAsThePosition) {
    job();
    const auto page = site.run(site.jobs->list(site["uma"], {})).value();
    EXPECT_EQ(page.position, site.database->head());
    EXPECT_LE(page.items[0].seq, page.position.seq);
}

}  // namespace
}  // namespace ph::test
