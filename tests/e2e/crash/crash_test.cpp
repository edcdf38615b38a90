#include "e2e/crash/killers.h"
#include "e2e/crash/promise.h"
#include "support/postgres_server.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

#include <cstdlib>
#include <random>
#include <thread>

namespace ph::test::crash {

namespace {

int numberFrom(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

/// How much of it; the variables ask for another.
struct Amount {
    int jobs;
    int controllerKills;
    int taskKills;
};

void killAtRandom(Site::Options options, const std::string& notes, const Amount& usual) {
    const int jobs = numberFrom("PH_CRASH_JOBS", usual.jobs), clients = 8;
    int controllerKills = numberFrom("PH_CRASH_CONTROLLER_KILLS", usual.controllerKills);
    int taskKills = numberFrom("PH_CRASH_TASK_KILLS", usual.taskKills);
    const auto seed = static_cast<std::uint64_t>(numberFrom("PH_CRASH_SEED", 1));
    Site site(options);
    const auto token = site.token();

    std::mt19937_64 random(seed);
    TaskKiller tasks(site.data(), seed);
    Submitters submitters(site, token, {"", clients, jobs / clients, std::chrono::milliseconds(450)}, checkedSpec);
    const auto pause = [&random] { std::this_thread::sleep_for(std::chrono::milliseconds(random() % 200)); };
    const auto killTask = [&] {
        if (taskKills > 0 && tasks.killOne()) --taskKills;
    };
    while (controllerKills > 0 || (taskKills > 0 && !submitters.done())) {
        pause();
        killTask();
        if (controllerKills == 0) continue;
        pause();
        site.kill();
        --controllerKills;
        killTask();
        site.start();
    }
    EXPECT_EQ(taskKills, 0);
    const auto acknowledged = submitters.finish();
    EXPECT_THAT(submitters.complaints(), testing::IsEmpty());
    EXPECT_EQ(acknowledged.size(), static_cast<std::size_t>(jobs / clients * clients));
    const auto broken = checkPromise(site, token, notes, acknowledged, 0);
    EXPECT_THAT(broken.details, testing::IsEmpty());
    std::printf("crash: acknowledged %zu lost %d twice %d reused %d untrue %d logs %d intervals %d orphans %d\n",
                acknowledged.size(), broken.lost, broken.twice, broken.reused, broken.untrue, broken.logs,
                broken.intervals, broken.orphans);
}

}  // namespace

/// More of it, and figures: tests/bench.sh crash.
TEST(Crash, RandomKillsLoseNothingAndRunNothingTwice) {
    TemporaryFolder folder;
    const auto notes = folder.path() + "/notes";
    killAtRandom(withNotes(notes), notes, {64, 8, 8});
}

TEST(PostgresCrash, RandomKillsLoseNothingAndRunNothingTwice) {
    postgresServer().run("CREATE DATABASE crashed");
    TemporaryFolder folder;
    const auto notes = folder.path() + "/notes";
    auto options = withNotes(notes);
    options.database = "crashed";
    killAtRandom(options, notes, {64, 8, 8});
}

}  // namespace ph::test::crash
