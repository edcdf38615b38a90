#include "e2e/site.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

TEST(Restart, LosesNoAcknowledgedJobAndRunsNoneTwice) {
    Site site;
    const auto mark = "command: [sh, -c, 'echo run; sleep 0.2']\nresources: {cpu: 0.5, memory: 64MiB}\n";
    std::vector<std::string> jobs;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 6; ++i) jobs.push_back(site.submit(mark));
        site.kill();
        site.start();
    }
    for (const auto& job : jobs) {
        EXPECT_EQ(site.waitFor(job), "succeeded");
        EXPECT_EQ(site.phctl({"logs", job}).out, "run\n");
    }
}

TEST(Restart, AdoptsARunningJobWithAllOfItsLog) {
    Site site;
    const auto job = site.submit("command: [sh, -c, 'for i in $(seq 1 40); do echo line $i; sleep 0.05; done']\n");
    ASSERT_TRUE(eventually([&] { return site.phctl({"logs", job}).out.find("line 3\n") != std::string::npos; }));
    site.kill();
    site.start();
    EXPECT_EQ(site.waitFor(job), "succeeded");
    std::string expected;
    for (int i = 1; i <= 40; ++i) expected += "line " + std::to_string(i) + "\n";
    EXPECT_EQ(site.phctl({"logs", job}).out, expected);
}

TEST(Restart, KeepsTheStoreToItsOwner) {
    Site site;
    namespace fs = std::filesystem;
    for (const char* file : {"pilothouse.db", "pilothouse.db-wal", "keys/secrets.key", "tls/server.key"})
        EXPECT_EQ(fs::status(site.data() + "/" + file).permissions() & (fs::perms::group_all | fs::perms::others_all),
                  fs::perms::none)
            << file;
}

TEST(Restart, SecondControllerOnTheSameDataIsRefused) {
    Site site;
    const auto second = runProgram({program("pilothoused"), "--data", site.data(), "--port", "0"});
    EXPECT_NE(second.exitCode, 0);
    EXPECT_THAT(second.err, testing::HasSubstr("already"));
    EXPECT_EQ(site.phctl({"whoami"}).exitCode, 0);
}

TEST(Restart, APortInUseIsSaidWithWhatToDo) {
    Site site;
    TemporaryFolder other;
    const auto taken =
        runProgram({program("pilothoused"), "--data", other.path() + "/data", "--port", std::to_string(site.port())});
    EXPECT_NE(taken.exitCode, 0);
    EXPECT_THAT(taken.err,
                testing::AllOf(testing::HasSubstr(std::to_string(site.port())), testing::HasSubstr("--port")));
}

TEST(Restart, ADataFolderWhosePathIsTooLongForTheSocketIsSaid) {
    const TemporaryFolder folder;
    const std::string data = folder.path() + "/" + std::string(100, 'd');
    const auto refused = runProgram({program("pilothoused"), "--data", data, "--port", "0"});
    EXPECT_NE(refused.exitCode, 0);
    EXPECT_THAT(
        refused.err,
        testing::HasSubstr("is too long: " + data + "/pilothouse.sock has " + std::to_string(data.size() + 16) +
                           " bytes, and the system takes 107. " + "Choose a folder with a shorter path with --data."));
}

TEST(Restart, WarnsOfKeysThatOthersMayRead) {
    Site site;
    const auto log = [&] { return readFile(site.data() + "/../controller.log"); };
    EXPECT_THAT(log(), testing::Not(testing::HasSubstr("others than its owner")));
    for (const char* key : {"/keys/secrets.key", "/keys/audit.key", "/tls/server.key"})
        ASSERT_EQ(::chmod((site.data() + key).c_str(), 0640), 0);
    site.stop();
    site.start();
    for (const char* key : {"/keys/secrets.key", "/keys/audit.key", "/tls/server.key"})
        EXPECT_THAT(log(), testing::HasSubstr(site.data() + key + " has mode 640: others than its owner"));
}

TEST(Restart, AuditChainHoldsOverRestarts) {
    Site site;
    site.submit("command: ['true']\n");
    site.kill();
    site.start();
    site.submit("command: ['true']\n");
    const auto verified = site.phctl({"audit", "verify"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
}

}  // namespace ph::test
