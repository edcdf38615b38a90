#include "e2e/site.h"
#include "support/postgres_server.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

namespace {

/// An empty database of its own for a site.
Site::Options onDatabase(const std::string& name) {
    postgresServer().run("CREATE DATABASE " + name);
    Site::Options options;
    options.database = name;
    return options;
}

/// What a controller that must not start says.
std::string refusal(const std::string& data, const std::string& database) {
    const auto refused = runProgram({program("pilothoused"), "--data", data, "--port", "0", "--database", database});
    EXPECT_EQ(refused.exitCode, 1);
    return refused.err;
}

}  // namespace

TEST(Postgres, RunsJobsAndLosesNoneWhenTheControllerIsKilled) {
    Site site(onDatabase("killed"));
    const auto mark = "command: [sh, -c, 'echo run; sleep 0.2']\nresources: {cpu: 0.5, memory: 64MiB}\n";
    std::vector<std::string> jobs;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 4; ++i) jobs.push_back(site.submit(mark));
        site.kill();
        site.start();
    }
    for (const auto& job : jobs) {
        EXPECT_EQ(site.waitFor(job), "succeeded");
        EXPECT_EQ(site.phctl({"logs", job}).out, "run\n");
        // A launch that the kill fell into counts as an attempt, but its task must never have started.
        const auto detail = site.json({"job", job});
        int started = 0;
        for (const auto& run : detail.at("task_runs").as_array()) started += run.at("started_at").is_null() ? 0 : 1;
        EXPECT_EQ(started, 1);
    }
    EXPECT_EQ(site.phctl({"audit", "verify"}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(site.data() + "/pilothouse.db"));
    const auto succeeded = postgresServer().run("SELECT count(*) FROM jobs WHERE state = 'succeeded'", "killed");
    EXPECT_EQ(succeeded, std::to_string(jobs.size()));
}

TEST(Postgres, JobsGoOnWhenTheDatabaseWasAway) {
    Site site(onDatabase("away"));
    const auto running = site.submit("command: [sh, -c, 'echo up; sleep 2; echo end']\n");
    ASSERT_TRUE(eventually([&] { return site.state(running) == "running"; }));
    postgresServer().kill();
    EXPECT_NE(site.phctl({"whoami"}).exitCode, 0);
    postgresServer().start();
    ASSERT_TRUE(eventually([&] { return site.phctl({"whoami"}).exitCode == 0; }));
    EXPECT_EQ(site.waitFor(running), "succeeded");
    EXPECT_EQ(site.waitFor(site.submit("command: ['true']\n")), "succeeded");
}

TEST(Postgres, TheHealthOfTheControllerIsThatOfItsDatabase) {
    Site site(onDatabase("health"));
    const auto health = [&] {
        return runProgram({"curl", "-s", "-w", "%{http_code}", "--unix-socket", site.data() + "/pilothouse.sock",
                           "http://localhost/healthz"})
            .out;
    };
    EXPECT_EQ(health(), R"({"status":"ok","parts":{"engines":"ok","store":"ok"}}200)");
    postgresServer().kill();
    ASSERT_TRUE(eventually([&] { return health().ends_with("503"); }));
    EXPECT_EQ(health(),
              R"({"status":"failed","parts":{"engines":"ok","store":"failed"},"reasons":{"store":"unavailable"}}503)");
    postgresServer().start();
    EXPECT_TRUE(eventually([&] { return health().ends_with("200"); }));
}

TEST(Postgres, ASecondControllerOnTheSameDatabaseIsRefused) {
    const auto options = onDatabase("shared");
    Site site(options);
    TemporaryFolder other;
    EXPECT_THAT(refusal(other.path() + "/data", postgresServer().address(options.database)),
                testing::AllOf(testing::HasSubstr("already works on this database"),
                               testing::HasSubstr("process " + std::to_string(site.controller().pid()))));
    EXPECT_EQ(site.phctl({"whoami"}).exitCode, 0);
}

TEST(Postgres, ABackupIsLeftToTheDatabase) {
    Site site(onDatabase("kept"));
    const auto refused = site.phctl({"admin", "backup"});
    EXPECT_NE(refused.exitCode, 0);
    EXPECT_THAT(refused.err, testing::HasSubstr("pg_dump"));
}

TEST(Postgres, APasswordInTheAddressIsRefusedAndNotRepeated) {
    TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.path() + "/data", "postgresql://ada:hunter2@db/pilothouse"),
                testing::AllOf(testing::HasSubstr(".pgpass"), testing::Not(testing::HasSubstr("hunter2"))));
}

TEST(Postgres, ADatabaseThatCannotBeReachedIsSaidWithWhatToDo) {
    TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.path() + "/data", "postgresql:///pilothouse?host=/no/such/folder"),
                testing::AllOf(testing::HasSubstr("/no/such/folder"), testing::HasSubstr("psql")));
}

TEST(Postgres, ADataDirectoryThatHasItsStoreAlreadyIsNotMovedSilently) {
    Site site;
    site.stop();
    EXPECT_THAT(refusal(site.data(), postgresServer().address()), testing::HasSubstr("pilothouse.db"));
    site.start();
}

}  // namespace ph::test
