#include "engine/contract_fixture.h"

#include <csignal>
#include <cstdio>
#include <sys/stat.h>

namespace ph::test {

using namespace std::chrono_literals;

TEST_P(EngineContract, ACommandRunsAndItsOutputIsTheLog) {
    const auto id = launch(shell("echo hello; echo world >&2; pwd"));
    const auto end = waitForEnd(id);
    EXPECT_EQ(end.state, TaskRunState::Ended);
    EXPECT_EQ(text(end.reason), "completed");
    EXPECT_TRUE(end.startedAt);
    EXPECT_GE(end.endedAt, end.startedAt);
    EXPECT_EQ(log(id), "hello\nworld\n/work\n");
}

TEST_P(EngineContract, AnExitCodeIsReported) {
    const auto end = run(shell("exit 3"));
    EXPECT_EQ(text(end.reason), "exit_code code=3");
    ASSERT_TRUE(end.exit);
    EXPECT_EQ(end.exit->code, 3);
}

TEST_P(EngineContract, ASignalIsReported) {
    const auto end = run(shell("kill -SEGV $$"));
    EXPECT_EQ(text(end.reason), "signal signal=11");
    ASSERT_TRUE(end.exit);
    EXPECT_EQ(end.exit->signal, SIGSEGV);
}

TEST_P(EngineContract, ACommandThatDoesNotExistIsNotFound) {
    const auto end = run(request({"no-such-command", "x"}));
    EXPECT_EQ(text(end.reason), "command_not_found command=no-such-command");
    EXPECT_FALSE(end.exit);
}

TEST_P(EngineContract, AFileWithoutTheRightToRunIsNotExecutable) {
    auto wish = request({"./data.txt"});
    wish.files = {{"data.txt", blob("plain"), false}};
    EXPECT_EQ(text(run(std::move(wish)).reason), "command_not_executable command=./data.txt");
}

TEST_P(EngineContract, AScriptWithoutAnInterpreterLineRunsInTheShell) {
    auto wish = request({"./script"});
    wish.files = {{"script", blob("echo from the shell\n"), true}};
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    EXPECT_EQ(log(id), "from the shell\n");
}

TEST_P(EngineContract, UploadedFilesAreInPlaceAndMayBeChangedWithoutChangingTheBlob) {
    const std::string digest = blob("original");
    auto wish = shell("cat deep/in/a.txt; echo changed > deep/in/a.txt; ls -l deep/in/run | cut -c4");
    wish.files = {{"deep/in/a.txt", digest, false}, {"deep/in/run", blob("x"), true}};
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    EXPECT_EQ(log(id), "originalx\n");
    EXPECT_EQ(blobText(digest), "original");
}

TEST_P(EngineContract, AFileThatIsNotStoredIsMissing) {
    auto wish = shell("true");
    wish.files = {{"a.txt", "sha256:" + std::string(64, '0'), false}};
    EXPECT_EQ(text(run(std::move(wish)).reason), "missing_file path=a.txt");
}

TEST_P(EngineContract, AMountThatDoesNotExistIsMissing) {
    auto wish = shell("true");
    wish.mounts = {{dataFolder() + "/nowhere", "/data", false}};
    EXPECT_EQ(text(run(std::move(wish)).reason), "missing_file path=/data");
}

TEST_P(EngineContract, MountsAreSeenAndReadOnlyUnlessWritable) {
    TemporaryFolder area;
    ::chmod(area.path().c_str(), 0777);
    writeFile(area.path() + "/a", "content");
    auto wish = shell("cat /data/a; touch /data/b 2>/dev/null && echo written; touch /out/c && echo written");
    wish.mounts = {{area.path(), "/data", false}, {area.path(), "/out", true}};
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    EXPECT_EQ(log(id), "contentwritten\n");
}

TEST_P(EngineContract, EnvironmentAndSecretsReachTheTaskAndNothingElseDoes) {
    auto wish = shell("echo $GREETING $KEY; env | cut -d= -f1 | sort | tr '\\n' ' '");
    wish.environment = {{"GREETING", "hello there"}};
    wish.secrets = {{"KEY", "s3cret"}};
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    const std::string said = log(id);
    EXPECT_EQ(said.substr(0, said.find('\n')), "hello there s3cret");
    EXPECT_NE(said.find("HOME KEY LANG LOGNAME"), std::string::npos) << said;
    EXPECT_EQ(said.find("PH_BIN"), std::string::npos);
}

TEST_P(EngineContract, SecretsAreOnNoDiskAndInNoCommandLine) {
    auto wish = shell("sleep 30");
    wish.secrets = {{"KEY", "very-hidden-value"}};
    const auto id = launch(std::move(wish));
    waitFor(id, TaskRunState::Running);
    EXPECT_NE(runProgram({"grep", "-r", "very-hidden-value", dataFolder() + "/runs"}).exitCode, 0);
    const auto lines = runProgram({"ps", "-ww", "-eo", "args"});
    EXPECT_EQ(lines.out.find("very-hidden-value"), std::string::npos);
}

TEST_P(EngineContract, LaunchingTheSameTaskTwiceStartsItOnce) {
    auto wish = shell("echo once; sleep 30");
    const auto id = launch(wish);
    EXPECT_TRUE(on(engine().launch(wish)));
    waitForLog(id, "once\n");
    EXPECT_TRUE(on(engine().launch(wish)));
    EXPECT_TRUE(on(engine().stop(id, 2000ms)));
    EXPECT_TRUE(on(engine().launch(wish)));
    EXPECT_EQ(log(id), "once\n");
}

TEST_P(EngineContract, ARestartedEngineAdoptsWhatRuns) {
    const auto id = launch(shell("echo before; sleep 0.3; echo after; exit 4"));
    waitFor(id, TaskRunState::Running);
    restart();
    const auto end = waitForEnd(id);
    EXPECT_EQ(text(end.reason), "exit_code code=4");
    EXPECT_EQ(log(id), "before\nafter\n");
}

TEST_P(EngineContract, ARestartedEngineKnowsWhatEndedMeanwhileAndDoesNotStartItAgain) {
    auto wish = shell("echo once; exit 5");
    const auto id = launch(wish);
    waitForEnd(id);
    restart();
    EXPECT_EQ(text(waitForEnd(id).reason), "exit_code code=5");
    EXPECT_TRUE(on(engine().launch(wish)));
    EXPECT_EQ(log(id), "once\n");
}

TEST_P(EngineContract, AnAdoptedTaskCanBeStopped) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    restart();
    EXPECT_TRUE(on(engine().stop(id, 2000ms)));
    EXPECT_EQ(text(waitForEnd(id).reason), "signal signal=15");
}

TEST_P(EngineContract, AClaimWithoutAProcessIsLostAndNeverStartedAgain) {
    auto wish = shell("echo once; sleep 60");
    const auto id = launch(wish);
    waitForLog(id, "once\n");
    EXPECT_TRUE(on(engine().stop(id, 0ms)));
    std::remove((dataFolder() + "/runs/" + id.str() + "/exit").c_str());
    restart();
    const auto end = waitFor(id, TaskRunState::Lost);
    EXPECT_EQ(end.reason.code, ReasonCode::NodeLost);
    EXPECT_TRUE(on(engine().launch(wish)));
    EXPECT_EQ(log(id), "once\n");
}

TEST_P(EngineContract, StopLetsTheTaskFinishWithinItsGrace) {
    const auto id = launch(shell("trap 'echo saved; exit 0' TERM; echo up; while :; do sleep 0.05; done"));
    waitForLog(id, "up\n");
    EXPECT_TRUE(on(engine().stop(id, 5000ms)));
    EXPECT_NE(log(id).find("saved\n"), std::string::npos);
    EXPECT_EQ(waitForEnd(id).exit->code, 0);
}

TEST_P(EngineContract, StopEndsWhatIgnoresItAndDoubleForkedChildrenToo) {
    const auto id =
        launch(shell("trap '' TERM; setsid sh -c 'trap \"\" TERM; (sleep 70.123 &) & sleep 70.123' & echo up; while :; "
                     "do sleep 0.05; done"));
    waitForLog(id, "up\n");
    EXPECT_TRUE(on(engine().stop(id, 200ms)));
    EXPECT_EQ(text(waitForEnd(id).reason), "signal signal=9");
    EXPECT_EQ(runProgram({"ps", "-eo", "args"}).out.find("sleep 70.123"), std::string::npos);
}

TEST_P(EngineContract, TheEndOfTheCommandEndsWhatItLeftBehind) {
    const auto id = launch(shell("(setsid sleep 71.123 &); echo done"));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(runProgram({"ps", "-eo", "args"}).out.find("sleep 71.123"), std::string::npos);
}

TEST_P(EngineContract, ATimeLimitEndsTheTaskAndSaysSo) {
    auto wish = shell("sleep 60");
    wish.timeLimit = {1};
    EXPECT_EQ(text(run(std::move(wish)).reason), "time_limit limit=1");
}

TEST_P(EngineContract, TheTimeLimitHoldsWithoutAnEngine) {
    auto wish = shell("sleep 60");
    wish.timeLimit = {1};
    const auto id = launch(std::move(wish));
    waitFor(id, TaskRunState::Running);
    restart();
    EXPECT_EQ(text(waitForEnd(id).reason), "time_limit limit=1");
}

TEST_P(EngineContract, TooMuchMemoryIsRecognisedWithFigures) {
    const auto can = on(engine().inventory());
    ASSERT_TRUE(can) << can.error().detail;
    auto wish = request({"python3", "-c", "x = bytearray(400 << 20)\nimport time; time.sleep(20)"});
    wish.memory = mebibytes(64);
    const auto end = run(std::move(wish));
    EXPECT_EQ(end.reason.code, ReasonCode::OutOfMemory) << text(end.reason);
    EXPECT_EQ(end.reason.arguments.at("limit"), std::to_string(64 << 20));
    if (can->capabilities.memoryLimit == LimitStrength::Kernel) {
        EXPECT_LE(std::stoll(end.reason.arguments.at("used")), 64 << 20);
    }
}

TEST_P(EngineContract, SharedMemoryHasItsSizeAndCountsAsMemory) {
    auto wish = shell(
        "df -B1 --output=size /dev/shm | tail -1 | tr -d ' '; head -c 20M /dev/zero > /dev/shm/a && echo fits; head -c "
        "30M /dev/zero > /dev/shm/b || echo full");
    wish.sharedMemory = mebibytes(32);
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    const std::string said = log(id);
    EXPECT_EQ(said.substr(0, 14), std::to_string(32 << 20) + "\nfits\n") << said;
    EXPECT_NE(said.find("full\n"), std::string::npos);
}

TEST_P(EngineContract, TooMuchScratchIsRecognisedWithFigures) {
    auto wish = shell("head -c 40M /dev/zero > big; sleep 30");
    wish.scratch = mebibytes(16);
    const auto end = run(std::move(wish));
    EXPECT_EQ(end.reason.code, ReasonCode::ScratchFull) << text(end.reason);
    EXPECT_GT(std::stoll(end.reason.arguments.at("used")), 16 << 20);
}

TEST_P(EngineContract, ScratchThatIsHiddenCounts) {
    const std::string open =
        "import os, time\nf = open('x', 'wb')\nos.unlink('x')\nf.write(bytes(40 << 20))\nf.flush()\n";
    const std::string closed =
        "import os, time\nos.mkdir('d')\nf = open('d/x', 'wb')\nf.write(bytes(40 << 20))\nf.close()\nos.chmod('d', "
        "0)\n";
    for (const auto& script : {open, closed}) {
        auto wish = request({"python3", "-c", script + "time.sleep(60)"});
        wish.scratch = mebibytes(16);
        EXPECT_EQ(run(std::move(wish)).reason.code, ReasonCode::ScratchFull) << script;
    }
}

TEST_P(EngineContract, AForkBombIsBounded) {
    ContractLimits limits;
    limits.processes = 64;
    restartWith(limits);
    auto wish = request({"python3", "-c",
                         "import os\nn = 0\ntry:\n  while True:\n    if os.fork() == 0:\n      import time; "
                         "time.sleep(20)\n    n += 1\nexcept OSError: pass\nprint('forks', n)\n"});
    const auto id = launch(std::move(wish));
    const auto end = waitForEnd(id);
    EXPECT_EQ(text(end.reason), "completed");
    EXPECT_LT(std::stoi(log(id).substr(6)), 64);
}

TEST_P(EngineContract, TheLogIsByteEqualWhateverIsInIt) {
    const std::string script =
        "import os\n"
        "os.write(1, b'x' * (1 << 20) + b'\\n')\n"
        "os.write(1, b'a\\0b\\rc<b>%s\\xe4\\xb8')\n"
        "os.write(2, b'\\xad\\xff\\xfe\\x1b[31m\\n')\n";
    const auto id = launch(request({"python3", "-c", script}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    std::string expected(1 << 20, 'x');
    expected += std::string("\na\0b\rc<b>%s\xe4\xb8\xad\xff\xfe\x1b[31m\n", 22);
    EXPECT_EQ(log(id), expected);
}

TEST_P(EngineContract, TheLogIsReadFromAnyOffsetAndFromTheEnd) {
    const auto id = launch(shell("printf 0123456789"));
    waitForEnd(id);
    const auto middle = on(streams().readLog(id, 3, 4, 0ms));
    ASSERT_TRUE(middle);
    EXPECT_EQ(middle->bytes, "3456");
    EXPECT_EQ(middle->size, 10);
    EXPECT_FALSE(middle->complete);
    const auto tail = on(streams().readLog(id, -4, 100, 0ms));
    ASSERT_TRUE(tail);
    EXPECT_EQ(tail->bytes, "6789");
    EXPECT_EQ(tail->offset, 6);
    EXPECT_TRUE(tail->complete);
}

TEST_P(EngineContract, AReaderAtTheEndIsWokenByGrowthAndNotBefore) {
    const auto id = launch(shell("echo a; sleep 0.5; echo b; sleep 30"));
    waitForLog(id, "a\n");
    const auto more = on(streams().readLog(id, 2, 100, 20s));
    ASSERT_TRUE(more);
    EXPECT_EQ(more->bytes, "b\n");
    const auto nothing = on(streams().readLog(id, 4, 100, 50ms));
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->bytes, "");
    EXPECT_FALSE(nothing->complete);
}

TEST_P(EngineContract, ALogOverItsLimitIsCutAndSaysSo) {
    ContractLimits limits;
    limits.log = {100'000};
    restartWith(limits);
    const auto id = launch(shell("head -c 300000 /dev/zero | tr '\\0' x; echo end"));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    const std::string all = log(id);
    EXPECT_EQ(all.substr(0, 100'000), std::string(100'000, 'x'));
    EXPECT_NE(all.find("limit of 100000 bytes"), std::string::npos);
    EXPECT_LT(all.size(), 100'200u);
}

TEST_P(EngineContract, MetricsAreReadAndBadLinesSkipped) {
    const std::string script =
        "import json, os\n"
        "f = open(os.environ['PH_METRICS'], 'a')\n"
        "f.write(json.dumps({'step': 1, 'name': 'loss', 'value': 0.5}) + '\\n')\n"
        "f.write('not json\\n[1]\\n{\"name\": 3, \"value\": 1}\\n{\"name\": \"a\", \"value\": NaN}\\n')\n"
        "f.write('{\"name\": \"' + 'x' * 100000 + '\", \"value\": 1}\\n')\n"
        "f.write(json.dumps({'step': 2, 'name': 'loss', 'value': 0.25}) + '\\n')\n";
    const auto id = launch(request({"python3", "-c", script}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed") << log(id);
    const auto piece = on(streams().readMetrics(id, 0, 100));
    ASSERT_TRUE(piece);
    ASSERT_EQ(piece->points.size(), 2u);
    EXPECT_EQ(piece->points[1].step, 2);
    EXPECT_EQ(piece->points[1].name, "loss");
    EXPECT_EQ(piece->points[1].value, 0.25);
    EXPECT_TRUE(piece->points[1].at);
    const auto first = on(streams().readMetrics(id, 0, 1));
    const auto rest = on(streams().readMetrics(id, first->offset, 100));
    EXPECT_EQ(rest->points.size(), 1u);
    EXPECT_TRUE(on(streams().readMetrics(id, rest->offset, 100))->points.empty());
}

TEST_P(EngineContract, RemovingForgetsTheTaskAndItsFiles) {
    const auto id = launch(shell("mkdir -p locked/in; echo x > locked/in/a; chmod 0 locked"));
    EXPECT_TRUE(!on(engine().remove(id)) || waitForEnd(id).endedAt);
    waitForEnd(id);
    EXPECT_TRUE(on(engine().remove(id)));
    EXPECT_TRUE(on(engine().remove(id)));
    EXPECT_FALSE(on(streams().readLog(id, 0, 10, 0ms)));
    EXPECT_NE(runProgram({"test", "-e", workFolder(id)}).exitCode, 0);
}

}  // namespace ph::test
