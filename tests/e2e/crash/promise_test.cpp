#include "e2e/crash/promise.h"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>

namespace ph::test::crash {

namespace {

void execute(const std::string& database, const std::string& sql) {
    sqlite3* store = nullptr;
    ASSERT_EQ(sqlite3_open(database.c_str(), &store), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(store, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(store);
    sqlite3_close(store);
}

}  // namespace

TEST(CrashPromise, FindsEveryKindOfFaultThatIsPlanted) {
    TemporaryFolder folder;
    const auto notes = folder.path() + "/notes";
    Site site(withNotes(notes));
    const auto token = site.token();
    Submitters submitters(site, token, {"", 4, 1, {}}, checkedSpec);
    const auto told = submitters.finish();
    ASSERT_EQ(told.size(), 4u);
    for (const auto& job : told) EXPECT_EQ(site.waitFor(job.id), "succeeded");
    ASSERT_THAT(checkEndings(site, token, told).details, testing::IsEmpty());

    // Lost, twice, reused: a job that is gone, an attempt noted again, a number given again.
    const auto first = told[0].id, second = told[1].id;
    EXPECT_EQ(site.phctl({"rm", told[3].id}).exitCode, 0);
    std::ofstream(notes + "/starts", std::ios::app) << first << " 1\n";
    site.stop();
    const auto store = site.data() + "/pilothouse.db";
    execute(store, "UPDATE jobs SET number = 1");
    // Intervals and logs: an allocation that ends before it begins, a log cut short.
    execute(store, "UPDATE allocations SET held_to = held_from - 1 WHERE job = '" + second + "'");
    for (const auto& run : std::filesystem::directory_iterator(site.data() + "/runs"))
        std::filesystem::resize_file(run.path().string() + "/log", 5);
    site.start();
    // Orphans: a folder of no job, and a process that has to do with the site.
    std::filesystem::create_directory(site.data() + "/runs/left-over");
    BackgroundProgram orphan({"tail", "-f", "/dev/null", site.data() + "/pilothouse.db"}, "/dev/null");

    const auto broken = checkPromise(site, token, notes, told, 0, std::chrono::seconds(2));
    SCOPED_TRACE(testing::PrintToString(broken.details));
    EXPECT_EQ(broken.lost, 1);
    EXPECT_GE(broken.twice, 1);
    EXPECT_EQ(broken.reused, 1);
    EXPECT_EQ(broken.logs, 3);
    EXPECT_EQ(broken.intervals, 1);
    EXPECT_EQ(broken.orphans, 2);
}

TEST(CrashPromise, FindsAnEndingThatIsNotTrue) {
    TemporaryFolder folder;
    const auto notes = folder.path() + "/notes";
    Site site(withNotes(notes));
    const auto token = site.token();
    Submitters submitters(site, token, {"", 1, 1, {}}, checkedSpec);
    const auto told = submitters.finish();
    ASSERT_EQ(site.waitFor(told.at(0).id), "succeeded");
    site.stop();
    execute(site.data() + "/pilothouse.db", "UPDATE jobs SET state = 'failed'");
    site.start();
    EXPECT_GE(checkEndings(site, token, told).untrue, 1);
}

}  // namespace ph::test::crash
