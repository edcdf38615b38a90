#include "e2e/site.h"
#include "support/postgres_server.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

#include <filesystem>
#include <sqlite3.h>

namespace ph::test {

namespace {

constexpr const char* kFirst = "5";
constexpr const char* kPresent = "8";

ProgramResult downgrade(const Site& site, std::vector<std::string> words) {
    words.insert(words.begin(), {program("pilothoused"), "admin", "downgrade", "--data", site.data()});
    return runProgram(words);
}

/// Writes the store as a newer version would have left it.
void pretendNewer(const Site& site) {
    sqlite3* store = nullptr;
    ASSERT_EQ(sqlite3_open((site.data() + "/pilothouse.db").c_str(), &store), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(store, "UPDATE schema_version SET version = version + 1", nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(store);
}

}  // namespace

TEST(Downgrade, TakesTheStoreBackAfterABackupAndTheNextStartTakesItForwardAgain) {
    Site site;
    const auto job = site.submit("command: [sh, -c, 'echo hello']\n");
    EXPECT_EQ(site.waitFor(job), "succeeded");
    const auto before = boost::json::serialize(site.json({"job", job}));
    EXPECT_THAT(downgrade(site, {"--to", kFirst}).err, testing::HasSubstr("already works on"));
    site.stop();
    const auto done = downgrade(site, {"--to", kFirst});
    ASSERT_EQ(done.exitCode, 0) << done.err;
    EXPECT_THAT(done.err, testing::AllOf(testing::HasSubstr("backed up to " + site.data() + "/backups/"),
                                         testing::HasSubstr("schema 5 now")));
    const auto backups = std::filesystem::directory_iterator(site.data() + "/backups");
    EXPECT_TRUE(std::filesystem::exists(backups->path() / "pilothouse.db"));
    site.start();
    EXPECT_EQ(boost::json::serialize(site.json({"job", job})), before);
    EXPECT_EQ(site.phctl({"logs", job}).out, "hello\n");
    EXPECT_EQ(site.phctl({"audit", "verify"}).exitCode, 0);
}

TEST(Downgrade, WhatIsTooOldIsRefusedBeforeABackupIsMadeForIt) {
    Site site;
    site.stop();
    const auto refused = downgrade(site, {"--to", "2"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, testing::HasSubstr(std::string("taken back to ") + kFirst));
    EXPECT_FALSE(std::filesystem::exists(site.data() + "/backups"));
    site.start();
}

TEST(Downgrade, AnOlderControllerOnANewerStoreRefusesAndNamesTheWay) {
    Site site;
    site.stop();
    pretendNewer(site);
    const auto refused = runProgram({program("pilothoused"), "--data", site.data(), "--port", "0"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, testing::HasSubstr(std::string("admin downgrade --to ") + kPresent));
    EXPECT_THAT(downgrade(site, {"--to", kFirst}).err, testing::HasSubstr("newer version"));
}

TEST(Downgrade, OfADatabaseIsDoneOnceSomebodySaysThatItIsBackedUp) {
    postgresServer().run("CREATE DATABASE taken_back");
    Site::Options options;
    options.database = "taken_back";
    Site site(options);
    const auto job = site.submit("command: ['true']\n");
    EXPECT_EQ(site.waitFor(job), "succeeded");
    site.stop();
    const auto refused = downgrade(site, {"--to", kFirst});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, testing::HasSubstr("pg_dump"));
    const auto done = downgrade(site, {"--to", kFirst, "--backed-up"});
    EXPECT_EQ(done.exitCode, 0) << done.err;
    EXPECT_EQ(postgresServer().run("SELECT version FROM schema_version", "taken_back"), kFirst);
    site.start();
    EXPECT_EQ(site.state(job), "succeeded");
}

}  // namespace ph::test
