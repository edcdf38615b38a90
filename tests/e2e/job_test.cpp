#include "base/clock.h"
#include "e2e/site.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

std::string reasonCode(Site& site, const std::string& job) {
    return std::string(site.json({"job", job}).at("job").at("reason").at("code").as_string());
}

std::string logOf(Site& site, const std::string& job) {
    return site.phctl({"logs", job}).out;
}

}  // namespace

TEST(Job, RunsAndKeepsItsLog) {
    Site site;
    const auto job = site.submit("command: [sh, -c, 'echo hello; echo oops >&2']\n");
    EXPECT_EQ(site.waitFor(job), "succeeded");
    EXPECT_THAT(logOf(site, job), testing::AllOf(testing::HasSubstr("hello\n"), testing::HasSubstr("oops\n")));
}

TEST(Job, FollowsTheLogUntilTheEndAndTellsTheOutcomeByItsExitCode) {
    Site site;
    const auto good = site.phctl(
        {"submit", site.file("good.yaml", "command: [sh, -c, 'for i in 1 2 3; do echo line $i; sleep 0.1; done']\n"),
         "--follow"});
    EXPECT_EQ(good.exitCode, 0) << good.err;
    EXPECT_THAT(good.out, testing::HasSubstr("line 1\nline 2\nline 3\n"));
    const auto bad = site.phctl({"submit", site.file("bad.yaml", "command: [sh, -c, 'exit 3']\n"), "--follow"});
    EXPECT_EQ(bad.exitCode, 1);
    EXPECT_THAT(bad.err, testing::HasSubstr("Exit code 3"));
}

TEST(Job, EndsForItsTrueReason) {
    Site site;
    const auto memory =
        site.submit("command: [python3, -c, 'x = bytes(range(256)) * (2 << 20)']\nresources: {memory: 64MiB}\n");
    const auto late = site.submit("command: [sleep, 60]\ntime_limit: 1s\n");
    const auto signalled = site.submit("command: [sh, -c, 'kill -SEGV $$']\n");
    const auto unknown = site.submit("command: [no-such-program]\n");
    EXPECT_EQ(site.waitFor(memory), "failed");
    EXPECT_EQ(reasonCode(site, memory), "out_of_memory");
    EXPECT_EQ(site.waitFor(late), "failed");
    EXPECT_EQ(reasonCode(site, late), "time_limit");
    EXPECT_EQ(site.waitFor(signalled), "failed");
    EXPECT_EQ(reasonCode(site, signalled), "signal");
    EXPECT_EQ(site.waitFor(unknown), "failed");
    EXPECT_EQ(reasonCode(site, unknown), "command_not_found");
}

TEST(Job, GetsItsFilesAndKeepsItsOutputs) {
    Site site;
    site.file("train.py", "open('model.txt', 'w').write('weights')\nprint('trained')\n");
    const auto job =
        site.submit("command: [python3, train.py]\nfiles: [{path: train.py, source: train.py}]\noutputs: ['*.txt']\n");
    ASSERT_EQ(site.waitFor(job), "succeeded") << logOf(site, job);
    const auto folder = site.data() + "/../got";
    const auto got = site.phctl({"artifacts", "get", job, "-d", folder});
    ASSERT_EQ(got.exitCode, 0) << got.err;
    EXPECT_EQ(readFile(folder + "/model.txt"), "weights");
}

TEST(Job, IsStoppedWithEverythingThatItStarted) {
    Site site;
    const auto job = site.submit("command: [sh, -c, 'setsid sleep 1000 & (sleep 1000 &) ; echo up; wait']\n");
    ASSERT_TRUE(eventually([&] { return logOf(site, job).find("up") != std::string::npos; }));
    EXPECT_EQ(site.phctl({"stop", job}).exitCode, 0);
    EXPECT_EQ(site.waitFor(job), "stopped");
    EXPECT_EQ(site.json({"nodes"}).at(0).at("running").as_int64(), 0);
}

TEST(Job, HoldsNoDescriptorOfTheController) {
    Site site;
    const auto job = site.submit("command: [python3, -c, 'import os; print(sorted(os.listdir(\"/proc/self/fd\")))']\n");
    ASSERT_EQ(site.waitFor(job), "succeeded");
    EXPECT_EQ(logOf(site, job), "['0', '1', '2', '3']\n");
}

TEST(Job, RunsOncePerIndexOfAnArray) {
    Site site;
    const auto first = site.submit("command: [sh, -c, 'echo index $PH_ARRAY_INDEX']\narray: 3\n");
    ASSERT_EQ(site.waitFor(first), "succeeded");
    const auto jobs = site.json({"jobs"}).as_array();
    ASSERT_EQ(jobs.size(), 3u);
    std::set<std::string> logs;
    for (const auto& job : jobs) {
        const std::string id(job.at("id").as_string());
        EXPECT_EQ(site.waitFor(id), "succeeded");
        logs.insert(logOf(site, id));
    }
    EXPECT_EQ(logs, (std::set<std::string>{"index 0\n", "index 1\n", "index 2\n"}));
}

TEST(Job, WaitsForTheJobsItNames) {
    Site site;
    const auto first = site.submit("command: [sh, -c, 'sleep 0.5; exit 1']\n");
    const auto second = site.submit("command: ['true']\nafter: [" + first + "]\n");
    EXPECT_EQ(site.waitFor(second), "failed");
    EXPECT_EQ(reasonCode(site, second), "dependency_failed");
}

TEST(Job, SaysWhyItWaits) {
    Site site;
    const auto nodes = site.json({"nodes"});
    const auto cores = nodes.at(0).at("capacity").at("cpu").to_number<double>();
    const auto whole = "resources: {cpu: " + std::to_string(static_cast<int>(cores)) + ", memory: 64MiB}\n";
    const auto first = site.submit("command: [sleep, 100]\n" + whole);
    ASSERT_TRUE(eventually([&] { return site.state(first) == "running"; }));
    const auto second = site.submit("command: [sleep, 100]\n" + whole);
    const auto third = site.submit("command: ['true']\n");
    const auto code = [&](const std::string& job) {
        return std::string(site.json({"why", job}).at("reason").at("code").as_string());
    };
    EXPECT_TRUE(eventually([&] { return code(second) == "not_enough_free"; })) << code(second);
    EXPECT_TRUE(eventually([&] { return code(third) == "behind_in_queue"; })) << code(third);
    const auto never = site.phctl({"submit", site.file("never.yaml", "command: ['true']\nresources: {cpu: 900}\n")});
    EXPECT_EQ(never.exitCode, 2);
    EXPECT_THAT(never.err, testing::HasSubstr("resources.cpu"));
}

TEST(Job, SaysWhoIsInItsWayAndWhenItStarts) {
    Site site;
    const auto ada = site.makeUser("ada");
    const auto cores = static_cast<int>(site.json({"nodes"}).at(0).at("capacity").at("cpu").to_number<double>());
    const auto job = [](int cpu) {
        return "command: [sleep, 100]\ntime_limit: 10m\nresources: {cpu: " + std::to_string(cpu) + ", memory: 64MiB}\n";
    };
    const auto latest = std::chrono::system_clock::now() + std::chrono::minutes(12);
    const auto blocker = site.submit(job(cores));
    ASSERT_TRUE(eventually([&] { return site.state(blocker) == "running"; }));
    const auto file = site.file("what.yaml", job(1));
    const auto whatIf = site.phctlAs(ada, {"what-if", file, "-o", "json"});
    ASSERT_EQ(whatIf.exitCode, 0) << whatIf.err;
    EXPECT_THAT(whatIf.out, testing::AllOf(testing::HasSubstr("\"blockers\": ["), testing::HasSubstr("\"cpu\": "),
                                           testing::Not(testing::HasSubstr(blocker))))
        << "jobs of others are told by what they hold only";

    const auto waiting = site.submit(job(cores));
    ASSERT_TRUE(eventually([&] { return !site.json({"when", waiting}).is_null(); }));
    const auto why = site.json({"why", waiting});
    ASSERT_EQ(why.at("blockers").as_array().size(), 1u);
    EXPECT_EQ(why.at("blockers").at(0).at("job"), boost::json::value(blocker));
    const auto when = site.json({"when", waiting});
    EXPECT_THAT(std::string(when.at("basis").as_string()), testing::AnyOf("promised", "computed"));
    const auto most = std::chrono::duration_cast<std::chrono::microseconds>(latest.time_since_epoch()).count();
    EXPECT_LE(std::string(when.at("at").as_string()), timestampText({most}));
    EXPECT_THAT(site.phctl({"when", waiting}).out, testing::HasSubstr("min"));

    EXPECT_EQ(site.phctl({"stop", blocker, waiting}).exitCode, 0);
    EXPECT_TRUE(eventually([&] {
        return site.phctlAs(ada, {"what-if", file}).out == "The job is valid and could start now.\n";
    }));
}

TEST(Job, IsRefusedWithEveryFaultAndItsPath) {
    Site site;
    const auto refused = site.phctl(
        {"submit", site.file("bad.yaml", "comand: [true]\nresources: {memory: lots, cpu: -1}\npriority: 1000\n")});
    EXPECT_EQ(refused.exitCode, 2);
    EXPECT_THAT(refused.err, testing::AllOf(testing::HasSubstr("comand"), testing::HasSubstr("command"),
                                            testing::HasSubstr("resources.memory")));
    EXPECT_EQ(site.phctl({"submit", site.file("not.yaml", "{a: [1, 2\n")}).exitCode, 2);
    EXPECT_EQ(site.phctl({"submit", "no-such-file.yaml"}).exitCode, 3);
    EXPECT_TRUE(site.json({"jobs"}).as_array().empty());
}

TEST(Job, IsSeenByItsOwnerAndAdministratorsOnly) {
    Site site;
    const auto ada = site.makeUser("ada");
    const auto ben = site.makeUser("ben");
    const auto made = site.phctlAs(ada, {"submit", site.file("job.yaml", "command: [echo, secret]\n"), "-o", "name"});
    const auto job = made.out.substr(0, made.out.find('\n'));
    EXPECT_EQ(site.waitFor(job), "succeeded");
    EXPECT_EQ(site.phctlAs(ben, {"job", job}).exitCode, 3);
    EXPECT_EQ(site.phctlAs(ben, {"logs", job}).exitCode, 3);
    EXPECT_EQ(site.phctlAs(ben, {"stop", job}).exitCode, 3);
    EXPECT_EQ(site.phctlAs(ben, {"users", "list"}).exitCode, 4);
    EXPECT_EQ(site.phctlAs(ada, {"logs", job}).out, "secret\n");
}

}  // namespace ph::test
