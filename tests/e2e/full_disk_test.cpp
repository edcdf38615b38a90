#include "e2e/site.h"

#include <gmock/gmock.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ph::test {

namespace {

/// Takes every free byte of the file system, root's reserve too.
void fill(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_GE(file, 0);
    static const std::array<char, 1 << 20> block{};
    std::size_t size = block.size();
    while (size > 0) {
        const ssize_t written = ::write(file, block.data(), size);
        if (written < 0) {
            ASSERT_EQ(errno, ENOSPC);
            size /= 2;
        }
    }
    ::close(file);
}

std::string health(const Site& site) {
    return runProgram({"curl", "-s", "--unix-socket", site.data() + "/pilothouse.sock", "http://localhost/healthz"})
        .out;
}

}  // namespace

/// Run by tests/e2e/small_disk.sh on a file system of its own.
TEST(FullDisk, RefusesNewWorkLosesNoneAndGoesOnOnceThereIsRoom) {
    Site site;
    const auto wish = site.file("wish.yaml", "command: [echo, done]\nresources: {cpu: 0.5, memory: 64MiB, scratch: 1MiB}\n");
    const auto filler = std::filesystem::path(site.data()).parent_path() / "filler";
    const auto running =
        site.submit("command: [sh, -c, 'sleep 2; echo ended']\nresources: {cpu: 0.5, memory: 64MiB, scratch: 1MiB}\n");
    const auto behind = site.submit("command: [echo, behind]\nafter: [" + running + "]\nresources: {memory: 64MiB, scratch: 1MiB}\n");
    ASSERT_TRUE(eventually([&] { return site.state(running) == "running"; }));

    fill(filler.string());
    const auto refused = site.phctl({"submit", wish});
    EXPECT_NE(refused.exitCode, 0);
    EXPECT_THAT(refused.err, testing::HasSubstr("nearly full"));
    EXPECT_TRUE(eventually([&] { return health(site).find(R"("store":"ok")") == std::string::npos; }));
    EXPECT_EQ(site.phctl({"jobs"}).exitCode, 0) << "what is stored can be read";
    site.kill();

    std::filesystem::remove(filler);
    site.start();
    EXPECT_EQ(site.waitFor(running), "succeeded");
    EXPECT_EQ(site.waitFor(behind), "succeeded");
    EXPECT_EQ(site.phctl({"logs", running}).out, "ended\n");
    EXPECT_EQ(site.waitFor(site.submit("command: [echo, again]\nresources: {memory: 64MiB, scratch: 1MiB}\n")), "succeeded");
    EXPECT_EQ(site.phctl({"audit", "verify"}).exitCode, 0);
    EXPECT_TRUE(eventually([&] { return health(site).find(R"("store":"ok")") != std::string::npos; }));
}

}  // namespace ph::test
