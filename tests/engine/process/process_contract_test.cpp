#include "engine/contract_fixture.h"
#include "engine/task/run_folder.h"
#include "support/lacks.h"

#include <csignal>
#include <filesystem>
#include <set>

namespace ph::test {

using namespace std::chrono_literals;

namespace {

/// What of the contract only sandboxed processes promise.
class ProcessContract : public EngineContract {};

}  // namespace

TEST_P(ProcessContract, AnIsolatedNetworkDoesNotReachTheLoopbackOfTheNode) {
    const auto can = on(engine().inventory());
    ASSERT_TRUE(can);
    if (!can->capabilities.networkIsolated) return lacks("network-helper");
    const std::string devices =
        "cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' ' | sort; readlink /proc/self/ns/net";
    const auto id = launch(shell(devices));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id).substr(0, 8), "lo\ntap0\n");
    EXPECT_EQ(log(id).find(std::filesystem::read_symlink("/proc/self/ns/net").string()), std::string::npos);
}

TEST_P(ProcessContract, TasksAtTheSameTimeAndOfOtherOrganisationsHaveOtherNetworks) {
    const auto can = on(engine().inventory());
    ASSERT_TRUE(can);
    if (!can->capabilities.networkIsolated) return lacks("network-helper");
    std::set<std::string> running, later;
    std::vector<TaskRunId> ids;
    for (int i = 0; i < 3; ++i) ids.push_back(launch(shell("readlink /proc/self/ns/net; sleep 60")));
    for (const auto& id : ids) {
        waitForLog(id, "]\n");
        running.insert(log(id, 0));
        EXPECT_TRUE(on(engine().stop(id, 1000ms)));
    }
    EXPECT_EQ(running.size(), 3u);
    for (int i = 0; i < 3; ++i) {
        auto other = shell("readlink /proc/self/ns/net; cut -d: -f1 /proc/net/dev | tr -d ' ' | grep tap0");
        other.org = organisation(2);
        const auto id = launch(std::move(other));
        EXPECT_EQ(text(waitForEnd(id).reason), "completed");
        later.insert(log(id).substr(0, log(id).find('\n') + 1));
    }
    for (const auto& network : later) EXPECT_FALSE(running.count(network));
}

TEST_P(ProcessContract, ATaskOutlivesItsLauncher) {
    const auto id = launch(shell("echo up; sleep 0.5; echo after; exit 6"));
    waitForLog(id, "up\n");
    const engine::RunFolder folder(dataFolder() + "/runs/" + id.str());
    ASSERT_EQ(::kill(folder.readProcesses().launcher, SIGKILL), 0);
    EXPECT_EQ(text(waitForEnd(id).reason), "exit_code code=6");
    EXPECT_EQ(log(id), "up\nafter\n");
}

TEST_P(ProcessContract, WithoutControlGroupsMemoryIsWatched) {
    restartProcess([](ProcessEngineOptions& options) { options.useControlGroups = false; });
    const auto found = on(engine().inventory());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->capabilities.memoryLimit, LimitStrength::Watched);
    auto wish = request({"python3", "-c", "x = bytearray(300 << 20)\nimport time; time.sleep(20)"});
    wish.memory = mebibytes(64);
    EXPECT_EQ(run(std::move(wish)).reason.code, ReasonCode::OutOfMemory);
}

TEST_P(ProcessContract, AMissingSandboxIsSaidAndNothingIsClaimed) {
    restartProcess([](ProcessEngineOptions& options) { options.bwrap = "/nowhere/bwrap"; });
    const auto found = on(engine().inventory());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().id.name, "sandbox-missing");
    auto wish = shell("true");
    EXPECT_FALSE(on(engine().launch(wish)));
    EXPECT_NE(runProgram({"test", "-e", workFolder(wish.id)}).exitCode, 0);
}

TEST_P(ProcessContract, ATaskWithoutNetworkHasNobodyToAskForNames) {
    auto wish = shell("cat /etc/resolv.conf; echo asked");
    wish.network = NetworkPolicy::None;
    const auto id = launch(std::move(wish));
    waitForEnd(id);
    EXPECT_EQ(log(id), "asked\n");
}

TEST_P(ProcessContract, VirtualMachinesSocketsAreDenied) {
    const auto id = launch(request({"python3", "-c", "import socket\nsocket.socket(40, socket.SOCK_STREAM)\n"}));
    EXPECT_EQ(text(waitForEnd(id).reason), "exit_code code=1");
    EXPECT_NE(log(id).find("Error"), std::string::npos) << log(id);
}

INSTANTIATE_TEST_SUITE_P(Process, EngineContract, ::testing::Values("process"));
INSTANTIATE_TEST_SUITE_P(Process, ProcessContract, ::testing::Values("process"));

}  // namespace ph::test
