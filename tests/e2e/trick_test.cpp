#include "e2e/site.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

namespace {

using testing::HasSubstr;
using testing::Not;

/// A running task that can be copied from and into.
std::string sleeper(Site& site, const std::string& before) {
    const auto job =
        site.submit("command: [sh, -c, '" + before + "; echo ready; exec sleep 300']\nresources: {memory: 64MiB}\n");
    EXPECT_TRUE(eventually([&] { return site.phctl({"logs", job}).out.find("ready") != std::string::npos; }));
    return job;
}

bool holds(const std::string& folder, const std::string& bytes) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && readFile(entry.path()).find(bytes) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST(Trick, OutputsThatAreLinksOrDevicesOrPipesAreNotKept) {
    Site site;
    const auto job = site.submit(
        "command:\n- sh\n- -c\n- |\n  mkdir out && cd out && echo good > good.txt && ln good.txt twice.txt\n  ln -s " +
        site.data() +
        "/keys/secrets.key key; ln -s /etc/passwd passwd; ln -s ../../.. up; ln /etc/hostname hard\n"
        "  mkfifo pipe; mknod null c 1 3; ln -s good.txt inner; exit 0\noutputs: ['out/**']\n");
    ASSERT_EQ(site.waitFor(job), "succeeded") << site.phctl({"logs", job}).out;
    std::vector<std::string> kept;
    const auto list = site.json({"artifacts", "list", job});
    for (const auto& artifact : list.as_array()) kept.emplace_back(artifact.at("path").as_string());
    EXPECT_THAT(kept, testing::UnorderedElementsAre("out/good.txt", "out/twice.txt"));
}

TEST(Trick, ATaskSeesNothingOfTheControllersFolder) {
    Site site;
    const auto key = readFile(site.data() + "/keys/secrets.key");
    const auto job =
        sleeper(site, "echo seen > mine; ln -s " + site.data() + "/keys/secrets.key key; ln -s /proc/1/root/" +
                          site.data() + " data; ln -s / all");
    const auto folder = std::filesystem::path(site.data()).parent_path().string() + "/copied";
    for (const auto& path : {site.data() + "/keys/secrets.key", "/../../../.." + site.data() + "/keys/secrets.key",
                             "/proc/1/root" + site.data() + "/keys/secrets.key", std::string("key"),
                             std::string("data"), std::string("all" + site.data())}) {
        std::filesystem::create_directories(folder);
        site.phctl({"cp", job + ":" + path, folder + "/"});
        EXPECT_FALSE(holds(folder, key)) << path;
        std::filesystem::remove_all(folder);
    }
    std::filesystem::create_directories(folder);
    site.phctl({"cp", job + ":mine", folder + "/"});
    EXPECT_TRUE(holds(folder, "seen")) << "what is the task's own can be copied";
    const auto seen = site.phctl({"exec", job, "--", "ls", site.data()});
    EXPECT_NE(seen.exitCode, 0) << seen.out;
}

TEST(Trick, AUploadIntoATaskStaysInItsSandbox) {
    Site site;
    const auto outside = std::filesystem::path(site.data()).parent_path().string() + "/outside";
    std::filesystem::create_directory(outside);
    const auto job = sleeper(site, "ln -s " + outside + " out; ln -s /proc/1/root" + outside + " root");
    const auto file = site.file("mine.txt", "written by somebody");
    const std::vector<std::string> paths{outside + "/", "out/mine.txt", "root/mine.txt",
                                         "../../../../.." + outside + "/mine.txt"};
    for (const auto& path : paths) site.phctl({"cp", file, job + ":" + path});
    EXPECT_TRUE(std::filesystem::is_empty(outside));
    site.phctl({"cp", file, job + ":mine.txt"});
    EXPECT_EQ(site.phctl({"exec", job, "--", "cat", "mine.txt"}).out, "written by somebody");
}

TEST(Trick, AFileThatBecomesALinkWhileItIsReadLeadsNowhere) {
    Site site;
    const auto key = readFile(site.data() + "/keys/secrets.key");
    const auto job =
        site.submit("command:\n- sh\n- -c\n- |\n  mkdir out; cd out\n  for i in $(seq 2000); do ln -sf " + site.data() +
                    "/keys/secrets.key swap; rm swap; echo mine > swap; done &\n"
                    "  for i in $(seq 200); do echo $i > file$i; done; exit 0\noutputs: ['out/**']\n");
    site.waitFor(job);
    const auto folder = std::filesystem::path(site.data()).parent_path().string() + "/got";
    site.phctl({"artifacts", "get", job, "-d", folder});
    ASSERT_TRUE(std::filesystem::exists(folder));
    EXPECT_FALSE(holds(folder, key));
}

}  // namespace ph::test
