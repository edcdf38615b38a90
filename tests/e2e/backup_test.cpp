#include "e2e/site.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

namespace {

ProgramResult administrate(const std::vector<std::string>& words, const std::string& input = {}) {
    std::vector<std::string> command{program("pilothoused"), "admin"};
    command.insert(command.end(), words.begin(), words.end());
    return runProgram(command, input);
}

}  // namespace

TEST(Backup, OfARunningSiteIsRestoredElsewhereWithItsJobsLogsAndOutputs) {
    Site site;
    const auto job = site.submit("command: [sh, -c, 'echo hello; echo kept > out.txt']\noutputs: [out.txt]\n");
    EXPECT_EQ(site.waitFor(job), "succeeded");
    const auto running = site.submit("command: [sleep, '60']\nretries: {transient: 0}\n");
    ASSERT_TRUE(eventually([&] { return site.state(running) == "running"; }));
    const auto made = site.phctl({"admin", "backup", "-o", "name"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    const auto folder = made.out.substr(0, made.out.find('\n'));
    site.submit("name: later\ncommand: ['true']\n");

    TemporaryFolder elsewhere;
    const auto data = elsewhere.path() + "/data";
    const auto restored = administrate({"restore", "--from", folder, "--data", data});
    ASSERT_EQ(restored.exitCode, 0) << restored.err;
    Site second(Site::Restored{data});
    EXPECT_EQ(second.phctl({"logs", job}).out, "hello\n");
    EXPECT_EQ(second.phctl({"artifacts", "get", job, "out.txt", "-o", elsewhere.path() + "/got"}).exitCode, 0);
    // What ran then does not run here: it is told as lost, not as running for ever.
    EXPECT_EQ(second.waitFor(running), "failed");
    EXPECT_EQ(second.phctl({"audit", "verify"}).exitCode, 0);
    EXPECT_EQ(second.phctl({"jobs", "--name", "later", "-o", "name"}).out, "");
}

TEST(Backup, AFolderThatCannotBeOpenedAfterItsRestoreIsNotThere) {
    Site site;
    const auto made = site.phctl({"admin", "backup", "-o", "name"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    const auto folder = made.out.substr(0, made.out.find('\n'));
    TemporaryFolder elsewhere;
    const auto data = elsewhere.path() + "/data";
    // Without a new epoch, clients of the old site would take the restored one's events for its.
    writeFile(folder + "/pilothouse.yaml", "limits: 5\n");
    const auto refused = administrate({"restore", "--from", folder, "--data", data});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, testing::HasSubstr("pilothouse.yaml"));
    EXPECT_TRUE(std::filesystem::is_empty(elsewhere.path()));
    std::filesystem::remove(folder + "/pilothouse.yaml");
    const auto restored = administrate({"restore", "--from", folder, "--data", data});
    ASSERT_EQ(restored.exitCode, 0) << restored.err;
    Site second(Site::Restored{data});
    EXPECT_EQ(second.phctl({"whoami"}).exitCode, 0);
}

TEST(Backup, IsMadeByTheSuperAdministratorOnly) {
    Site site;
    const auto home = site.makeUser("ben");
    EXPECT_EQ(site.phctlAs(home, {"admin", "backup"}).exitCode, 4);
}

TEST(Backup, ADamagedOneOrOneIntoDataIsRefusedWithWhatIsWrong) {
    Site site;
    const auto into = administrate({"restore", "--from", site.data(), "--data", site.data()});
    EXPECT_EQ(into.exitCode, 1);
    EXPECT_THAT(into.err, testing::HasSubstr("manifest.json"));
}

TEST(Recovery, GivesALostAdministratorANewPasswordAndEndsTheirSessions) {
    Site site;
    const auto refused = administrate({"recover", "--data", site.data(), "--user", "admin", "--password-stdin"},
                                      "another horse battery\n");
    EXPECT_EQ(refused.exitCode, 1) << "while a controller runs";
    site.stop();
    EXPECT_EQ(administrate({"recover", "--data", site.data(), "--user", "nobody", "--password-stdin"},
                           "another horse battery\n")
                  .exitCode,
              1);
    const auto done = administrate({"recover", "--data", site.data(), "--user", "admin", "--password-stdin"},
                                   "another horse battery\n");
    EXPECT_EQ(done.exitCode, 0) << done.err;
    site.start();
    EXPECT_EQ(site.phctl({"whoami"}).exitCode, 4) << "the old session";
    site.logIn("admin", "admin", "another horse battery");
    EXPECT_EQ(site.phctl({"whoami"}).exitCode, 0);
    EXPECT_THAT(site.phctl({"audit", "list"}).out, testing::HasSubstr("user.recover"));
}

}  // namespace ph::test
