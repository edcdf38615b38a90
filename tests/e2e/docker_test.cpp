#include "e2e/site.h"
#include "support/docker_host.h"
#include "support/lacks.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

Site::Options containers() {
    Site::Options options;
    options.controllerArguments = {"--docker", dockerHost().socket(), "--docker-image",
                                   "tools",    "--docker-pull",       "never"};
    return options;
}

}  // namespace

TEST(Containers, RunTheSameJobsAsProcessesDo) {
    if (!DockerHost::possible(DockerHost::Kind::Docker)) return lacks("docker");
    Site site(containers());
    site.file("words.txt", "from a file\n");
    const auto job = site.submit(
        "command: [/bin/busybox, sh, -c, '/bin/busybox cat words.txt; echo 42 >answer']\noutputs: [answer]\n"
        "files: [{path: words.txt, source: words.txt}]\nresources: {cpu: 0.5, memory: 64MiB}\n");
    EXPECT_EQ(site.waitFor(job), "succeeded") << site.phctl({"job", job}).out;
    EXPECT_EQ(site.phctl({"logs", job}).out, "from a file\n");
    EXPECT_THAT(site.phctl({"artifacts", "list", job}).out, testing::HasSubstr("answer"));
    const auto failing =
        site.submit("command: [/bin/busybox, sh, -c, 'exit 3']\nretries: {permanent: 0}\nresources: {memory: 64MiB}\n");
    EXPECT_EQ(site.waitFor(failing), "failed");
    EXPECT_THAT(site.phctl({"nodes", "-o", "json"}).out, testing::HasSubstr("docker"));
}

TEST(Containers, OutliveTheController) {
    if (!DockerHost::possible(DockerHost::Kind::Docker)) return lacks("docker");
    Site site(containers());
    const auto job = site.submit(
        "command: [/bin/busybox, sh, -c, 'for i in 1 2 3 4 5 6; do echo line $i; /bin/busybox sleep 0.5; "
        "done']\nresources: {memory: 64MiB}\n");
    ASSERT_TRUE(eventually([&] { return site.phctl({"logs", job}).out.find("line 2\n") != std::string::npos; }));
    site.kill();
    site.start();
    EXPECT_EQ(site.waitFor(job), "succeeded");
    EXPECT_EQ(site.phctl({"logs", job}).out, "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n");
}

TEST(Containers, AHostThatIsNotThereIsANodeThatIsDown) {
    Site::Options options;
    TemporaryFolder nowhere;
    options.controllerArguments = {"--docker", nowhere.path() + "/docker.sock", "--docker-image", "tools"};
    Site site(options);
    EXPECT_THAT(site.phctl({"nodes"}).out, testing::HasSubstr("Down"));
    EXPECT_EQ(site.state(site.submit("command: [true]\n")), "queued") << "it waits for the host";
}

}  // namespace ph::test
