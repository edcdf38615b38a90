#include "domain/jobs/job_validation.h"
#include "domain/wire.h"

#include <functional>

namespace ph::test {

namespace {

JobSpec least() {
    JobSpec spec;
    spec.command = {"true"};
    return spec;
}

std::vector<std::string> faultPaths(const JobSpec& spec, const JobLimits& limits) {
    std::vector<std::string> paths;
    for (const auto& fault : validateJob(spec, limits)) paths.push_back(fault.path);
    return paths;
}

/// A limit: the largest (or smallest) value that is taken, and the next one, which is not.
struct Bound {
    const char* name;
    const char* path;
    std::int64_t last;
    std::int64_t first;
    std::function<void(JobSpec&, std::int64_t)> set;
};

class JobBoundTest : public testing::TestWithParam<Bound> {};

TEST_P(JobBoundTest, IsTakenUpToItAndRefusedBeyond) {
    const auto& bound = GetParam();
    auto spec = least();
    bound.set(spec, bound.last);
    EXPECT_THAT(faultPaths(spec, JobLimits()), testing::IsEmpty());
    bound.set(spec, bound.first);
    EXPECT_THAT(faultPaths(spec, JobLimits()), testing::ElementsAre(bound.path));
}

const std::string kDigest = "sha256:" + std::string(64, '0');

INSTANTIATE_TEST_SUITE_P(Each, JobBoundTest,
                         testing::Values(
                             Bound{"leastCpu", "resources.cpu", 10, 9,
                                   [](JobSpec& s, std::int64_t v) { s.resources.cpu = {v}; }},
                             Bound{"mostCpu", "resources.cpu", 1'000'000, 1'000'001,
                                   [](JobSpec& s, std::int64_t v) { s.resources.cpu = {v}; }},
                             Bound{"mostMemory", "resources.memory", 1LL << 46, (1LL << 46) + 1,
                                   [](JobSpec& s, std::int64_t v) { s.resources.memory = {v}; }},
                             Bound{"sharedMemory", "resources.shared_memory", 1LL << 30, (1LL << 30) + 1,
                                   [](JobSpec& s, std::int64_t v) { s.resources.sharedMemory = {v}; }},
                             Bound{"leastScratch", "resources.scratch", 1 << 20, (1 << 20) - 1,
                                   [](JobSpec& s, std::int64_t v) { s.resources.scratch = {v}; }},
                             Bound{"mostCards", "resources.accelerators[0].count", 1024, 1025,
                                   [](JobSpec& s, std::int64_t v) {
                                       s.resources.accelerators = {{"any", static_cast<int>(v)}};
                                   }},
                             Bound{"timeLimit", "time_limit", 30 * 86'400, 30 * 86'400 + 1,
                                   [](JobSpec& s, std::int64_t v) { s.timeLimit = {v}; }},
                             Bound{"highPriority", "priority", 100, 101,
                                   [](JobSpec& s, std::int64_t v) { s.priority = static_cast<int>(v); }},
                             Bound{"lowPriority", "priority", -100, -101,
                                   [](JobSpec& s, std::int64_t v) { s.priority = static_cast<int>(v); }},
                             Bound{"array", "array", 1000, 1001,
                                   [](JobSpec& s, std::int64_t v) { s.array = static_cast<int>(v); }},
                             Bound{"retries", "retries.permanent", 100, 101,
                                   [](JobSpec& s, std::int64_t v) { s.retries.permanent = static_cast<int>(v); }},
                             Bound{"exitCode", "retries.transient_exit_codes[0]", 255, 256,
                                   [](JobSpec& s, std::int64_t v) {
                                       s.retries.transientExitCodes = {static_cast<int>(v)};
                                   }},
                             Bound{"fileSize", "files[0].size", 1LL << 30, (1LL << 30) + 1,
                                   [](JobSpec& s, std::int64_t v) {
                                       s.files = {{"a", kDigest, v, false}};
                                   }},
                             Bound{"outputs", "outputs", 100, 101,
                                   [](JobSpec& s,
                                      std::int64_t v) { s.outputs.assign(static_cast<std::size_t>(v), "a"); }},
                             Bound{
                                 "nameBytes", "name", 200, 201,
                                 [](JobSpec& s, std::int64_t v) { s.name.assign(static_cast<std::size_t>(v), 'n'); }}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(JobLimits, AllFilesTogetherCountToo) {
    auto spec = least();
    for (int i = 0; i < 5; ++i) spec.files.push_back({"f" + std::to_string(i), kDigest, gibibytes(1).value, false});
    EXPECT_THAT(faultPaths(spec, JobLimits()), testing::ElementsAre("files"));
    spec.files.pop_back();
    EXPECT_THAT(faultPaths(spec, JobLimits()), testing::IsEmpty());
}

TEST(JobLimits, ASiteWithoutAreasAndTemplatesSaysSo) {
    auto spec = least();
    spec.template_ = "python";
    spec.mounts = {{"data", "/data", false}};
    const auto faults = validateJob(spec, JobLimits());
    ASSERT_EQ(faults.size(), 2u);
    for (const auto& fault : faults) EXPECT_EQ(fault.allowed, "none is declared on this site");
}

TEST(JobLimits, GoOverTheWireToForms) {
    JobLimits limits;
    limits.templates = {"python-sklearn"};
    limits.areas = {"data"};
    expectReadsBack(limits);
    EXPECT_EQ(reflect::encode(limits).at("longest_time_limit"), "30d");
}

}  // namespace

}  // namespace ph::test
