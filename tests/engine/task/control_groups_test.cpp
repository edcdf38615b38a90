#include "engine/task/control_groups.h"

#include "engine/file_descriptor.h"
#include "support/lacks.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;
using test::eventually;

namespace {

/// Groups of the kernel that this machine lets us use, version 1 or 2; their names are this process's own.
class Groups : public ::testing::Test {
protected:
    Groups() : m_name("test" + std::to_string(::getpid()) + "-") {}
    ~Groups() override {
        for (const auto& groups : m_made) {
            for (const int pid : processesIn(groups)) ::kill(pid, SIGKILL);
            EXPECT_TRUE(eventually([&] { return removeGroups(groups); }));
        }
    }
    void SetUp() override {
        if (all.memory() != LimitStrength::Kernel) return test::lacks("control-groups");
    }

    std::string prefix() const { return m_name; }
    TaskGroups make(const std::string& name = "one") {
        auto groups = all.create(m_name + name);
        EXPECT_TRUE(groups) << groups.error().detail;
        m_made.push_back(*groups);
        return *groups;
    }
    /// What a limit's file says, by its name in each version.
    static std::string said(const TaskGroups& groups, const std::string& folder, const char* two, const char* one) {
        std::string text = readFile(folder + "/" + (groups.unified ? two : one));
        while (!text.empty() && text.back() == '\n') text.pop_back();
        return text;
    }
    /// A program in the groups.
    static std::unique_ptr<test::BackgroundProgram> fill(const TaskGroups& groups,
                                                         const std::vector<std::string>& command) {
        auto program = std::make_unique<test::BackgroundProgram>(command, "/dev/null");
        for (const auto& folder : groups.folders())
            EXPECT_TRUE(writeFile(folder + "/cgroup.procs", std::to_string(program->pid()))) << folder;
        return program;
    }

    const ControlGroups all = ControlGroups::find();

private:
    std::string m_name;
    std::vector<TaskGroups> m_made;
};

}  // namespace

TEST_F(Groups, AreFoldersOfTheirNameBelowOurOwn) {
    const TaskGroups groups = make();
    ASSERT_FALSE(groups.empty());
    for (const auto& folder : groups.folders()) {
        EXPECT_TRUE(fs::exists(folder + "/cgroup.procs")) << folder;
        EXPECT_EQ(fs::path(folder).filename(), prefix() + "one");
        EXPECT_EQ(fs::path(folder).parent_path().filename(), "pilothouse");
    }
}

TEST_F(Groups, AreFoundAgainByTheNextController) {
    const TaskGroups groups = make();
    const ControlGroups next = ControlGroups::find();
    EXPECT_EQ(next.memory(), all.memory());
    EXPECT_EQ(next.cpu(), all.cpu());
    const auto same = next.create(prefix() + "one");
    ASSERT_TRUE(same);
    EXPECT_EQ(same->folders(), groups.folders());
}

TEST_F(Groups, HoldTheLimitsThatWereSet) {
    const TaskGroups groups = make();
    const auto limited = limitGroups(groups, {mebibytes(64), MilliCpu{1500}, 77});
    ASSERT_TRUE(limited) << limited.error().detail;
    EXPECT_EQ(said(groups, groups.memory, "memory.max", "memory.limit_in_bytes"), std::to_string(64 << 20));
    if (!groups.cpu.empty()) {
        EXPECT_EQ(said(groups, groups.cpu, "cpu.max", "cpu.cfs_quota_us"), groups.unified ? "150000 100000" : "150000");
    }
    if (!groups.pids.empty()) {
        EXPECT_EQ(said(groups, groups.pids, "pids.max", "pids.max"), "77");
    }
}

TEST_F(Groups, GiveEvenTheSmallestShareThatTheKernelTakes) {
    const TaskGroups groups = make();
    const auto limited = limitGroups(groups, {mebibytes(64), MilliCpu{1}, 0});
    ASSERT_TRUE(limited) << limited.error().detail;
    if (!groups.cpu.empty()) {
        EXPECT_EQ(said(groups, groups.cpu, "cpu.max", "cpu.cfs_quota_us"), groups.unified ? "1000 100000" : "1000");
    }
    if (!groups.pids.empty()) {
        EXPECT_EQ(said(groups, groups.pids, "pids.max", "pids.max"), "max");
    }
}

TEST_F(Groups, ThatAreGoneCannotBeLimited) {
    const TaskGroups groups = make();
    ASSERT_TRUE(removeGroups(groups));
    const auto limited = limitGroups(groups, {mebibytes(64), cores(1), 10});
    ASSERT_FALSE(limited);
    EXPECT_NE(limited.error().detail.find(groups.memory + "/memory."), std::string::npos) << limited.error().detail;
    EXPECT_TRUE(processesIn(groups).empty());
    EXPECT_EQ(readUsage(groups).peakMemory, 0);
    EXPECT_TRUE(removeGroups(groups)) << "they are gone, as they should be";
}

TEST_F(Groups, ThatTheKernelRefusesAreAnErrorThatSaysSo) {
    const auto groups = all.create("no/such/parent");
    ASSERT_FALSE(groups);
    EXPECT_NE(groups.error().detail.find("no/such/parent: No such file"), std::string::npos) << groups.error().detail;
}

TEST_F(Groups, NameTheirProcessesAndStayWhileThereAreAny) {
    const TaskGroups groups = make();
    EXPECT_TRUE(processesIn(groups).empty());
    auto one = fill(groups, {"sleep", "60"}), two = fill(groups, {"sleep", "60"});
    std::vector<int> pids{one->pid(), two->pid()};
    std::sort(pids.begin(), pids.end());
    EXPECT_EQ(processesIn(groups), pids);
    EXPECT_FALSE(removeGroups(groups));
    one->signal(SIGKILL);
    EXPECT_GT(one->wait(std::chrono::seconds(20)), 0);
    EXPECT_TRUE(eventually([&] { return processesIn(groups) == std::vector<int>{two->pid()}; }));
    EXPECT_FALSE(removeGroups(groups));
    two.reset();
    EXPECT_TRUE(eventually([&] { return removeGroups(groups); }));
    for (const auto& folder : groups.folders()) EXPECT_FALSE(fs::exists(folder));
}

TEST_F(Groups, CountWhatTheirProcessesUsed) {
    const TaskGroups groups = make();
    const GroupUsage before = readUsage(groups);
    EXPECT_EQ(before.outOfMemoryKills, 0);
    auto program = fill(groups, {"sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; exec sleep 60"});
    ASSERT_TRUE(eventually([&] { return readFile("/proc/" + std::to_string(program->pid()) + "/comm") == "sleep\n"; }));
    const GroupUsage after = readUsage(groups);
    EXPECT_GT(after.peakMemory, 0);
    if (groups.cpuAccount.empty()) {
        EXPECT_EQ(after.cpuMicros, -1);
    } else {
        EXPECT_GT(after.cpuMicros, 10'000);
    }
    program.reset();
    EXPECT_GE(readUsage(groups).cpuMicros, after.cpuMicros) << "what has ended still counts";
}

TEST_F(Groups, CountWhatTheKernelKilledForMemory) {
    constexpr std::size_t kTooMuch = 64 << 20;
    const TaskGroups groups = make();
    ASSERT_TRUE(limitGroups(groups, {mebibytes(16), cores(1), 0}));
    const pid_t child = ::fork();
    if (child == 0) {
        if (!writeFile(groups.memory + "/cgroup.procs", "0")) ::_exit(1);
        void* room = ::mmap(nullptr, kTooMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED) ::_exit(2);
        std::memset(room, 1, kTooMuch);
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    EXPECT_EQ(readUsage(groups).outOfMemoryKills, 1);
    EXPECT_GT(readUsage(groups).peakMemory, 8 << 20);
}

TEST_F(Groups, ThatNobodyUsesAreRemovedByTheBeginningOfTheirName) {
    const TaskGroups spare = make("a-spare"), kept = make("a-kept"), busy = make("a-busy"), other = make("b-other");
    const auto program = fill(busy, {"sleep", "60"});
    const auto folders = kept.folders();
    all.removeSpares(prefix() + "a-", {folders.begin(), folders.end()});
    for (const auto& folder : spare.folders()) EXPECT_FALSE(fs::exists(folder)) << folder;
    for (const auto& groups : {kept, busy, other})
        for (const auto& folder : groups.folders()) EXPECT_TRUE(fs::exists(folder)) << folder;
}

TEST(NoGroups, LimitNothingCountNothingAndAreAlwaysGone) {
    const ControlGroups unused;
    EXPECT_EQ(unused.memory(), LimitStrength::Watched);
    EXPECT_EQ(unused.cpu(), LimitStrength::None);
    EXPECT_FALSE(unused.limitsProcesses());
    const auto groups = unused.create("anything");
    ASSERT_TRUE(groups);
    EXPECT_TRUE(groups->empty());
    EXPECT_TRUE(limitGroups(*groups, {mebibytes(1), cores(1), 1}));
    EXPECT_EQ(readUsage(*groups).cpuMicros, -1);
    EXPECT_EQ(readUsage(*groups).outOfMemoryKills, 0);
    EXPECT_TRUE(processesIn(*groups).empty());
    EXPECT_TRUE(removeGroups(*groups));
    unused.removeSpares("", {});
}

TEST(NoGroups, OfOneFolderAreNamedOnce) {
    EXPECT_EQ((TaskGroups{true, "/g", "/g", "/g", "/g"}).folders(), std::vector<std::string>{"/g"});
    EXPECT_EQ((TaskGroups{false, "/m", "", "/a", "/p"}).folders(), (std::vector<std::string>{"/m", "/a", "/p"}));
}

}  // namespace ph::engine
