// Every path on which a submission can be refused: nothing is written, and all faults come at once.
#include "service/site.h"

#include <fmt/format.h>

#include <functional>

namespace ph::test {
namespace {

struct FaultCase {
    const char* name;
    std::function<void(JobSpec&, Site&)> spoil;
    std::vector<std::string> expected;
};

void PrintTo(const FaultCase& fault, std::ostream* out) {
    *out << fault.name;
}

const std::string kDigest = "sha256:" + std::string(64, 'a');

std::vector<FaultCase> cases() {
    return {
        {"NoCommand", [](JobSpec& s, Site&) { s.command.clear(); }, {"command required"}},
        {"NulInCommand", [](JobSpec& s, Site&) { s.command.push_back(std::string("a\0b", 3)); }, {"command[1] format"}},
        {"LongCommand", [](JobSpec& s, Site&) { s.command.push_back(std::string(200'000, 'x')); }, {"command length"}},
        {"ControlInName", [](JobSpec& s, Site&) { s.name = "a\nb"; }, {"name format"}},
        {"UnknownTemplate", [](JobSpec& s, Site&) { s.template_ = "cuda"; }, {"template unknown"}},
        {"FilePath",
         [](JobSpec& s, Site& site) {
             s.files = {{"../x", site.upload("x"), 1, false}};
         },
         {"files[0].path format"}},
        {"FileTwice",
         [](JobSpec& s, Site& site) {
             const auto d = site.upload("x");
             s.files = {{"x", d, 1, false}, {"x", d, 1, false}};
         },
         {"files[1].path twice"}},
        {"FileDigest",
         [](JobSpec& s, Site&) {
             s.files = {{"x", "md5:abc", 1, false}};
         },
         {"files[0].digest format"}},
        {"FileNotUploaded",
         [](JobSpec& s, Site&) {
             s.files = {{"x", kDigest, 1, false}};
         },
         {"files[0].digest missing"}},
        {"FileSize",
         [](JobSpec& s, Site& site) {
             s.files = {{"x", site.upload("xyz"), 2, false}};
         },
         {"files[0].size size"}},
        {"FileNegative",
         [](JobSpec& s, Site&) {
             s.files = {{"x", "sha256:no", -1, false}};
         },
         {"files[0].digest format", "files[0].size range"}},
        {"TooManyFiles",
         [](JobSpec& s, Site& site) {
             s.files.assign(static_cast<std::size_t>(site.catalogue.limits.mostFiles) + 1, {"x", kDigest, 1, false});
         },
         {"files count"}},
        {"UnknownArea",
         [](JobSpec& s, Site&) {
             s.mounts = {{"secret", "/data", false}};
         },
         {"mounts[0].area unknown"}},
        {"ForeignArea",
         [](JobSpec& s, Site&) {
             s.mounts = {{"of-blue", "/data", false}};
         },
         {"mounts[0].area unknown"}},
        {"ReadOnlyArea",
         [](JobSpec& s, Site&) {
             s.mounts = {{"shared", "/data", true}};
         },
         {"mounts[0].writable read-only"}},
        {"MountTarget",
         [](JobSpec& s, Site&) {
             s.mounts = {{"shared", "/etc/data", false}};
         },
         {"mounts[0].target format"}},
        {"MountTwice",
         [](JobSpec& s, Site&) {
             s.mounts = {{"shared", "/data", false}, {"shared", "/data", false}};
         },
         {"mounts[1].target twice"}},
        {"VariableName", [](JobSpec& s, Site&) { s.environment["1A"] = "x"; }, {"environment.1A format"}},
        {"ReservedVariable",
         [](JobSpec& s, Site&) { s.environment["PH_ARRAY_INDEX"] = "7"; },
         {"environment.PH_ARRAY_INDEX reserved"}},
        {"LargeEnvironment",
         [](JobSpec& s, Site&) { s.environment["A"] = std::string(70'000, 'x'); },
         {"environment length"}},
        {"UnknownSecret", [](JobSpec& s, Site&) { s.secrets["TOKEN"] = "MISSING"; }, {"secrets.TOKEN not-found"}},
        {"NoSecretName", [](JobSpec& s, Site&) { s.secrets["TOKEN"] = ""; }, {"secrets.TOKEN required"}},
        {"Cpu", [](JobSpec& s, Site&) { s.resources.cpu = {}; }, {"resources.cpu range"}},
        {"Memory",
         [](JobSpec& s, Site&) {
             s.resources.memory = {1};
             s.resources.sharedMemory = {};
         },
         {"resources.memory range"}},
        {"SharedMemory",
         [](JobSpec& s, Site&) { s.resources.sharedMemory = gibibytes(2); },
         {"resources.shared_memory range"}},
        {"Scratch", [](JobSpec& s, Site&) { s.resources.scratch = {}; }, {"resources.scratch range"}},
        {"Accelerators",
         [](JobSpec& s, Site&) {
             s.resources.accelerators = {{"any", 0}, {"any", 1}};
         },
         {"resources.accelerators[0].count range", "resources.accelerators[1].model twice"}},
        {"TimeLimit", [](JobSpec& s, Site&) { s.timeLimit = {400 * 86'400}; }, {"time_limit range"}},
        {"Retries",
         [](JobSpec& s, Site&) {
             s.retries = {-1, 101, {0}};
         },
         {"retries.transient range", "retries.permanent range", "retries.transient_exit_codes[0] range"}},
        {"Priority", [](JobSpec& s, Site&) { s.priority = 101; }, {"priority range"}},
        {"Array", [](JobSpec& s, Site& site) { s.array = site.catalogue.limits.largestArray + 1; }, {"array range"}},
        {"AfterNoId", [](JobSpec& s, Site&) { s.after = {"#12"}; }, {"after[0] id"}},
        {"AfterUnknown",
         [](JobSpec& s, Site& site) { s.after = {JobId::random(site.random).str()}; },
         {"after[0] not-found"}},
        {"AfterFailed",
         [](JobSpec& s, Site& site) {
             const auto id = site.submit(site["uma"], trueJob()).id;
             site.bring(id, JobState::Failed);
             s.after = {id.str()};
         },
         {"after[0] failed"}},
        {"AfterStopped",
         [](JobSpec& s, Site& site) {
             const auto id = site.submit(site["uma"], trueJob()).id;
             site.bring(id, JobState::Stopped);
             s.after = {id.str()};
         },
         {"after[0] failed"}},
        {"AfterTooMany", [](JobSpec& s, Site&) { s.after.assign(101, "x"); }, {"after count"}},
        {"Outputs", [](JobSpec& s, Site&) { s.outputs = {"/etc/passwd"}; }, {"outputs[0] format"}},
    };
}

class SubmitFaultTest : public ::testing::TestWithParam<FaultCase> {
protected:
    SubmitFaultTest() {
        site.catalogue.areas = {{"shared", "/srv/shared", false, {}}, {"of-blue", "/srv/blue", false, {"blue"}}};
    }
    Site site;
};

TEST_P(SubmitFaultTest, IsToldByPathAndChangesNothing) {
    JobSpec spec = trueJob();
    GetParam().spoil(spec, site);
    const auto events = site.allEvents().size();
    const auto records = site.records().size();
    const int wakes = site.control.wakes;
    for (const bool dryRun : {true, false}) {
        const auto refused = site.run(site.jobs->submit(site["uma"], spec, "key", "hash", dryRun));
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, kInvalid);
        EXPECT_EQ(faultsOf(refused.error()), GetParam().expected);
        for (const auto& fault : refused.error().faults) EXPECT_FALSE(fault.allowed.empty()) << fault.path;
    }
    EXPECT_EQ(site.allEvents().size(), events);
    EXPECT_EQ(site.records().size(), records);
    EXPECT_EQ(site.control.wakes, wakes);
}

INSTANTIATE_TEST_SUITE_P(Every, SubmitFaultTest, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return std::string(one.param.name); });

class NeverFitsTest : public ::testing::Test {
protected:
    Result<SubmittedJobs> submit(JobSpec spec) {
        return site.run(site.jobs->submit(site["uma"], std::move(spec), {}, {}, false));
    }
    Site site;
};

TEST_F(NeverFitsTest, IsRefusedWithTheMostThatANodeHas) {
    site.planner.fit.reason = {ReasonCode::NeverFits, {}};
    site.planner.fit.nearest = {{"cpu", 64'000, 2'000, 8'000},
                                {"memory", gibibytes(512).value, 0, gibibytes(32).value}};
    const auto refused = submit(trueJob());
    ASSERT_FALSE(refused);
    EXPECT_EQ(faultsOf(refused.error()),
              (std::vector<std::string>{"resources.cpu never-fits", "resources.memory never-fits"}));
    EXPECT_EQ(refused.error().faults[0].value, "64 cores");
    EXPECT_EQ(refused.error().faults[0].allowed, "at most 8 cores");
    EXPECT_EQ(refused.error().faults[1].value, "512 GiB");
    EXPECT_EQ(refused.error().faults[1].allowed, "at most 32 GiB");
}

TEST_F(NeverFitsTest, CardsArePointedToInTheRequest) {
    site.planner.fit.reason = {ReasonCode::NeverFits, {}};
    site.planner.fit.nearest = {{"accelerators", 8, 0, 4}};
    JobSpec spec = trueJob();
    spec.resources.accelerators = {{"H200", 8}};
    EXPECT_EQ(faultsOf(submit(spec).error()), (std::vector<std::string>{"resources.accelerators[0] never-fits"}));
    spec.resources.accelerators = {{"H200", 8}, {"L4", 1}};
    EXPECT_EQ(faultsOf(submit(spec).error()), (std::vector<std::string>{"resources.accelerators never-fits"}));
}

TEST_F(NeverFitsTest, ComesWithTheOtherFaultsButNotForAShapeThatIsWrongItself) {
    site.planner.fit.reason = {ReasonCode::NeverFits, {}};
    JobSpec spec = trueJob();
    spec.priority = 1000;
    EXPECT_EQ(faultsOf(submit(spec).error()), (std::vector<std::string>{"priority range", "resources never-fits"}));
    spec.resources.cpu = {};
    EXPECT_EQ(faultsOf(submit(spec).error()), (std::vector<std::string>{"resources.cpu range", "priority range"}));
}

TEST_F(NeverFitsTest, WaitingForANodeIsNoFault) {
    for (const auto code : {ReasonCode::NoNodeReady, ReasonCode::NotEnoughFree, ReasonCode::None}) {
        site.planner.fit.reason.code = code;
        EXPECT_EQ(outcome(submit(trueJob())), "ok");
    }
}

TEST_F(NeverFitsTest, AnAreaOfOnesOwnOrganisationIsOffered) {
    site.catalogue.areas = {{"of-red", "/srv/red", true, {"red"}}};
    JobSpec spec = trueJob();
    spec.mounts = {{"of-red", "/data", true}};
    EXPECT_EQ(outcome(submit(spec)), "ok");
    EXPECT_EQ(outcome(site.run(site.jobs->submit(site["bob"], spec, {}, {}, false))), "invalid");
}

}  // namespace
}  // namespace ph::test
