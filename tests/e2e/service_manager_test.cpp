#include "e2e/site.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::test {

namespace {

/// The socket on which a service manager listens to its services.
class Manager {
public:
    explicit Manager(std::string path)
        : m_path(std::move(path)), m_fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, m_path.c_str(), sizeof address.sun_path - 1);
        EXPECT_EQ(::bind(m_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0) << m_path;
    }
    ~Manager() { ::close(m_fd); }
    Manager(const Manager&) = delete;
    Manager& operator=(const Manager&) = delete;

    /// Whether a message with `word` arrives among the next ones.
    bool hears(const std::string& word) {
        pollfd ready{m_fd, POLLIN, 0};
        while (::poll(&ready, 1, 30'000) > 0) {
            char text[512];
            const ssize_t n = ::recv(m_fd, text, sizeof text, 0);
            if (n > 0 && std::string(text, static_cast<std::size_t>(n)).starts_with(word)) return true;
        }
        return false;
    }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
    int m_fd;
};

/// The processes that any thread of `pid` has started.
std::vector<std::string> childrenOf(const std::string& pid) {
    std::vector<std::string> pids;
    std::error_code gone;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + pid + "/task", gone)) {
        std::istringstream children(readFile(thread.path().string() + "/children"));
        for (std::string child; children >> child;) pids.push_back(child);
    }
    return pids;
}

bool anyoneHas(const std::string& pid, const std::string& variable) {
    const auto children = childrenOf(pid);
    return readFile("/proc/" + pid + "/environ").find(variable + "=") != std::string::npos ||
           std::any_of(children.begin(), children.end(), [&](const auto& child) { return anyoneHas(child, variable); });
}

}  // namespace

TEST(ServiceManager, IsToldWhenTheControllerListensThatItLivesAndThatItEnds) {
    TemporaryFolder folder;
    Manager manager(folder.path() + "/notify");
    Site::Options options;
    options.environment = {{"NOTIFY_SOCKET", manager.path()}, {"WATCHDOG_USEC", "100000"}};
    Site site(options);
    ASSERT_TRUE(manager.hears("READY=1\n"));
    EXPECT_EQ(site.phctl({"whoami"}).exitCode, 0);
    EXPECT_TRUE(manager.hears("WATCHDOG=1"));
    EXPECT_TRUE(manager.hears("WATCHDOG=1"));
    site.stop();
    EXPECT_TRUE(manager.hears("STOPPING=1\n"));
}

TEST(ServiceManager, IsNotSpokenToByTasksOrHelpers) {
    TemporaryFolder folder;
    Manager manager(folder.path() + "/notify");
    Site::Options options;
    options.environment = {{"NOTIFY_SOCKET", manager.path()}, {"WATCHDOG_USEC", "30000000"}};
    Site site(options);
    const auto job = site.submit("command: [sh, -c, 'env; sleep 60']\n");
    ASSERT_TRUE(eventually([&] { return site.phctl({"logs", job}).out.find("PATH=") != std::string::npos; }));
    EXPECT_THAT(site.phctl({"logs", job}).out, testing::Not(testing::HasSubstr("NOTIFY_SOCKET")));
    // The controller's own environment, as the kernel shows it, is the one that it was started with.
    const auto children = childrenOf(std::to_string(site.controller().pid()));
    EXPECT_FALSE(children.empty()) << "a task's first process";
    for (const auto& child : children) EXPECT_FALSE(anyoneHas(child, "NOTIFY_SOCKET"));
}

}  // namespace ph::test
