#include "engine/process/launcher_pool.h"

#include "engine/process/network_probe.h"
#include "support/lacks.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;
using test::eventually;

namespace {

/// A pool of launchers of the real ph-shim, in whatever control groups this machine has.
class Launchers : public ::testing::Test {
protected:
    Launchers() {
        const char* folder = std::getenv("PH_BIN");
        options.shim = std::string(folder ? folder : "bin") + "/ph-shim";
        options.dataFolder = m_folder.path();
        test::SeededRandom random(5);
        one = OrgId::random(random);
        two = OrgId::random(random);
    }
    ~Launchers() override {
        for (auto& launcher : m_taken) pool().giveBack(std::move(launcher));
        m_pool.reset();
        EXPECT_TRUE(groupFolders().empty()) << *groupFolders().begin() << " is left";
    }

    LauncherPool& pool() {
        if (!m_pool) m_pool.emplace(options, groups, network);
        return *m_pool;
    }
    void endPool() { m_pool.reset(); }
    /// Takes one; it is given back at the end of the test.
    WaitingLauncher& take(const OrgId& org, bool outbound = true) {
        auto launcher = pool().take(org, outbound);
        if (!launcher) throw std::runtime_error(launcher.error().detail);
        m_taken.push_back(std::move(*launcher));
        return m_taken.back();
    }
    void giveBack(WaitingLauncher& launcher) {
        pool().giveBack(std::move(launcher));
        m_taken.remove_if([&](const WaitingLauncher& kept) { return &kept == &launcher; });
    }
    /// Children of ours that are launchers.
    static std::set<int> waiting() {
        std::set<int> pids;
        for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(::getpid()) + "/task")) {
            std::istringstream children(readFile(entry.path().string() + "/children"));
            for (int pid = 0; children >> pid;)
                if (readFile("/proc/" + std::to_string(pid) + "/cmdline").ends_with(std::string("\0launch\0", 8)))
                    pids.insert(pid);
        }
        return pids;
    }
    /// The same once there are so many: a program that was just started has no name for a moment.
    static std::set<int> waiting(std::size_t number) {
        EXPECT_TRUE(eventually([&] { return waiting().size() == number; }));
        return waiting();
    }
    /// Groups that belong to this test's data folder: they carry it in their names.
    std::set<std::string> groupFolders() const {
        char prefix[20];
        std::snprintf(prefix, sizeof prefix, "%08zx-", std::hash<std::string>()(options.dataFolder) & 0xffffffff);
        std::set<std::string> found;
        const auto sample = groups.create("launchers-" + std::to_string(::getpid()));
        if (!sample) return found;
        for (const auto& folder : sample->folders())
            for (const auto& entry : fs::directory_iterator(fs::path(folder).parent_path()))
                if (entry.path().filename().string().rfind(prefix, 0) == 0) found.insert(entry.path().string());
        removeGroups(*sample);
        return found;
    }
    static bool hungUp(const WaitingLauncher& launcher) {
        pollfd gone{launcher.socket.get(), 0, 0};
        return ::poll(&gone, 1, 0) > 0;
    }

    ProcessEngineOptions options;
    const ControlGroups groups = ControlGroups::find();
    NetworkPath network = NetworkPath::Host;
    OrgId one, two;

private:
    test::TemporaryFolder m_folder;
    std::optional<LauncherPool> m_pool;
    std::list<WaitingLauncher> m_taken;
};

}  // namespace

TEST_F(Launchers, WaitInTheirGroups) {
    const WaitingLauncher& launcher = take(one);
    EXPECT_GT(launcher.pid, 0);
    EXPECT_FALSE(launcher.network) << "the host's is used";
    if (!launcher.groups.empty()) {
        EXPECT_TRUE(eventually([&] { return processesIn(launcher.groups) == std::vector<int>{launcher.pid}; }));
    }
    EXPECT_FALSE(hungUp(launcher));
}

TEST_F(Launchers, ThatGetNoTaskEndAndLeaveNoGroups) {
    WaitingLauncher& launcher = take(one);
    const int pid = launcher.pid;
    const auto folders = launcher.groups.folders();
    giveBack(launcher);
    EXPECT_FALSE(waiting().contains(pid));
    for (const auto& folder : folders) EXPECT_FALSE(fs::exists(folder)) << folder;
}

TEST_F(Launchers, AreKeptReadyOneAtATime) {
    pool().refill();
    pool().refill();
    const auto ready = waiting(1);
    const int first = take(one).pid;
    EXPECT_EQ(std::set<int>{first}, ready);
    const int second = take(one).pid;
    EXPECT_NE(second, first);
    EXPECT_EQ(waiting(2), (std::set<int>{first, second}));
}

TEST_F(Launchers, ThatAreReadyEndWithThePool) {
    pool().refill();
    ASSERT_EQ(waiting(1).size(), 1u);
    endPool();
    EXPECT_TRUE(waiting().empty());
}

TEST_F(Launchers, ThatSomebodyEndedAreNotHandedOut) {
    pool().refill();
    const auto found = waiting(1);
    ASSERT_EQ(found.size(), 1u);
    const int ready = *found.begin();
    ::kill(ready, SIGKILL);
    siginfo_t info{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(ready), &info, WEXITED | WNOWAIT), 0);
    const WaitingLauncher& launcher = take(one);
    EXPECT_NE(launcher.pid, ready);
    EXPECT_FALSE(hungUp(launcher));
}

TEST_F(Launchers, WithoutANetworkAreMadeForTheirTask) {
    pool().refill();
    const auto ready = waiting(1);
    EXPECT_FALSE(ready.contains(take(one, false).pid));
    EXPECT_TRUE(ready.contains(take(one).pid));
}

TEST_F(Launchers, ThatCannotBeStartedLeaveNothing) {
    options.shim = "/no/such/ph-shim";
    const auto launcher = pool().take(one, true);
    ASSERT_FALSE(launcher);
    EXPECT_NE(launcher.error().detail.find("/no/such/ph-shim"), std::string::npos) << launcher.error().detail;
    pool().refill();
    EXPECT_TRUE(groupFolders().empty());
}

TEST_F(Launchers, WithoutDescriptorsLeaveNothing) {
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    pool();
    const rlimit none{static_cast<rlim_t>(openFile("/dev/null", 0).get()), limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto launcher = pool().take(one, true);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    ASSERT_FALSE(launcher);
    EXPECT_TRUE(groupFolders().empty());
}

TEST_F(Launchers, TakeNoTaskAfterTheirEnd) {
    WaitingLauncher& launcher = take(one);
    ::kill(launcher.pid, SIGKILL);
    ASSERT_TRUE(eventually([&] { return hungUp(launcher); }));
    const int descriptors[] = {0, 1, 2};
    EXPECT_FALSE(launcher.handOver(descriptors));
    EXPECT_TRUE(launcher.socket) << "still there to be given back";
}

TEST_F(Launchers, OfAControllerThatDiedLeaveGroupsThatTheNextOneRemoves) {
    WaitingLauncher& busy = take(one);
    WaitingLauncher& dead = take(one);
    if (busy.groups.empty()) return test::lacks("control-groups");
    const auto claimed = groups.create(fs::path(busy.groups.memory).filename().string() + "-claimed");
    ASSERT_TRUE(claimed && eventually([&] { return processesIn(busy.groups).size() == 1; }));
    // What a killed controller leaves: the launcher ends by itself, its groups do not.
    ::kill(dead.pid, SIGKILL);
    ASSERT_TRUE(eventually([&] { return hungUp(dead) && processesIn(dead.groups).empty(); }));
    const auto kept = claimed->folders();
    LauncherPool next(options, groups, network);
    next.removeSpares({kept.begin(), kept.end()});
    for (const auto& folder : dead.groups.folders()) EXPECT_FALSE(fs::exists(folder)) << folder;
    for (const auto& folder : busy.groups.folders()) EXPECT_TRUE(fs::exists(folder)) << "in use: " << folder;
    for (const auto& folder : kept) EXPECT_TRUE(fs::exists(folder)) << "somebody's figures: " << folder;
    next.removeSpares({});
    for (const auto& folder : kept) EXPECT_FALSE(fs::exists(folder)) << folder;
}

TEST_F(Launchers, OfAnotherDataFolderAreNoneOfOurs) {
    WaitingLauncher& launcher = take(one);
    if (launcher.groups.empty()) return test::lacks("control-groups");
    ::kill(launcher.pid, SIGKILL);
    ASSERT_TRUE(eventually([&] { return hungUp(launcher) && processesIn(launcher.groups).empty(); }));
    ProcessEngineOptions elsewhere = options;
    elsewhere.dataFolder += "/other";
    LauncherPool(elsewhere, groups, network).removeSpares({});
    for (const auto& folder : launcher.groups.folders()) EXPECT_TRUE(fs::exists(folder)) << folder;
}

TEST_F(Launchers, PassTheNetworkOfAnEndedTaskToTheSameOrganisationOnly) {
    const Sandbox sandbox(options.bwrap, options.shim, options.dataFolder + "/sandbox");
    if (!sandbox.prepare() || !networkHelperWorks(options, sandbox)) return test::lacks("network-helper");
    network = NetworkPath::Helper;
    WaitingLauncher& launcher = take(one);
    ASSERT_TRUE(launcher.network);
    pollfd offered{launcher.socket.get(), POLLIN, 0};
    ASSERT_GT(::poll(&offered, 1, 20'000), 0);
    TaskNetwork used = std::move(*launcher.network);
    launcher.network.reset();
    // What is needed to find it again comes over the socket once, as after the hand-over.
    used.offer.reset(::fcntl(launcher.socket.get(), F_DUPFD_CLOEXEC, 0));
    used.org = one;
    ASSERT_TRUE(used.accept());
    struct stat space {};
    ASSERT_EQ(::fstat(used.space.get(), &space), 0);
    pool().recycle(std::move(used));
    struct stat got {};
    const WaitingLauncher& other = take(two);
    ASSERT_TRUE(other.network);
    EXPECT_FALSE(other.network->space) << "it makes its own";
    const WaitingLauncher& same = take(one);
    ASSERT_TRUE(same.network && same.network->space);
    ASSERT_EQ(::fstat(same.network->space.get(), &got), 0);
    EXPECT_EQ(got.st_ino, space.st_ino);
}

TEST_F(Launchers, KeepNoNetworkThatNobodyOffered) {
    TaskNetwork nothing;
    nothing.org = one;
    EXPECT_FALSE(nothing.works());
    pool().recycle(std::move(nothing));
    int ends[2] = {-1, -1};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    const FileDescriptor theirs(ends[1]);
    TaskNetwork bare;
    bare.offer.reset(ends[0]);
    ASSERT_EQ(::send(theirs.get(), "17", 2, 0), 2);
    EXPECT_FALSE(bare.accept()) << "a number without the network itself";
    EXPECT_FALSE(bare.offer) << "an offer is read once";
    pool().expire();
}

}  // namespace ph::engine
