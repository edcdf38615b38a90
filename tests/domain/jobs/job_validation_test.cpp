#include "domain/jobs/job_validation.h"

#include <gmock/gmock.h>

#include <functional>

namespace ph::test {

namespace {

const std::string kDigest = "sha256:" + std::string(64, 'a');

JobLimits limits() {
    JobLimits limits;
    limits.templates = {"python-sklearn"};
    limits.areas = {"data", "scratch"};
    limits.writableAreas = {"scratch"};
    limits.mostFiles = 3;
    return limits;
}

JobSpec goodSpec() {
    JobSpec spec;
    spec.command = {"python", "train.py"};
    spec.files = {{"train.py", kDigest, 10, false}, {"lib/a.py", kDigest, 10, false}};
    spec.template_ = "python-sklearn";
    spec.mounts = {{"data", "/data", false}, {"scratch", "/space", true}};
    spec.environment = {{"EPOCHS", "3"}, {"_x", ""}};
    spec.secrets = {{"TOKEN", "hub-token"}};
    spec.resources.accelerators = {{"H100", 2}, {"any", 1}};
    spec.timeLimit = {3600};
    spec.outputs = {"model.pkl", "plots/**/*.png"};
    return spec;
}

std::vector<std::string> faults(const JobSpec& spec) {
    std::vector<std::string> list;
    for (const auto& fault : validateJob(spec, limits())) list.push_back(fault.path + " " + fault.code);
    return list;
}

TEST(JobValidation, AGoodSpecHasNoFault) {
    EXPECT_THAT(faults(goodSpec()), testing::IsEmpty());
    JobSpec least;
    least.command = {"true"};
    EXPECT_THAT(faults(least), testing::IsEmpty());
}

struct Row {
    const char* name;
    std::function<void(JobSpec&)> change;
    std::vector<std::string> faults;
};

class JobValidationTest : public testing::TestWithParam<Row> {};

TEST_P(JobValidationTest, FindsTheFault) {
    auto spec = goodSpec();
    GetParam().change(spec);
    EXPECT_EQ(faults(spec), GetParam().faults);
}

using Faults = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    Names, JobValidationTest,
    testing::Values(Row{"nameTooLong", [](JobSpec& s) { s.name = std::string(201, 'x'); }, Faults{"name format"}},
                    Row{"nameWithNewline", [](JobSpec& s) { s.name = "a\nb"; }, Faults{"name format"}},
                    Row{"nameUnicode", [](JobSpec& s) { s.name = "训练 № 5"; }, Faults{}},
                    Row{"templateUnknown", [](JobSpec& s) { s.template_ = "pytorch"; }, Faults{"template unknown"}},
                    Row{"noCommand", [](JobSpec& s) { s.command.clear(); }, Faults{"command required"}},
                    Row{"emptyProgram", [](JobSpec& s) { s.command = {""}; }, Faults{"command required"}},
                    Row{"nulInCommand", [](JobSpec& s) { s.command[1] = std::string("a\0b", 3); },
                        Faults{"command[1] format"}},
                    Row{"commandTooLong", [](JobSpec& s) { s.command[1] = std::string(128 * 1024, 'x'); },
                        Faults{"command length"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Files, JobValidationTest,
    testing::Values(
        Row{"absolutePath", [](JobSpec& s) { s.files[0].path = "/etc/passwd"; }, Faults{"files[0].path format"}},
        Row{"climbingPath", [](JobSpec& s) { s.files[0].path = "a/../../b"; }, Faults{"files[0].path format"}},
        Row{"twice", [](JobSpec& s) { s.files[1].path = "train.py"; }, Faults{"files[1].path twice"}},
        Row{"belowAFile", [](JobSpec& s) { s.files[1].path = "train.py/x"; }, Faults{"files twice"}},
        Row{"badDigest", [](JobSpec& s) { s.files[0].digest = "md5:1"; }, Faults{"files[0].digest format"}},
        Row{"upperDigest", [](JobSpec& s) { s.files[0].digest = "sha256:" + std::string(64, 'A'); },
            Faults{"files[0].digest format"}},
        Row{"negativeSize", [](JobSpec& s) { s.files[0].size = -1; }, Faults{"files[0].size range"}},
        Row{"largeFile", [](JobSpec& s) { s.files[0].size = gibibytes(2).value; }, Faults{"files[0].size range"}},
        Row{"tooMany", [](JobSpec& s) { s.files.resize(4); }, Faults{"files count"}},
        Row{"unknownArea", [](JobSpec& s) { s.mounts[0].area = "home"; }, Faults{"mounts[0].area unknown"}},
        Row{"readOnlyArea", [](JobSpec& s) { s.mounts[0].writable = true; }, Faults{"mounts[0].writable read-only"}},
        Row{"systemTarget", [](JobSpec& s) { s.mounts[0].target = "/etc/ssl"; }, Faults{"mounts[0].target format"}},
        Row{"systemFolder", [](JobSpec& s) { s.mounts[0].target = "/usr"; }, Faults{"mounts[0].target format"}},
        Row{"rootTarget", [](JobSpec& s) { s.mounts[0].target = "/"; }, Faults{"mounts[0].target format"}},
        Row{"relativeTarget", [](JobSpec& s) { s.mounts[0].target = "data"; }, Faults{"mounts[0].target format"}},
        Row{"climbingTarget", [](JobSpec& s) { s.mounts[0].target = "/data/../etc"; },
            Faults{"mounts[0].target format"}},
        Row{"targetTwice", [](JobSpec& s) { s.mounts[1].target = "/data"; }, Faults{"mounts[1].target twice"}},
        Row{"outputOutside",
            [](JobSpec& s) {
                s.outputs = {"ok", "../x"};
            },
            Faults{"outputs[1] format"}},
        Row{"outputAbsolute", [](JobSpec& s) { s.outputs = {"/tmp/x"}; }, Faults{"outputs[0] format"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Environment, JobValidationTest,
                         testing::Values(Row{"badVariable",
                                             [](JobSpec& s) {
                                                 s.environment = {{"1A", ""}};
                                             },
                                             Faults{"environment.1A format"}},
                                         Row{"equalsSign",
                                             [](JobSpec& s) {
                                                 s.environment = {{"A=B", ""}};
                                             },
                                             Faults{"environment.A=B format"}},
                                         Row{"reserved",
                                             [](JobSpec& s) {
                                                 s.environment = {{"PH_METRICS", ""}};
                                             },
                                             Faults{"environment.PH_METRICS reserved"}},
                                         Row{"nul",
                                             [](JobSpec& s) {
                                                 s.environment = {{"A", std::string("x\0", 2)}};
                                             },
                                             Faults{"environment.A format"}},
                                         Row{"tooLarge",
                                             [](JobSpec& s) { s.environment["A"] = std::string(65 * 1024, 'x'); },
                                             Faults{"environment length"}},
                                         Row{"secretWithoutName", [](JobSpec& s) { s.secrets["TOKEN"] = ""; },
                                             Faults{"secrets.TOKEN required"}},
                                         Row{"secretAndVariable",
                                             [](JobSpec& s) {
                                                 s.secrets = {{"EPOCHS", "x"}};
                                             },
                                             Faults{"secrets.EPOCHS twice"}}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Resources, JobValidationTest,
    testing::Values(Row{"noCpu", [](JobSpec& s) { s.resources.cpu = {0}; }, Faults{"resources.cpu range"}},
                    Row{"muchCpu", [](JobSpec& s) { s.resources.cpu = cores(1001); }, Faults{"resources.cpu range"}},
                    Row{"noMemory", [](JobSpec& s) { s.resources.memory = {0}; },
                        Faults{"resources.memory range", "resources.shared_memory range"}},
                    Row{"sharedOverMemory", [](JobSpec& s) { s.resources.sharedMemory = gibibytes(2); },
                        Faults{"resources.shared_memory range"}},
                    Row{"noScratch", [](JobSpec& s) { s.resources.scratch = {0}; }, Faults{"resources.scratch range"}},
                    Row{"noCards", [](JobSpec& s) { s.resources.accelerators[0].count = 0; },
                        Faults{"resources.accelerators[0].count range"}},
                    Row{"modelTwice", [](JobSpec& s) { s.resources.accelerators[1].model = "H100"; },
                        Faults{"resources.accelerators[1].model twice"}},
                    Row{"noModel", [](JobSpec& s) { s.resources.accelerators[0].model = ""; },
                        Faults{"resources.accelerators[0].model required"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Policy, JobValidationTest,
    testing::Values(Row{"negativeTime", [](JobSpec& s) { s.timeLimit = {-1}; }, Faults{"time_limit range"}},
                    Row{"longTime", [](JobSpec& s) { s.timeLimit = {31 * 86'400}; }, Faults{"time_limit range"}},
                    Row{"defaultTime", [](JobSpec& s) { s.timeLimit = {0}; }, Faults{}},
                    Row{"retries", [](JobSpec& s) { s.retries.transient = -1; }, Faults{"retries.transient range"}},
                    Row{"exitCodeZero",
                        [](JobSpec& s) {
                            s.retries.transientExitCodes = {75, 0};
                        },
                        Faults{"retries.transient_exit_codes[1] range"}},
                    Row{"priority", [](JobSpec& s) { s.priority = 101; }, Faults{"priority range"}},
                    Row{"array", [](JobSpec& s) { s.array = 1001; }, Faults{"array range"}},
                    Row{"negativeArray", [](JobSpec& s) { s.array = -1; }, Faults{"array range"}},
                    Row{"after", [](JobSpec& s) { s.after.resize(101); }, Faults{"after count"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(JobValidation, GivesEveryFaultAtOnce) {
    JobSpec spec;
    spec.template_ = "x";
    spec.priority = 1000;
    spec.outputs = {"/"};
    spec.resources.cpu = {0};
    EXPECT_EQ(faults(spec).size(), 5u);
}

TEST(JobValidation, FaultValuesAreShort) {
    auto spec = goodSpec();
    spec.template_ = std::string(10'000, 'x');
    EXPECT_LE(validateJob(spec, limits())[0].value.size(), 80u);
}

TEST(JobValidation, ManyHugeFilesDoNotOverflowTheirSum) {
    auto spec = goodSpec();
    for (auto& file : spec.files) file.size = std::numeric_limits<std::int64_t>::max();
    EXPECT_THAT(faults(spec), testing::ElementsAre("files[0].size range", "files[1].size range"));
}

TEST(CompletedJob, NamesTheJobAfterItsProgramAndLimitsItsTime) {
    JobSpec spec;
    spec.command = {"/usr/bin/python3", "x"};
    const auto done = completedJob(spec, limits());
    EXPECT_EQ(done.name, "python3");
    EXPECT_EQ(done.timeLimit, limits().defaultTimeLimit);
    spec.name = "mine";
    spec.timeLimit = {5};
    EXPECT_EQ(completedJob(spec, limits()).name, "mine");
    EXPECT_EQ(completedJob(spec, limits()).timeLimit, Seconds{5});
}

TEST(CompletedJob, ItsDefaultSharedMemoryNeverExceedsItsMemory) {
    JobSpec spec;
    spec.command = {"true"};
    spec.resources.memory = mebibytes(32);
    EXPECT_EQ(completedJob(spec, limits()).resources.sharedMemory, mebibytes(32));
    spec.resources.sharedMemory = mebibytes(33);
    EXPECT_EQ(completedJob(spec, limits()).resources.sharedMemory, mebibytes(33)) << "what was asked for stands";
    spec.resources = {};
    EXPECT_EQ(completedJob(spec, limits()).resources.sharedMemory, mebibytes(64));
}

TEST(CompletedJob, ItsNameIsAlwaysAValidOne) {
    JobSpec spec;
    for (const auto& program : {std::string("dir/"), std::string(500, 'x'), std::string("a\nb")}) {
        spec.command = {program};
        EXPECT_THAT(validateJob(completedJob(spec, limits()), limits()), testing::IsEmpty()) << program;
    }
    std::string wide;
    for (int i = 0; i < 100; ++i) wide += "中";
    spec.command = {wide};
    const auto name = completedJob(spec, limits()).name;
    EXPECT_EQ(name.size() % 3, 0u) << "not cut inside a character";
}

TEST(InnerPath, StaysInside) {
    for (const auto* good : {"a", "a/b", ".hidden", "a..b", "...", "weird name", "中"})
        EXPECT_TRUE(isInnerPath(good)) << good;
    for (const auto& bad :
         {std::string(), std::string("/a"), std::string("a/"), std::string("a//b"), std::string("."), std::string(".."),
          std::string("./a"), std::string("a/.."), std::string("a/./b"), std::string("a\0b", 3), std::string("a\nb"),
          std::string(1025, 'a'), "a/" + std::string(256, 'b')})
        EXPECT_FALSE(isInnerPath(bad)) << bad;
    EXPECT_TRUE(isInnerPath("a/" + std::string(255, 'b')));
}

}  // namespace

}  // namespace ph::test
