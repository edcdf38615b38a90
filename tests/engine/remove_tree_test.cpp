#include "engine/file_descriptor.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

using test::TemporaryFolder;

namespace {

void makeDeep(const std::string& path, int levels) {
    ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
    int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < levels; ++i) {
        ASSERT_EQ(::mkdirat(folder, "deeper", 0700), 0);
        const int next = ::openat(folder, "deeper", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ::close(folder);
        ASSERT_GE(next, 0);
        folder = next;
    }
    ::close(folder);
}

}  // namespace

TEST(RemoveTree, DeletesEverythingBelowAndNothingBeside) {
    TemporaryFolder folder;
    const std::string path = folder.path() + "/run";
    std::filesystem::create_directories(path + "/a/b/c");
    std::filesystem::create_directories(path + "/0/1");
    writeFile(path + "/a/b/file", "x");
    writeFile(path + "/0/1/1", "x");
    writeFile(folder.path() + "/kept", "kept");
    ASSERT_EQ(::symlink(folder.path().c_str(), (path + "/a/link").c_str()), 0);
    EXPECT_TRUE(removeTree(path));
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(readFile(folder.path() + "/kept"), "kept");
}

TEST(RemoveTree, DeletesFoldersWithoutPermissions) {
    TemporaryFolder folder;
    const std::string path = folder.path() + "/run";
    std::filesystem::create_directories(path + "/closed/inner/deep");
    writeFile(path + "/closed/inner/file", "x");
    for (const auto* part : {"/closed/inner/deep", "/closed/inner", "/closed", ""})
        ASSERT_EQ(::chmod((path + part).c_str(), 0), 0);
    EXPECT_TRUE(removeTree(path));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(RemoveTree, NeedsFewDescriptorsHoweverDeepTheFolderIs) {
    TemporaryFolder folder;
    const std::string path = folder.path() + "/run";
    makeDeep(path, 3000);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{64, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const bool removed = removeTree(path);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_TRUE(removed);
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(RemoveTree, OfWhatIsNotThereIsDone) {
    TemporaryFolder folder;
    EXPECT_TRUE(removeTree(folder.path() + "/nothing"));
}

}  // namespace ph::engine
