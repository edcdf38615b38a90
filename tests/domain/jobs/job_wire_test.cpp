#include "domain/jobs/job.h"
#include "domain/jobs/verdict.h"
#include "domain/wire.h"
#include "support/seeded_random.h"

namespace ph::test {

namespace {

// Words are a promise to scripts: a word that changes here breaks them.
TEST(JobWords, AreTheseAndStay) {
    EXPECT_EQ(words<JobState>(), "awaiting_approval, queued, starting, running, stopping, succeeded, failed, stopped");
    EXPECT_EQ(words<TaskRunState>(), "pending, launching, running, ended, lost");
    EXPECT_EQ(words<NetworkPolicy>(), "outbound, none");
    EXPECT_EQ(
        words<ReasonCode>(),
        "none, submitted, after_others, never_fits, behind_in_queue, not_enough_free, queue_limit, no_node_ready, retry_after, "
        "preparing, completed, exit_code, signal, out_of_memory, time_limit, scratch_full, stopped_by, "
        "dependency_failed, command_not_found, command_not_executable, missing_file, image_missing, launch_failed, "
        "node_lost, "
        "output_failed");
}

TEST(JobSpecWire, HasTheseNamesAndDefaults) {
    JobSpec spec;
    spec.command = {"true"};
    EXPECT_EQ(wire(spec),
              R"({"name":"","template":"","command":["true"],"files":[],"mounts":[],"environment":{},"secrets":{},)"
              R"("resources":{"cpu":1,"memory":"1GiB","shared_memory":"64MiB","scratch":"1GiB","accelerators":[]},)"
              R"("time_limit":"0s","retries":{"transient":2,"permanent":0,"transient_exit_codes":[75]},"priority":0,)"
              R"("after":[],"array":0,"outputs":[],"network":"outbound"})");
}

TEST(JobSpecWire, NeedsACommandAndWhatItsPartsNeed) {
    EXPECT_THAT(wireFaults<JobSpec>("{}"), testing::ElementsAre("command required"));
    EXPECT_THAT(wireFaults<JobSpec>(R"({"command": null})"), testing::ElementsAre("command required"));
    EXPECT_THAT(
        wireFaults<JobSpec>(R"({"command": ["a"], "files": [{}], "mounts": [{"area": "data"}]})"),
        testing::ElementsAre("files[0].path required", "files[0].digest required", "mounts[0].target required"));
    EXPECT_THAT(wireFaults<JobSpec>(R"({"command": "true"})"), testing::ElementsAre("command type"));
    EXPECT_THAT(wireFaults<JobSpec>(R"({"command": ["a"], "resources": {"gpu": 1}})"),
                testing::ElementsAre("resources.gpu unknown-field"));
}

TEST(JobSpecWire, ReadsBackWhole) {
    JobSpec spec;
    spec.name = "训练 \"x\"";
    spec.template_ = "python-sklearn";
    spec.command = {"python", "-c", "print(1)\n"};
    spec.files = {{"a/b.py", "sha256:" + std::string(64, '0'), 7, true}};
    spec.mounts = {{"data", "/data", true}};
    spec.environment = {{"A", ""}};
    spec.secrets = {{"T", "token"}};
    spec.resources = {{1250}, mebibytes(700), {1}, kibibytes(3), {{"H100", 4}, {"any", 1}}};
    spec.timeLimit = {3601};
    spec.retries = {0, 5, {}};
    spec.priority = -100;
    spec.after = {"jaaaaaaaaaaaaa"};
    spec.array = 12;
    spec.outputs = {"**/*.png"};
    spec.network = NetworkPolicy::None;
    expectReadsBack(spec);
}

TEST(JobWire, SummariesRunsHistoryArtifactsAndAllocationsReadBack) {
    SeededRandom random;
    Job job;
    auto& s = job.summary;
    s.id = JobId::random(random);
    s.org = OrgId::random(random);
    s.owner = UserId::random(random);
    s.state = JobState::Failed;
    s.reason = {ReasonCode::OutOfMemory, {{"used", "536870912"}, {"limit", "536870912"}}};
    s.node = NodeId::random(random);
    s.arrayOf = JobId::random(random);
    s.startedAt = {1'800'000'000'000'001};
    s.seq = 1'234'567'890'123;
    job.spec.command = {"x"};
    job.taskRun = TaskRunId::random(random);
    expectReadsBack(job);
    expectReadsBack(JobTransition{{5}, JobState::Queued, {ReasonCode::RetryAfter, {{"attempt", "2"}}}, 1});
    expectReadsBack(Artifact{s.id, 2, "a b.png", "sha256:" + std::string(64, 'f'), 5, {9}});

    TaskRun run;
    run.id = TaskRunId::random(random);
    run.exit = TaskExit{137, 9, mebibytes(512), 12};
    run.state = TaskRunState::Ended;
    expectReadsBack(run);

    Allocation allocation;
    allocation.taskRun = run.id;
    allocation.cpu = {500};
    allocation.accelerators = {"nvidia0", "sim3"};
    allocation.to = {7};
    allocation.reason = ReasonCode::Completed;
    expectReadsBack(allocation);
}

TEST(JobWire, TimesThatAreNotYetAreNull) {
    const auto json = reflect::encode(JobSummary());
    EXPECT_TRUE(json.at("started_at").is_null());
    EXPECT_TRUE(json.at("node").is_null());
    EXPECT_EQ(json.at("node_name"), "");
}

TEST(VerdictWire, CarriesTheFunnelAndTheNearestNode) {
    Verdict verdict;
    verdict.reason = {ReasonCode::NotEnoughFree, {{"resource", "cpu"}}};
    verdict.nodes = 3;
    verdict.funnel = {{"not-ready", 1}, {"cpu", 2}};
    verdict.nearest = {{"cpu", 4000, 1000, 8000}};
    verdict.estimate = {EstimateBasis::Promised, {1'000'000}, 1};
    verdict.relaxations = {{{{"cpu", 4000, 1000}}}};
    verdict.blockers = {{std::nullopt, 0, "", {2'000'000}, 1, {4000}, {1 << 20}}};
    verdict.keepers = {{std::nullopt, 7, "ada", {3'000'000}, 1}};
    EXPECT_EQ(wire(verdict), R"({"reason":{"code":"not_enough_free","arguments":{"resource":"cpu"}},"nodes":3,)"
                             R"("funnel":[{"cause":"not-ready","nodes":1},{"cause":"cpu","nodes":2}],)"
                             R"("nearest":[{"resource":"cpu","asked":4000,"free":1000,"total":8000}],)"
                             R"("estimate":{"basis":"promised","at":"1970-01-01T00:00:01.000000Z","ends":1},)"
                             R"("relaxations":[{"changes":[{"what":"cpu","from":4000,"to":1000}]}],)"
                             R"("blockers":[{"job":null,"number":0,"owner_name":"",)"
                             R"("ends_by":"1970-01-01T00:00:02.000000Z","cards":1,"cpu":4,"memory":"1MiB"}],)"
                             R"("keepers":[{"job":null,"number":7,"owner_name":"ada",)"
                             R"("until":"1970-01-01T00:00:03.000000Z","nodes":1}]})");
    expectReadsBack(verdict);
}

TEST(VerdictWire, TellsWhatWasNotComputedFromWhatIsUnknown) {
    Verdict verdict;
    EXPECT_TRUE(reflect::encode(verdict).at("estimate").is_null());
    verdict.estimate.emplace();
    EXPECT_EQ(wire(*verdict.estimate), R"({"basis":"unknown","at":null,"ends":0})");
    expectReadsBack(verdict);
    EXPECT_EQ(words<EstimateBasis>(), "unknown, now, promised, computed");
}

TEST(VerdictWire, SaysThatAnEndIsNotKnownByNull) {
    EXPECT_TRUE(reflect::encode(Blocker()).at("ends_by").is_null());
    EXPECT_TRUE(reflect::encode(Keeper()).at("job").is_null());
    Verdict verdict;
    verdict.blockers.emplace_back();
    verdict.keepers.emplace_back();
    expectReadsBack(verdict);
}

}  // namespace

}  // namespace ph::test
