#include "engine/contract_fixture.h"
#include "engine/task/run_folder.h"
#include "support/lacks.h"

#include <csignal>
#include <filesystem>

namespace ph::test {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// What only the engine of this machine does: its folders, and what it finds when it starts.
class ProcessRuns : public EngineContract {
protected:
    std::string runs() const { return dataFolder() + "/runs"; }
    engine::RunFolder folderOf(TaskRunId id) const { return engine::RunFolder(runs() + "/" + id.str()); }
    /// Waits until nothing of the task is left on the machine, whether an engine looks or not.
    void waitUntilGone(TaskRunId id) const {
        EXPECT_TRUE(eventually([&] { return !folderOf(id).alive(); })) << "the task goes on";
    }
    /// A folder as somebody else may have left it.
    TaskRunId leave(const std::string& file, const std::string& text) {
        const TaskRunId id = request({"true"}).id;
        fs::create_directories(runs() + "/" + id.str());
        if (!file.empty()) writeFile(runs() + "/" + id.str() + "/" + file, text);
        return id;
    }
};

}  // namespace

TEST_P(ProcessRuns, OutOfMemoryWhileNobodyLookedIsStillKnown) {
    const auto can = on(engine().inventory());
    ASSERT_TRUE(can);
    if (can->capabilities.memoryLimit != LimitStrength::Kernel) return lacks("control-groups");
    auto wish = request({"python3", "-c",
                         "import os, time\n"
                         "while not os.path.exists('go'): time.sleep(0.02)\n"
                         "x = bytearray(400 << 20)\ntime.sleep(20)"});
    wish.memory = mebibytes(64);
    const auto id = launch(std::move(wish));
    waitFor(id, TaskRunState::Running);
    restart([&] {
        writeFile(workFolder(id) + "/go", "");
        waitUntilGone(id);
    });
    const auto end = waitForEnd(id);
    EXPECT_EQ(end.reason.code, ReasonCode::OutOfMemory) << text(end.reason);
    ASSERT_TRUE(end.exit);
    EXPECT_GT(end.exit->cpuMicros, 0);
}

TEST_P(ProcessRuns, FiguresOfAnEndThatNobodySawAreTheKernels) {
    const auto id = launch(shell("while [ ! -e go ]; do sleep 0.02; done; head -c 30M /dev/zero > /dev/shm/a; exit 3"));
    waitFor(id, TaskRunState::Running);
    restart([&] {
        writeFile(workFolder(id) + "/go", "");
        waitUntilGone(id);
    });
    const auto end = waitForEnd(id);
    EXPECT_EQ(text(end.reason), "exit_code code=3");
    ASSERT_TRUE(end.exit);
    if (on(engine().inventory())->capabilities.memoryLimit == LimitStrength::Kernel) {
        EXPECT_GT(end.exit->peakMemory, mebibytes(30)) << "shared memory counts, which no process owns";
    }
}

TEST_P(ProcessRuns, BrokenFoldersAreLostAndCanBeRemoved) {
    const auto empty = leave("", ""), half = leave("claim.json", "{\"id\":\"t"), nonsense = leave("exit", "\xff\xff\n"),
               processes = leave("process", "launcher 1\n{\"child-pid\": 1}\n");
    restart();
    for (const auto& id : {empty, half, nonsense, processes}) {
        const auto seen = waitFor(id, TaskRunState::Lost);
        EXPECT_EQ(seen.reason.code, ReasonCode::NodeLost);
        EXPECT_TRUE(seen.endedAt);
        EXPECT_TRUE(on(engine().remove(id)));
        EXPECT_FALSE(fs::exists(runs() + "/" + id.str()));
    }
}

TEST_P(ProcessRuns, AFailureFromBeforeTheRestartIsTheEnd) {
    const auto id = leave("failure.json", R"({"code":"missing_file","arguments":{"path":"a.txt"}})");
    restart();
    const auto end = waitForEnd(id);
    EXPECT_EQ(text(end.reason), "missing_file path=a.txt");
    EXPECT_FALSE(end.exit);
}

TEST_P(ProcessRuns, WhatIsNoRunIsLeftAlone) {
    fs::create_directories(runs() + "/lost+found");
    writeFile(runs() + "/README", "by hand");
    const auto id = launch(shell("true"));
    waitForEnd(id);
    restart();
    const auto all = on(engine().observe(0, 0ms));
    ASSERT_TRUE(all);
    EXPECT_EQ(all->tasks.size(), 1u);
    EXPECT_EQ(readFile(runs() + "/README"), "by hand");
    EXPECT_TRUE(fs::exists(runs() + "/lost+found"));
}

TEST_P(ProcessRuns, WhatWasBeingDeletedIsDeletedAtTheNextStart) {
    fs::create_directories(dataFolder() + "/trash/" + request({"true"}).id.str() + "/files/deep");
    restart();
    EXPECT_TRUE(fs::is_empty(dataFolder() + "/trash"));
}

TEST_P(ProcessRuns, ALaunchThatFailedMayBeTriedAgain) {
    fs::remove_all(runs());
    const auto wish = shell("echo once");
    auto first = begin(engine().launch(wish)), second = begin(engine().launch(wish));
    EXPECT_FALSE(first.get());
    EXPECT_FALSE(second.get()) << "nothing was claimed, so nobody may be told that it was";
    EXPECT_TRUE(on(engine().observe(0, 0ms))->tasks.empty());
    fs::create_directories(runs());
    launch(wish);
    EXPECT_EQ(text(waitForEnd(wish.id).reason), "completed");
    EXPECT_EQ(log(wish.id), "once\n");
}

TEST_P(ProcessRuns, LaunchesOfOneTaskAtTheSameTimeStartItOnce) {
    const auto wish = shell("echo once; sleep 60");
    std::vector<std::future<Result<>>> launches;
    for (int i = 0; i < 8; ++i) launches.push_back(begin(engine().launch(wish)));
    for (auto& pending : launches) EXPECT_TRUE(pending.get());
    waitForLog(wish.id, "once\n");
    launch(wish);
    EXPECT_EQ(log(wish.id, 0), "once\n");
}

TEST_P(ProcessRuns, ObserversHearOfChangesOnceAndInOrder) {
    const auto nothing = on(engine().observe(0, 0ms));
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->tasks.empty());
    auto waiting = begin(engine().observe(nothing->position, 20s));
    const auto one = launch(shell("sleep 60")), two = launch(shell("sleep 60"));
    const auto first = waiting.get();
    ASSERT_TRUE(first);
    ASSERT_FALSE(first->tasks.empty());
    EXPECT_EQ(first->tasks[0].id, one);
    waitFor(one, TaskRunState::Running);
    waitFor(two, TaskRunState::Running);
    const auto before = on(engine().observe(0, 0ms));
    EXPECT_EQ(before->tasks.size(), 2u) << "each task once, as it is now";
    EXPECT_TRUE(on(engine().observe(before->position, 10ms))->tasks.empty());
    EXPECT_TRUE(on(engine().stop(one, 0ms)));
    const auto after = on(engine().observe(before->position, 20s));
    ASSERT_EQ(after->tasks.size(), 1u);
    EXPECT_EQ(after->tasks[0].id, one);
    EXPECT_EQ(after->tasks[0].state, TaskRunState::Ended);
    EXPECT_GT(after->position, before->position);
}

TEST_P(ProcessRuns, StoppingTwiceAtOnceEndsBothCalls) {
    const auto id = launch(shell("trap '' TERM; echo up; while :; do sleep 0.05; done"));
    waitForLog(id, "up\n");
    auto patient = begin(engine().stop(id, 30s)), hurried = begin(engine().stop(id, 100ms));
    EXPECT_TRUE(hurried.get());
    EXPECT_TRUE(patient.get());
    EXPECT_EQ(text(waitForEnd(id).reason), "signal signal=9");
    EXPECT_TRUE(on(engine().stop(id, 0ms))) << "it has ended, as was asked";
}

TEST_P(ProcessRuns, WhoIsNotKnownCannotBeStoppedReadOrEntered) {
    const auto id = request({"true"}).id;
    EXPECT_EQ(on(engine().stop(id, 0ms)).error().id, kJobNotFound);
    EXPECT_EQ(on(streams().exec(id, {{"true"}, false, 24, 80, {}})).error().id, kJobNotFound);
    EXPECT_EQ(on(streams().connect(id, 80)).error().id, kJobNotFound);
    EXPECT_EQ(on(streams().readMetrics(id, 0, 10)).error().id, kJobNotFound);
    EXPECT_EQ(on(streams().samples(id, 10)).error().id, kJobNotFound);
    EXPECT_EQ(on(engine().collect(id, {"*"}, blobs())).error().id, kJobNotFound);
    EXPECT_FALSE(on(streams().readLog(id, 0, 10, 0ms)));
    EXPECT_TRUE(on(engine().remove(id)));
}

TEST_P(ProcessRuns, ARunningTaskIsNeitherCollectedNorRemoved) {
    const auto id = launch(shell("echo x > a; echo up; sleep 60"));
    waitForLog(id, "up\n");
    EXPECT_EQ(on(engine().collect(id, {"*"}, blobs())).error().id, kJobNotEnded);
    EXPECT_EQ(on(engine().remove(id)).error().id, kJobNotEnded);
    EXPECT_TRUE(fs::exists(workFolder(id) + "/a"));
    for (const int port : {0, -1, 65536}) EXPECT_EQ(on(streams().connect(id, port)).error().id, kInvalid);
}

TEST_P(ProcessRuns, AnEngineThatGoesLeavesItsReadersAndTheTaskAlone) {
    const auto id = launch(shell("echo up; while [ ! -e go ]; do sleep 0.02; done; echo after"));
    waitForLog(id, "up\n");
    auto reading = begin(streams().readLog(id, 3, 100, 60s));
    auto observing = begin(engine().observe(1'000'000, 60s));
    restart();
    EXPECT_TRUE(folderOf(id).alive());
    writeFile(workFolder(id) + "/go", "");
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id), "up\nafter\n");
}

INSTANTIATE_TEST_SUITE_P(Process, ProcessRuns, ::testing::Values("process"));

}  // namespace ph::test
