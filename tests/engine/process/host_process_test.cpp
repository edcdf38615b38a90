#include "engine/process/host_process.h"

#include "support/lacks.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

using test::BackgroundProgram;
using test::eventually;

namespace {

constexpr const char* kRun = "taaaaaaaaaaaaa";
constexpr const char* kOther = "tbbbbbbbbbbbbb";

std::string commandOf(int pid) {
    return readFile("/proc/" + std::to_string(pid) + "/cmdline");
}

bool hasEnded(const FileDescriptor& process) {
    pollfd waiting{process.get(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
}

/// Processes that look like those of a run by their command lines, which is all that can be seen of them.
class HostProcesses : public ::testing::Test {
protected:
    HostProcesses() {
        std::filesystem::create_directories(m_folder.path() + "/ph");
        std::filesystem::create_directories(folder.path());
        test::writeFile(shim(), "#!/bin/sh\n" + idle());
        ::chmod(shim().c_str(), 0755);
        EXPECT_EQ(::mkfifo(fifo().c_str(), 0600), 0);
    }

    std::string shim() const { return m_folder.path() + "/ph/shim"; }
    std::string fifo() const { return m_folder.path() + "/fifo"; }
    /// A script that waits without a program of its own, which would outlive it.
    std::string idle() const { return "read forever < " + fifo() + "; true\n"; }
    std::unique_ptr<BackgroundProgram> start(const std::vector<std::string>& command) const {
        return std::make_unique<BackgroundProgram>(command, "/dev/null");
    }
    /// bwrap carries its run as a host name.
    std::unique_ptr<BackgroundProgram> launcherOf(const std::string& run) const {
        auto program = start({"/bin/sh", "-c", idle(), "--hostname", run, "more"});
        EXPECT_TRUE(eventually([&] { return isLauncherOf(program->pid(), run); }));
        return program;
    }
    /// A shim in a namespace of its own, below a program that takes it along when it is killed, but only then.
    using Apart = std::unique_ptr<BackgroundProgram, void (*)(BackgroundProgram*)>;
    Apart startApart() const {
        return {start({"unshare", "--pid", "--fork", "--kill-child", shim(), "run"}).release(),
                [](BackgroundProgram* program) {
                    program->signal(SIGKILL);
                    delete program;
                }};
    }
    /// That shim's number; 0 if we may make no namespaces.
    int firstOf(const Apart& unshare) const {
        const std::string pid = std::to_string(unshare->pid());
        int child = 0;
        eventually([&] {
            child = std::atoi(readFile("/proc/" + pid + "/task/" + pid + "/children").c_str());
            // Until it has become the script it still carries unshare's words, which look like a shim's too.
            const bool script = child > 0 && commandOf(child).starts_with("/bin/sh");
            return (script && isShimOf(child, kRun)) || !unshare->running();
        });
        return unshare->running() ? child : 0;
    }
    void write(int launcher, int first) const {
        test::writeFile(folder.path() + "/process",
                        "launcher " + std::to_string(launcher) + "\n{\"child-pid\": " + std::to_string(first) + "}\n");
    }

private:
    test::TemporaryFolder m_folder;

protected:
    const RunFolder folder{m_folder.path() + "/run"};
};

}  // namespace

TEST_F(HostProcesses, AreReadableOnceTheyHaveEnded) {
    const auto program = start({"sleep", "60"});
    const FileDescriptor process = openProcess(program->pid());
    ASSERT_TRUE(process);
    EXPECT_FALSE(hasEnded(process));
    program->signal(SIGKILL);
    EXPECT_TRUE(eventually([&] { return hasEnded(process); }));
    EXPECT_GT(program->wait(std::chrono::seconds(20)), 0);
    EXPECT_FALSE(openProcess(program->pid()));
    for (const int none : {0, -1, -4}) EXPECT_FALSE(openProcess(none));
}

TEST_F(HostProcesses, AreLaunchersOfTheRunThatTheyCarry) {
    const auto launcher = launcherOf(kRun);
    EXPECT_FALSE(isLauncherOf(launcher->pid(), kOther));
    EXPECT_FALSE(isLauncherOf(::getpid(), kRun));
    EXPECT_FALSE(isLauncherOf(0, kRun));
    EXPECT_FALSE(isLauncherOf(-1, kRun));
    const auto innocent = start({"/bin/sh", "-c", idle(), "--hostname=" + std::string(kRun)});
    EXPECT_TRUE(eventually([&] { return commandOf(innocent->pid()).find("--hostname=") != std::string::npos; }));
    EXPECT_FALSE(isLauncherOf(innocent->pid(), kRun));
}

TEST_F(HostProcesses, AreShimsOnlyAsTheFirstOfANamespace) {
    const auto outside = start({shim(), "run"});
    ASSERT_TRUE(eventually([&] { return commandOf(outside->pid()).find("/ph/shim") != std::string::npos; }));
    EXPECT_FALSE(isShimOf(outside->pid(), kRun)) << "a namesake that anybody may start";
    EXPECT_FALSE(isShimOf(0, kRun));
    const auto unshare = startApart();
    const int first = firstOf(unshare);
    if (first == 0) return test::lacks("namespaces");
    EXPECT_TRUE(isShimOf(first, kRun));
    EXPECT_FALSE(isShimOf(unshare->pid(), kRun));
}

TEST_F(HostProcesses, AreFoundLauncherFirst) {
    EXPECT_FALSE(findProcess(folder, kRun)) << "none is known";
    const auto launcher = launcherOf(kRun);
    const auto unshare = startApart();
    const int first = firstOf(unshare);
    write(launcher->pid(), first);
    FileDescriptor found = findProcess(folder, kRun);
    ASSERT_TRUE(found);
    launcher->signal(SIGKILL);
    EXPECT_TRUE(eventually([&] { return hasEnded(found); })) << "it was the launcher";
    launcher->wait(std::chrono::seconds(20));
    if (first == 0) return test::lacks("namespaces");
    found = findProcess(folder, kRun);
    ASSERT_TRUE(found) << "the shim goes on";
    unshare->signal(SIGKILL);
    EXPECT_TRUE(eventually([&] { return hasEnded(found); }));
    EXPECT_TRUE(eventually([&] { return !findProcess(folder, kRun); }));
}

TEST_F(HostProcesses, OfARunAreKilledAndNobodyElse) {
    const auto launcher = launcherOf(kRun), other = launcherOf(kOther), stranger = start({"sleep", "60"});
    // Numbers are used again: what stands in the file may be somebody else by now.
    write(other->pid(), stranger->pid());
    killRun(folder, kRun);
    write(::getpid(), 1);
    killRun(folder, kRun);
    write(0, -1);
    killRun(folder, kRun);
    EXPECT_TRUE(other->running() && stranger->running() && launcher->running());
    write(launcher->pid(), 0);
    killRun(folder, kRun);
    EXPECT_EQ(launcher->wait(std::chrono::seconds(20)), 128 + SIGKILL);
    EXPECT_TRUE(other->running() && stranger->running());
    killRun(folder, kRun);
}

}  // namespace ph::engine
