#include "engine/contract_fixture.h"
#include "engine/file_descriptor.h"

#include <csignal>
#include <filesystem>
#include <unistd.h>

namespace ph::test {

namespace {

/// Launchers of this process that have no task yet.
std::vector<pid_t> waitingLaunchers() {
    std::vector<pid_t> list;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0) continue;
        const std::string status = engine::readFile(entry.path() / "status");
        if (status.find("\nPPid:\t" + std::to_string(::getpid()) + "\n") == std::string::npos) continue;
        if (engine::readFile(entry.path() / "cmdline").ends_with(std::string("\0launch\0", 8))) list.push_back(pid);
    }
    return list;
}

class SlowStart : public EngineContract {};

}  // namespace

TEST_P(SlowStart, ATaskThatWaitsForAProcessorIsAdoptedAndNotLost) {
    // 1. A launcher is kept ready after a task; this one gets no processor from here on.
    run(shell("true"));
    ASSERT_TRUE(eventually([] { return !waitingLaunchers().empty(); }, std::chrono::seconds(10)));
    const auto stopped = waitingLaunchers();
    for (const pid_t pid : stopped) ::kill(pid, SIGSTOP);

    // 2. The task is handed to it, and the engine begins anew before it could take it.
    const auto id = launch(shell("echo late"));
    restart();
    for (const pid_t pid : stopped) ::kill(pid, SIGCONT);
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id), "late\n");
}

INSTANTIATE_TEST_SUITE_P(Process, SlowStart, ::testing::Values("process"));

}  // namespace ph::test
