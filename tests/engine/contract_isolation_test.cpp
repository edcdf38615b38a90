#include "engine/contract_fixture.h"
#include "engine/task/run_folder.h"
#include "support/lacks.h"

#include <csignal>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::test {

using namespace std::chrono_literals;

TEST_P(EngineContract, NeitherTheControllersDataNorOtherTasksAreVisible) {
    writeFile(dataFolder() + "/keys", "top secret");
    const auto other = launch(shell("echo other > mine.txt; echo up; sleep 60"));
    waitForLog(other, "up\n");
    const auto id = launch(
        shell("ls -d " + dataFolder() +
              " 2>&1; find / '(' -path /usr -o -path /proc ')' -prune -o -name mine.txt -print -o -name keys -path '*" +
              dataFolder() +
              "*' -print 2>/dev/null; ls /root /home 2>/dev/null; ps -e 2>/dev/null | grep -c sleep; ls /work"));
    waitForEnd(id);
    const std::string said = log(id);
    EXPECT_NE(said.find("No such file"), std::string::npos) << said;
    EXPECT_EQ(said.find("mine.txt"), std::string::npos) << said;
    EXPECT_EQ(said.find("top secret"), std::string::npos);
}

TEST_P(EngineContract, NothingOfTheShimIsInReachOfTheTask) {
    const std::string script =
        "import os\n"
        "for n in range(3, 64):\n"
        "  try: os.fstat(n); print('descriptor', n)\n"
        "  except OSError: pass\n"
        "for p in ('/proc/1/fd', '/proc/1/mem', '/proc/1/environ', '/proc/1/root'):\n"
        "  try:\n"
        "    os.listdir(p) if p.endswith(('fd', 'root')) else open(p, 'rb').read(1); print('open', p)\n"
        "  except OSError: pass\n"
        "try: os.kill(1, 9)\n"
        "except OSError as e: print('kill', e.errno)\n"
        "print('still here')\n";
    const auto id = launch(request({"python3", "-c", script}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id), "still here\n");
}

TEST_P(EngineContract, WhatASandboxDoesNotNeedIsDenied) {
    const std::string script =
        "import ctypes, os, socket\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "def denied(what, got): print(what, 'denied' if got else 'ALLOWED')\n"
        "denied('mount', libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) != 0)\n"
        "denied('userns', libc.unshare(0x10000000) != 0)\n"
        "denied('keyctl', libc.syscall(250, 0, 0) < 0)\n"
        "def sock(*a):\n"
        "  try: socket.socket(*a); return False\n"
        "  except OSError: return True\n"
        "denied('packet', sock(socket.AF_PACKET, socket.SOCK_RAW))\n"
        "denied('raw', sock(socket.AF_INET, socket.SOCK_RAW, 1))\n"
        "try: os.mknod('/tmp/dev', 0o600 | 0o060000, 0x700); print('mknod ALLOWED')\n"
        "except OSError: print('mknod denied')\n"
        "try: open('/usr/x', 'w'); print('usr ALLOWED')\n"
        "except OSError: print('usr denied')\n"
        "socket.socket(socket.AF_INET6, socket.SOCK_STREAM); print('ip fine')\n";
    const auto id = launch(request({"python3", "-c", script}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id),
              "mount denied\nuserns denied\nkeyctl denied\npacket denied\nraw denied\nmknod denied\nusr "
              "denied\nip fine\n");
}

TEST_P(EngineContract, TheTaskHasNoCapabilitiesAndAnotherUserForEachOrganisation) {
    auto first = shell("id -u; grep -E '^(CapEff|CapPrm|CapBnd|NoNewPrivs)' /proc/self/status; touch x; stat -c %u x");
    auto second = shell("id -u");
    second.org = organisation(2);
    const auto one = launch(std::move(first));
    const auto two = launch(std::move(second));
    waitForEnd(one);
    waitForEnd(two);
    const std::string said = log(one);
    EXPECT_NE(said.find("CapPrm:\t0000000000000000\nCapEff:\t0000000000000000"), std::string::npos) << said;
    EXPECT_NE(said.find("NoNewPrivs:\t1"), std::string::npos) << said;
    if (::geteuid() != 0) return;
    EXPECT_NE(said.substr(0, said.find('\n')), "0");
    EXPECT_NE(said.substr(0, said.find('\n')), log(two).substr(0, log(two).find('\n')));
}

TEST_P(EngineContract, ATaskWithoutNetworkHasItsLoopbackOnly) {
    auto wish = shell("cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' '");
    wish.network = NetworkPolicy::None;
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    EXPECT_EQ(log(id), "lo\n");
}

TEST_P(EngineContract, OutputsAreCollectedByGlobAndTheirContentsStored) {
    const auto id = launch(
        shell("mkdir -p out/a/b; echo 1 > out/x.txt; echo 2 > out/a/b/y.txt; echo 3 > out/a/z.bin; echo 4 > model"));
    waitForEnd(id);
    const auto got = on(engine().collect(id, {"out/**/*.txt", "model"}, blobs()));
    ASSERT_TRUE(got) << got.error().detail;
    std::string list;
    for (const auto& output : got->outputs) list += output.path + "=" + blobText(output.digest);
    EXPECT_EQ(list, "model=4\nout/a/b/y.txt=2\nout/x.txt=1\n");
    EXPECT_TRUE(got->failures.empty());
}

TEST_P(EngineContract, LinksInOutputsAreRefused) {
    writeFile(dataFolder() + "/secret", "controller's own");
    const auto id = launch(shell("ln -s " + dataFolder() +
                                 "/secret a; ln -s /etc b; ln -s ../../../secret c; mkfifo pipe; mkdir d; ln -s " +
                                 dataFolder() + " d/e"));
    waitForEnd(id);
    const auto got = on(engine().collect(id, {"a", "b/passwd", "c", "pipe", "d/**", "**/secret"}, blobs()));
    ASSERT_TRUE(got);
    EXPECT_TRUE(got->outputs.empty());
    std::string failed;
    for (const auto& failure : got->failures)
        failed += failure.arguments.at("path") + ":" + failure.arguments.at("detail") + " ";
    EXPECT_EQ(failed, "a:not-a-file c:not-a-file pipe:not-a-file b/passwd:not-found ");
}

TEST_P(EngineContract, AShimThatIsKilledLeavesNothingAndIsLost) {
    const auto id = launch(shell("setsid sleep 73.5 & echo up; sleep 73.5"));
    waitForLog(id, "up\n");
    ASSERT_GT(shimOf(id), 0);
    ASSERT_EQ(::kill(shimOf(id), SIGKILL), 0);
    const auto end = waitFor(id, TaskRunState::Lost);
    EXPECT_EQ(end.reason.code, ReasonCode::NodeLost);
    EXPECT_EQ(runProgram({"ps", "-eo", "args"}).out.find("sleep 73.5"), std::string::npos);
    EXPECT_EQ(log(id), "up\n");
}

TEST_P(EngineContract, AShimThatDoesNotAnswerIsEndedAllTheSame) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    ASSERT_GT(shimOf(id), 0);
    ASSERT_EQ(::kill(shimOf(id), SIGSTOP), 0);
    EXPECT_TRUE(on(engine().stop(id, 100ms)));
    EXPECT_EQ(text(waitForEnd(id).reason), "signal signal=9");
}

TEST_P(EngineContract, TheInventoryNamesWhatTheMachineHas) {
    ContractLimits limits;
    limits.simulated = {"H100x2", "A100"};
    restartWith(limits);
    const auto found = on(engine().inventory());
    ASSERT_TRUE(found) << found.error().detail;
    EXPECT_FALSE(found->name.empty());
    EXPECT_GE(found->capacity.cpu, cores(1));
    EXPECT_GT(found->capacity.memory, mebibytes(100));
    EXPECT_GT(found->capacity.scratch, mebibytes(100));
    ASSERT_EQ(found->capacity.accelerators.size(), 3u);
    EXPECT_EQ(found->capacity.accelerators[2].model, "A100");
    EXPECT_TRUE(found->capacity.accelerators[2].simulated);
    EXPECT_EQ(found->capabilities.engine, GetParam());
    const auto samples = on(engine().nodeSamples(10));
    ASSERT_TRUE(samples);
    ASSERT_FALSE(samples->empty());
    EXPECT_GT(samples->back().memoryBytes, 0);
    ASSERT_EQ(samples->back().accelerators.size(), 3u);
    EXPECT_TRUE(samples->back().accelerators[0].simulated);
}

}  // namespace ph::test
