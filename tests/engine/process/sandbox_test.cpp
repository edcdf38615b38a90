#include "engine/process/sandbox.h"

#include "engine/file_descriptor.h"
#include "shim/plan.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The arguments that bwrap would get, and questions about them.
class Sandboxes : public ::testing::Test {
protected:
    Words arguments(const SandboxRequest& request) {
        auto list = sandbox.arguments(request);
        EXPECT_TRUE(list) << list.error().detail;
        return *list;
    }
    static SandboxRequest request() {
        SandboxRequest request;
        request.hostName = "taaaaaaaaaaaaa";
        request.work = "/data/runs/t/work";
        request.sharedMemory = mebibytes(64);
        return request;
    }
    /// Where `words` stand in a row; -1 if nowhere.
    static std::ptrdiff_t at(const Words& list, const Words& words) {
        const auto found = std::search(list.begin(), list.end(), words.begin(), words.end());
        return found == list.end() ? -1 : found - list.begin();
    }
    static bool has(const Words& list, const Words& words) { return at(list, words) >= 0; }
    /// What is mounted in the sandbox under any name, by the option's first letters.
    static Words sources(const Words& list, const std::string& option) {
        Words found;
        for (std::size_t i = 0; i + 1 < list.size(); ++i)
            if (list[i] == option) found.push_back(list[i + 1]);
        return found;
    }
    std::string folder() const { return m_folder.path() + "/sandbox"; }
    void SetUp() override { fs::create_directories(folder()); }
    std::string script(const std::string& text) {
        const std::string path = m_folder.path() + "/script";
        test::writeFile(path, "#!/bin/sh\n" + text);
        ::chmod(path.c_str(), 0755);
        return path;
    }

private:
    test::TemporaryFolder m_folder;

protected:
    Sandbox sandbox{"/usr/bin/bwrap", "/opt/ph-shim", folder()};
};

}  // namespace

TEST_F(Sandboxes, StandApartFromTheSystemInEveryWay) {
    const Words list = arguments(request());
    EXPECT_EQ(list.front(), "/usr/bin/bwrap");
    for (const char* word : {"--as-pid-1", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--clearenv"})
        EXPECT_TRUE(has(list, {word})) << word;
    EXPECT_EQ(has(list, {"--unshare-user"}), ::geteuid() != 0);
    EXPECT_TRUE(has(list, {"--hostname", "taaaaaaaaaaaaa"}));
    EXPECT_TRUE(has(list, {"--seccomp", std::to_string(shim::kSeccompFd)}));
    EXPECT_TRUE(has(list, {"--proc", "/proc", "--dev", "/dev"}));
}

TEST_F(Sandboxes, RunTheShimInTheWorkingDirectoryLastOfAll) {
    const Words list = arguments(request());
    ASSERT_GE(list.size(), 2u);
    EXPECT_EQ(Words(list.end() - 2, list.end()), (Words{"/run/ph/shim", "run"}));
    EXPECT_TRUE(has(list, {"--ro-bind", "/opt/ph-shim", "/run/ph/shim"}));
    EXPECT_TRUE(has(list, {"--bind", "/data/runs/t/work", "/work"}));
    EXPECT_TRUE(has(list, {"--chdir", "/work"}));
}

TEST_F(Sandboxes, ShowTheSystemReadOnlyAndNothingElseOfIt) {
    const Words list = arguments(request());
    EXPECT_TRUE(has(list, {"--ro-bind", "/usr", "/usr"}));
    EXPECT_EQ(sources(list, "--bind"), Words{"/data/runs/t/work"}) << "nothing but the working directory is writable";
    for (const auto& source : sources(list, "--ro-bind")) {
        const bool known = source.rfind("/usr", 0) == 0 || source.rfind("/etc/", 0) == 0 || source == "/opt/ph-shim" ||
                           source.rfind("/lib", 0) == 0 || source == "/bin" || source == "/sbin" ||
                           source == folder() + "/etc-0-host";
        EXPECT_TRUE(known) << source;
    }
    EXPECT_TRUE(sources(list, "--dev-bind").empty());
    for (const char* hidden : {"/etc", "/home", "/root", "/var", "/sys", "/"})
        EXPECT_FALSE(has(list, {"--ro-bind", hidden})) << hidden;
}

TEST_F(Sandboxes, HaveTheMemoryFileSystemsTheyAskFor) {
    auto wish = request();
    wish.sharedMemory = mebibytes(256);
    EXPECT_TRUE(has(arguments(wish), {"--perms", "1777", "--size", std::to_string(256 << 20), "--tmpfs", "/dev/shm"}));
    EXPECT_TRUE(has(arguments(wish), {"--perms", "1777", "--tmpfs", "/tmp"}));
    wish.sharedMemory = Bytes{0};
    EXPECT_TRUE(has(arguments(wish), {"--size", "65536", "--tmpfs", "/dev/shm"})) << "a size of 0 would mean no limit";
}

TEST_F(Sandboxes, HaveTheNetworkTheyAreGiven) {
    auto wish = request();
    wish.network = NetworkPath::None;
    EXPECT_TRUE(has(arguments(wish), {"--unshare-net"}));
    EXPECT_EQ(test::readFile(folder() + "/etc-0-none/resolv.conf"), "");
    for (const NetworkPath path : {NetworkPath::Host, NetworkPath::Helper}) {
        wish.network = path;
        EXPECT_FALSE(has(arguments(wish), {"--unshare-net"}));
    }
    EXPECT_EQ(test::readFile(folder() + "/etc-0-helper/resolv.conf"), "nameserver 10.0.2.3\n");
    EXPECT_EQ(test::readFile(folder() + "/etc-0-host/resolv.conf"), test::readFile("/etc/resolv.conf"));
}

TEST_F(Sandboxes, MountWhatTheTemplateAndTheJobName) {
    auto wish = request();
    wish.mounts = {{"/srv/models", "/models", false}, {"/srv/out", "/data/team/out", true}};
    const Words list = arguments(wish);
    EXPECT_TRUE(has(list, {"--ro-bind", "/srv/models", "/models"}));
    EXPECT_TRUE(has(list, {"--perms", "0755", "--dir", "/data", "--perms", "0755", "--dir", "/data/team", "--bind",
                           "/srv/out", "/data/team/out"}))
        << "with its parents open to the task";
    EXPECT_EQ(sources(list, "--bind"), (Words{"/data/runs/t/work", "/srv/out"}));
}

TEST_F(Sandboxes, MountWhatIsFurtherInLastInWhateverOrderItWasNamed) {
    auto wish = request();
    wish.mounts = {{"/srv/c", "/data/a/b/c", false},
                   {"/srv/plain", "/data-x", false},
                   {"/srv/all", "/data", false},
                   {"/srv/a", "/data/a", true}};
    const Words list = arguments(wish);
    const auto all = at(list, {"/srv/all", "/data"}), inner = at(list, {"/srv/a", "/data/a"}),
               innermost = at(list, {"/srv/c", "/data/a/b/c"});
    ASSERT_TRUE(all > 0 && inner > 0 && innermost > 0);
    EXPECT_LT(all, inner) << "or it would hide it";
    EXPECT_LT(inner, innermost);
    EXPECT_TRUE(has(list, {"/srv/plain", "/data-x"}));
}

TEST_F(Sandboxes, ShowDevicesAndTheirSystemTreeOnlyWithAccelerators) {
    auto wish = request();
    EXPECT_FALSE(has(arguments(wish), {"--ro-bind", "/sys", "/sys"}));
    wish.devices = {"/dev/nvidia0", "/dev/nvidiactl"};
    wish.systemTree = true;
    const Words list = arguments(wish);
    EXPECT_TRUE(has(list, {"--dev-bind-try", "/dev/nvidia0", "/dev/nvidia0"}));
    EXPECT_EQ(sources(list, "--dev-bind-try"), (Words{"/dev/nvidia0", "/dev/nvidiactl"}));
    EXPECT_TRUE(has(list, {"--ro-bind", "/sys", "/sys"}));
    EXPECT_LT(at(list, {"--dev", "/dev"}), at(list, {"--dev-bind-try"})) << "or the devices would be hidden";
}

TEST_F(Sandboxes, GiveRightsOnlyToAShimThatHasToChangeItsUser) {
    auto wish = request();
    EXPECT_FALSE(has(arguments(wish), {"--cap-add"}));
    wish.uid = 200'001;
    EXPECT_EQ(sources(arguments(wish), "--cap-add"),
              ::geteuid() == 0 ? (Words{"CAP_SETUID", "CAP_SETGID", "CAP_CHOWN"}) : Words{});
}

TEST_F(Sandboxes, KnowTheirUserByNameAndNobodyElse) {
    auto wish = request();
    wish.uid = 200'001;
    EXPECT_TRUE(has(arguments(wish), {"--ro-bind", folder() + "/etc-200001-host", "/etc"}));
    const std::string etc = folder() + "/etc-200001-host/";
    EXPECT_EQ(test::readFile(etc + "passwd"),
              "root:x:0:0:root:/root:/usr/sbin/nologin\ntask:x:200001:200001:task:/work:/bin/bash\n");
    EXPECT_EQ(test::readFile(etc + "group"), "root:x:0:\ntask:x:200001:\n");
    EXPECT_NE(test::readFile(etc + "hosts").find("127.0.0.1 localhost\n"), std::string::npos);
    struct stat about {};
    ASSERT_EQ(::stat((etc + "passwd").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0644u);
    wish.uid = 200'002;
    arguments(wish);
    EXPECT_NE(test::readFile(folder() + "/etc-200002-host/passwd").find("task:x:200002:"), std::string::npos);
}

TEST_F(Sandboxes, LeaveTheFilesAloneThatRunningOnesMountOn) {
    arguments(request());
    const std::string cache = folder() + "/etc-0-host/ld.so.cache";
    struct stat before {
    }, after{};
    ASSERT_EQ(::stat(cache.c_str(), &before), 0);
    Sandbox next("/usr/bin/bwrap", "/opt/ph-shim", folder());
    ASSERT_TRUE(next.arguments(request()));
    ASSERT_EQ(::stat(cache.c_str(), &after), 0);
    EXPECT_EQ(before.st_ino, after.st_ino);
    for (const auto& entry : fs::directory_iterator(folder() + "/etc-0-host"))
        EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(Sandboxes, ThatCannotBeConfiguredAreAnErrorAndNoSandbox) {
    const Sandbox homeless("/usr/bin/bwrap", "/opt/ph-shim", "/no/such/folder");
    EXPECT_FALSE(homeless.arguments(request()));
    test::writeFile(folder() + "/etc-7-host", "a file where a folder should be");
    auto wish = request();
    wish.uid = 7;
    EXPECT_FALSE(sandbox.arguments(wish));
}

TEST_F(Sandboxes, AreMissingIfAPartOfThemIs) {
    const auto withoutShim = Sandbox("/bin/true", folder() + "/no-shim", folder()).prepare();
    ASSERT_FALSE(withoutShim);
    EXPECT_EQ(withoutShim.error().id, kSandboxMissing);
    EXPECT_EQ(withoutShim.error().detail, folder() + "/no-shim");
    EXPECT_EQ(Sandbox(folder() + "/no-bwrap", "/bin/true", folder()).prepare().error().detail, folder() + "/no-bwrap");
}

TEST_F(Sandboxes, ThatTheSystemForbidsSayItInItsOwnWords) {
    const auto forbidden =
        Sandbox(script("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1"), "/bin/true", folder())
            .prepare();
    ASSERT_FALSE(forbidden);
    EXPECT_EQ(forbidden.error().id, kNamespacesForbidden);
    EXPECT_EQ(forbidden.error().detail, "bwrap: setting up uid map: Permission denied\n");
    const auto allowed = Sandbox(script("exit 0"), "/bin/true", folder()).prepare();
    EXPECT_TRUE(allowed) << allowed.error().detail;
    EXPECT_GT(fs::file_size(sandbox.filterFile()), 0u);
}

}  // namespace ph::engine
