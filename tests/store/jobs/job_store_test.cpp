#include "store/jobs/job_store.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"
#include "store/store_fixture.h"

namespace ph::test {

namespace {

JobFilter byState(std::vector<JobState> states) {
    return {std::move(states), {}, {}, {}};
}
JobFilter byName(std::string part) {
    return {{}, std::move(part), {}, {}};
}
JobFilter byOwner(UserId owner) {
    return {{}, {}, owner, {}};
}
JobFilter byArray(JobId first) {
    return {{}, {}, {}, first};
}

class JobStoreTest : public StoreTest {
protected:
    std::vector<JobSummary> list(const OrgScope& scope, const JobFilter& filter, std::int64_t before = 0,
                                 int most = 100) {
        return seen([&](Transaction& tx) { return tx.jobs().list(scope, filter, before, most); });
    }
    std::vector<std::string> names(const std::vector<JobSummary>& jobs) {
        std::vector<std::string> names;
        for (const auto& job : jobs) names.push_back(job.name);
        return names;
    }
    Job named(const std::string& name, OrgId of, UserId owner) {
        auto job = newJob(of, owner);
        job.summary.name = name;
        return stored(job);
    }
    Job named(const std::string& name) { return named(name, org, user); }
};

TEST_F(JobStoreTest, AJobComesBackAsItWasStored) {
    auto job = newJob();
    job.spec.files = {{"train.py", "sha256:" + std::string(64, 'a'), 12, true}};
    job.spec.environment = {{"EPOCHS", "3"}, {"NAME", "it's \"quoted\" ünïcode \xe4\xb8\xad"}};
    job.spec.after = {JobId::random(random).str()};
    job.spec.outputs = {"*.png"};
    job.summary.resources.accelerators = {{"H100", 2}};
    job.summary.resources.cpu = {1500};
    job.summary.reason = {ReasonCode::AfterOthers, {{"jobs", "3"}}};
    job.summary.node = NodeId::random(random);
    job.summary.nodeName = "n1";
    job.summary.arrayOf = job.summary.id;
    job.summary.arrayIndex = 4;
    job.summary.priority = -7;
    job.taskRun = TaskRunId::random(random);
    job.transientRetries = 1;
    job.permanentRetries = 2;
    job.notBefore = clock.now();
    job = stored(job);
    const auto back = found(job.summary.id);
    ASSERT_TRUE(back);
    EXPECT_EQ(reflect::encode(*back), reflect::encode(job));
}

TEST_F(JobStoreTest, NumbersOfAnOrganisationAreNeverGivenAgain) {
    const auto first = stored();
    const auto second = stored();
    EXPECT_EQ(first.summary.number, 1);
    EXPECT_EQ(second.summary.number, 2);
    write([&](Transaction& tx) { return tx.jobs().remove(second); });
    EXPECT_EQ(stored().summary.number, 3);
    EXPECT_EQ(stored(newJob(OrgId::random(random), user)).summary.number, 1);
}

TEST_F(JobStoreTest, EveryChangeWritesAnEventThatCarriesTheRow) {
    auto job = stored();
    job = movedTo(job, JobState::Starting);
    const auto written = events();
    ASSERT_EQ(written.size(), 2u);
    const auto& last = written.back();
    EXPECT_EQ(last.kind, EventKind::JobChanged);
    EXPECT_EQ(last.seq, job.summary.seq);
    EXPECT_EQ(last.object, job.summary.id.str());
    EXPECT_EQ(last.org, org);
    EXPECT_EQ(last.owner, user);
    const auto row = reflect::decode<JobSummary>(*reflect::parseJson(last.payload));
    ASSERT_TRUE(row);
    EXPECT_EQ(reflect::encode(*row), reflect::encode(job.summary));
    EXPECT_EQ(reflect::encode(found(job.summary.id)->summary), reflect::encode(job.summary));
}

TEST_F(JobStoreTest, AnUpdateOfAnOlderRowIsAConflict) {
    const auto job = stored();
    movedTo(job, JobState::Starting);
    auto late = job;
    late.summary.state = JobState::Stopped;
    const auto done = tryWrite([&](Transaction& tx) { return tx.jobs().update(late); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kVersionConflict);
    EXPECT_EQ(found(job.summary.id)->summary.state, JobState::Starting);
}

TEST_F(JobStoreTest, AnUpdateOfAJobThatIsNotThereIsNotFound) {
    auto job = newJob();
    const auto done = tryWrite([&](Transaction& tx) { return tx.jobs().update(job); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kJobNotFound);
}

TEST_F(JobStoreTest, AStepOutsideTheStateTableIsABug) {
    auto job = stored();
    job.summary.state = JobState::Succeeded;
    const auto done = tryWrite([&](Transaction& tx) { return tx.jobs().update(job); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kInternal);
    EXPECT_EQ(found(job.summary.id)->summary.state, JobState::Queued);
}

TEST_F(JobStoreTest, HistoryHasALineForEachStateReasonAndAttempt) {
    auto job = stored();
    clock.advance(std::chrono::seconds(1));
    job.summary.attempt = 1;
    job = movedTo(job, JobState::Starting);
    clock.advance(std::chrono::seconds(1));
    job = movedTo(job, JobState::Running);
    job.summary.nodeName = "renamed";
    job = updated(job);
    clock.advance(std::chrono::seconds(1));
    job.summary.reason = {ReasonCode::ExitCode, {{"code", "3"}}};
    job = movedTo(job, JobState::Failed);

    const auto lines = seen([&](Transaction& tx) { return tx.jobs().history(job.summary.id); });
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0].state, JobState::Queued);
    EXPECT_EQ(lines[0].reason.code, ReasonCode::Submitted);
    EXPECT_EQ(lines[1].attempt, 1);
    EXPECT_EQ(lines[2].state, JobState::Running);
    EXPECT_EQ(lines[3].reason, job.summary.reason);
    EXPECT_EQ(lines[3].at - lines[0].at, std::chrono::seconds(3));
}

TEST_F(JobStoreTest, AListIsNewestFirstAndItsPagesJoin) {
    for (int i = 0; i < 25; ++i) named(std::to_string(i));
    std::vector<std::string> all;
    std::int64_t before = 0;
    for (int page = 0; page < 3; ++page) {
        const auto jobs = list(OrgScope::everything(), {}, before, 10);
        for (const auto& name : names(jobs)) all.push_back(name);
        before = seen([&](Transaction& tx) { return tx.jobs().orderOf(jobs.back().id); });
    }
    std::vector<std::string> expected;
    for (int i = 24; i >= 0; --i) expected.push_back(std::to_string(i));
    EXPECT_EQ(all, expected);
    EXPECT_EQ(seen([&](Transaction& tx) { return tx.jobs().orderOf(JobId::random(random)); }), 0);
}

TEST_F(JobStoreTest, FiltersRestrictByStateNameOwnerAndArray) {
    const auto other = UserId::random(random);
    const auto a = named("train 100%");
    const auto b = named("train_100");
    const auto c = named("Evaluate", org, other);
    auto child = newJob();
    child.summary.name = "child";
    child.summary.arrayOf = a.summary.id;
    stored(child);
    movedTo(b, JobState::Starting);
    movedTo(movedTo(c, JobState::Starting), JobState::Failed);

    const auto everything = OrgScope::everything();
    EXPECT_THAT(names(list(everything, byState({JobState::Queued}))), testing::ElementsAre("child", "train 100%"));
    EXPECT_THAT(names(list(everything, byState({JobState::Failed, JobState::Starting, JobState::Failed}))),
                testing::ElementsAre("Evaluate", "train_100"));
    EXPECT_THAT(names(list(everything, byName("0%"))), testing::ElementsAre("train 100%"));
    EXPECT_THAT(names(list(everything, byName("n_1"))), testing::ElementsAre("train_100"));
    EXPECT_THAT(names(list(everything, byName("VALU"))), testing::ElementsAre("Evaluate"));
    EXPECT_THAT(names(list(everything, byName("!"))), testing::IsEmpty());
    EXPECT_THAT(names(list(everything, byOwner(other))), testing::ElementsAre("Evaluate"));
    EXPECT_THAT(names(list(everything, {{JobState::Starting, JobState::Queued}, {}, user, {}})),
                testing::ElementsAre("child", "train_100", "train 100%"));
    EXPECT_THAT(names(list(everything, byArray(a.summary.id))), testing::ElementsAre("child"));
    EXPECT_THAT(names(list(everything, byState({JobState::Queued, JobState::Starting}), 0, 2)),
                testing::ElementsAre("child", "train_100"));
}

TEST_F(JobStoreTest, NoFilterReachesOutsideTheScope) {
    const auto foreignOrg = OrgId::random(random);
    const auto foreigner = UserId::random(random), colleague = UserId::random(random);
    const auto mine = named("mine");
    const auto colleagues = named("colleague's", org, colleague);
    const auto foreign = named("foreign", foreignOrg, foreigner);
    const std::vector<JobFilter> filters{{},
                                         byState({JobState::Queued}),
                                         byState({JobState::Queued, JobState::Running}),
                                         byName("e"),
                                         byOwner(foreigner),
                                         byOwner(colleague),
                                         byArray(foreign.summary.id)};
    for (const auto& filter : filters) {
        for (const auto& job : list({org, std::nullopt}, filter)) EXPECT_EQ(job.org, org);
        for (const auto& job : list({org, user}, filter)) EXPECT_EQ(job.owner, user);
        for (const auto& job : list({foreignOrg, user}, filter)) ADD_FAILURE() << job.name;
    }
    EXPECT_THAT(names(list({org, std::nullopt}, {})), testing::ElementsAre("colleague's", "mine"));
    EXPECT_TRUE(found(mine.summary.id, {org, user}));
    EXPECT_FALSE(found(colleagues.summary.id, {org, user}));
    EXPECT_TRUE(found(colleagues.summary.id, {org, std::nullopt}));
    EXPECT_FALSE(found(foreign.summary.id, {org, std::nullopt}));
    EXPECT_FALSE(found(foreign.summary.id, {foreignOrg, user}));
}

TEST_F(JobStoreTest, ChangedSinceBringsWhatMovedAndUnfinishedWhatIsNotFinal) {
    const auto a = stored();
    auto b = stored();
    const auto mark = b.summary.seq;
    auto c = stored();
    b = movedTo(movedTo(b, JobState::Starting), JobState::Failed);
    const auto ids = [](const std::vector<Job>& jobs) {
        std::vector<JobId> list;
        for (const auto& job : jobs) list.push_back(job.summary.id);
        return list;
    };
    EXPECT_THAT(ids(seen([&](Transaction& tx) { return tx.jobs().changedSince(mark); })),
                testing::ElementsAre(c.summary.id, b.summary.id));
    EXPECT_THAT(ids(seen([](Transaction& tx) { return tx.jobs().unfinished(); })),
                testing::ElementsAre(a.summary.id, c.summary.id));
}

TEST_F(JobStoreTest, WhatChangedIsFoundWithoutTheEventsThatToldOfIt) {
    const auto old = stored();
    clock.advance(std::chrono::hours(24 * 8));
    const auto young = stored();
    write([&](Transaction& tx) { return tx.events().trim(clock.now()); });
    const auto changed = seen([](Transaction& tx) { return tx.jobs().changedSince(0); });
    ASSERT_EQ(changed.size(), 2u);
    EXPECT_EQ(changed[0].summary.id, old.summary.id);
    EXPECT_EQ(changed[1].summary.id, young.summary.id);
}

TEST_F(JobStoreTest, ARemovedJobTakesItsRowsAlongAndTellsWatchers) {
    auto job = newJob();
    job.spec.files = {{"a.py", "sha256:" + std::string(64, '1'), 1, false}};
    job = stored(job);
    TaskRun run;
    run.id = TaskRunId::random(random);
    run.job = job.summary.id;
    run.org = org;
    write([&](Transaction& tx) -> Result<> {
        if (auto done = tx.taskRuns().insert(run); !done) return done;
        return tx.taskRuns().addArtifacts(
            {{job.summary.id, 1, "out.png", "sha256:" + std::string(64, '2'), 9, clock.now()}});
    });
    write([&](Transaction& tx) { return tx.jobs().remove(job); });

    EXPECT_FALSE(found(job.summary.id));
    EXPECT_TRUE(seen([&](Transaction& tx) { return tx.jobs().history(job.summary.id); }).empty());
    EXPECT_TRUE(seen([&](Transaction& tx) { return tx.taskRuns().ofJob(job.summary.id); }).empty());
    EXPECT_TRUE(seen([](Transaction& tx) { return tx.taskRuns().namedDigests(); }).empty());
    EXPECT_EQ(events().back().kind, EventKind::JobRemoved);
    EXPECT_EQ(events().back().object, job.summary.id.str());
    const auto again = tryWrite([&](Transaction& tx) { return tx.jobs().remove(job); });
    EXPECT_EQ(again.error().id, kJobNotFound);
}

}  // namespace

}  // namespace ph::test
