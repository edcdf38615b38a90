#include "reflect/codec.h"
#include "store/store_fixture.h"

namespace ph::test {

namespace {

class TaskRunStoreTest : public StoreTest {
protected:
    TaskRun newRun(const Job& job, int attempt = 1) {
        TaskRun run;
        run.id = TaskRunId::random(random);
        run.job = job.summary.id;
        run.org = job.summary.org;
        run.attempt = attempt;
        run.node = NodeId::random(random);
        run.nodeName = "n1";
        run.createdAt = clock.now();
        return run;
    }
    TaskRun added(const TaskRun& run) {
        write([&](Transaction& tx) { return tx.taskRuns().insert(run); });
        return run;
    }
    std::optional<TaskRun> foundRun(TaskRunId id) {
        return seen([&](Transaction& tx) { return tx.taskRuns().find(id); });
    }
    Allocation allocationOf(const TaskRun& run) {
        return {run.id,      run.job, org, user, run.node, {1500}, gibibytes(2), gibibytes(1), {"nvidia0", "nvidia3"},
                clock.now(), {},      {}};
    }
    std::vector<Allocation> open() {
        return seen([](Transaction& tx) { return tx.taskRuns().openAllocations(); });
    }
    std::vector<std::string> digests() {
        return seen([](Transaction& tx) { return tx.taskRuns().namedDigests(); });
    }
    static std::string digest(char c) { return "sha256:" + std::string(64, c); }
};

TEST_F(TaskRunStoreTest, ARunComesBackAsItWasWrittenAndChanged) {
    auto run = added(newRun(stored()));
    EXPECT_EQ(reflect::encode(*foundRun(run.id)), reflect::encode(run));
    run.state = TaskRunState::Launching;
    write([&](Transaction& tx) { return tx.taskRuns().update(run); });
    run.state = TaskRunState::Ended;
    run.reason = {ReasonCode::OutOfMemory, {{"used", "512"}, {"limit", "512"}}};
    run.exit = TaskExit{137, 9, mebibytes(512), 1234};
    run.startedAt = clock.now();
    run.endedAt = clock.now() + std::chrono::seconds(3);
    write([&](Transaction& tx) { return tx.taskRuns().update(run); });
    EXPECT_EQ(reflect::encode(*foundRun(run.id)), reflect::encode(run));
    EXPECT_FALSE(foundRun(TaskRunId::random(random)));
}

TEST_F(TaskRunStoreTest, RunsOfAJobAreListedByAttemptAndRank) {
    const auto job = stored();
    const auto second = added(newRun(job, 2)), first = added(newRun(job, 1));
    auto sibling = newRun(job, 1);
    sibling.rank = 1;
    added(sibling);
    added(newRun(stored(), 1));
    std::vector<TaskRunId> ids;
    for (const auto& run : seen([&](Transaction& tx) { return tx.taskRuns().ofJob(job.summary.id); }))
        ids.push_back(run.id);
    EXPECT_THAT(ids, testing::ElementsAre(first.id, sibling.id, second.id));
}

TEST_F(TaskRunStoreTest, AnAttemptAndRankExistsOnce) {
    const auto job = stored();
    added(newRun(job));
    const auto twin = newRun(job);
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.taskRuns().insert(twin); }));
}

TEST_F(TaskRunStoreTest, ARunThatEndedStartsNeverAgain) {
    auto run = added(newRun(stored()));
    run.state = TaskRunState::Lost;
    write([&](Transaction& tx) { return tx.taskRuns().update(run); });
    run.state = TaskRunState::Running;
    EXPECT_EQ(tryWrite([&](Transaction& tx) { return tx.taskRuns().update(run); }).error().id, kInternal);
    EXPECT_EQ(foundRun(run.id)->state, TaskRunState::Lost);
    const auto unknown = newRun(stored());
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.taskRuns().update(unknown); }));
}

TEST_F(TaskRunStoreTest, ARunBelongsToAJobThatExists) {
    const auto orphan = newRun(newJob());
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.taskRuns().insert(orphan); }));
    auto foreign = newRun(stored());
    foreign.org = OrgId::random(random);
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.taskRuns().insert(foreign); }));
}

TEST_F(TaskRunStoreTest, AnAllocationIsOpenUntilItIsClosedOnce) {
    const auto run = added(newRun(stored()));
    const auto allocation = allocationOf(run);
    write([&](Transaction& tx) { return tx.taskRuns().openAllocation(allocation); });
    ASSERT_EQ(open().size(), 1u);
    EXPECT_EQ(reflect::encode(open()[0]), reflect::encode(allocation));
    const auto close = [&](ReasonCode reason) {
        write([&](Transaction& tx) { return tx.taskRuns().closeAllocation(run.id, clock.now(), reason); });
    };
    clock.advance(std::chrono::seconds(5));
    close(ReasonCode::Completed);
    EXPECT_TRUE(open().empty());
    close(ReasonCode::NodeLost);
    EXPECT_TRUE(open().empty());
    EXPECT_FALSE(tryWrite([&](Transaction& tx) { return tx.taskRuns().openAllocation(allocation); }));
}

TEST_F(TaskRunStoreTest, AllocationsOutliveTheirJob) {
    const auto job = stored();
    const auto run = added(newRun(job));
    write([&](Transaction& tx) { return tx.taskRuns().openAllocation(allocationOf(run)); });
    write([&](Transaction& tx) { return tx.jobs().remove(job); });
    EXPECT_EQ(open().size(), 1u);
}

TEST_F(TaskRunStoreTest, ArtifactsAreKeptOnceAndListedByAttemptAndPath) {
    const auto job = stored();
    const std::vector<Artifact> artifacts{{job.summary.id, 1, "model.pkl", digest('b'), 20, clock.now()},
                                          {job.summary.id, 1, "matrix.png", digest('a'), 10, clock.now()}};
    for (int twice = 0; twice < 2; ++twice)
        write([&](Transaction& tx) { return tx.taskRuns().addArtifacts(artifacts); });
    const auto kept = seen([&](Transaction& tx) { return tx.taskRuns().artifacts(job.summary.id); });
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(reflect::encode(kept[0]), reflect::encode(artifacts[1]));
    EXPECT_EQ(reflect::encode(kept[1]), reflect::encode(artifacts[0]));
    const auto done = tryWrite([&](Transaction& tx) {
        return tx.taskRuns().addArtifacts({{JobId::random(random), 1, "a", digest('a'), 1, clock.now()}});
    });
    EXPECT_EQ(done.error().id, kJobNotFound);
}

TEST_F(TaskRunStoreTest, NamedDigestsAreThoseOfFilesAndArtifactsSorted) {
    auto withFiles = newJob();
    withFiles.spec.files = {
        {"b", digest('b'), 1, false}, {"again", digest('b'), 1, false}, {"a", digest('a'), 1, false}};
    const auto job = stored(withFiles);
    write([&](Transaction& tx) {
        return tx.taskRuns().addArtifacts({{job.summary.id, 1, "out", digest('0'), 1, clock.now()},
                                           {job.summary.id, 1, "same", digest('a'), 1, clock.now()}});
    });
    EXPECT_THAT(digests(), testing::ElementsAre(digest('0'), digest('a'), digest('b')));
    write([&](Transaction& tx) { return tx.jobs().remove(job); });
    EXPECT_TRUE(digests().empty());
}

}  // namespace

}  // namespace ph::test
