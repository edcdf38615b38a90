#include "engine/file_descriptor.h"

#include "support/program.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

bool isOpen(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

}  // namespace

TEST(FileDescriptors, CloseThemselvesOnceAndMove) {
    FileDescriptor one = openFile("/dev/null", O_RDONLY);
    const int number = one.get();
    ASSERT_TRUE(one);
    FileDescriptor two = std::move(one);
    EXPECT_FALSE(one);
    EXPECT_EQ(two.get(), number);
    two = openFile("/dev/zero", O_RDONLY);
    EXPECT_EQ(::fcntl(two.get(), F_GETFD), FD_CLOEXEC);
    const int second = two.get();
    two.reset();
    EXPECT_FALSE(isOpen(second));
    FileDescriptor three = openFile("/dev/null", O_RDONLY);
    const int released = three.release();
    EXPECT_TRUE(isOpen(released) && !three);
    ::close(released);
}

TEST(Files, AreReadWholeOrNotAtAll) {
    test::TemporaryFolder folder;
    const std::string path = folder.path() + "/a";
    EXPECT_EQ(readFile(path), "");
    const std::string big(40'000, 'x');
    EXPECT_TRUE(writeFile(path, big));
    EXPECT_EQ(readFile(path), big);
    EXPECT_TRUE(writeFile(path, "short"));
    EXPECT_EQ(readFile(path), "short");
    EXPECT_EQ(readFile(folder.path()), "");
    EXPECT_FALSE(writeFile(folder.path() + "/no/a", "x"));
    EXPECT_FALSE(writeFile("/dev/full", "x"));
}

TEST(Files, ThatArePipesDoNotHoldUpTheirReader) {
    test::TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder.path() + "/fifo").c_str(), 0600), 0);
    EXPECT_EQ(readFile(folder.path() + "/fifo"), "");
}

TEST(Files, ThatAreMadeAreOursAlone) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder.path() + "/a", "x"));
    struct stat about {};
    ASSERT_EQ(::stat((folder.path() + "/a").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST(SystemErrors, SayWhatAndWhyAndKnowAFullDisk) {
    errno = EACCES;
    const Error denied = systemError("the claim");
    EXPECT_EQ(denied.id, kInternal);
    EXPECT_EQ(denied.detail, "the claim: Permission denied");
    for (const int full : {ENOSPC, EDQUOT}) {
        errno = full;
        EXPECT_EQ(systemError("x").id, kNoSpace);
    }
}

TEST(RemovingATree, TakesWhateverIsInIt) {
    test::TemporaryFolder folder;
    const std::string tree = folder.path() + "/tree";
    fs::create_directories(tree + "/a/b");
    fs::create_directories(folder.path() + "/beside/kept");
    test::writeFile(tree + "/a/b/ odd\nname", "x");
    fs::create_symlink("../beside", tree + "/a/link");
    fs::create_symlink("nowhere", tree + "/dangling");
    ASSERT_EQ(::mkfifo((tree + "/a/fifo").c_str(), 0600), 0);
    EXPECT_TRUE(removeTree(tree));
    EXPECT_FALSE(fs::exists(tree));
    EXPECT_TRUE(fs::exists(folder.path() + "/beside/kept"));
}

TEST(RemovingATree, OfAFileALinkOrNothingIsNoError) {
    test::TemporaryFolder folder;
    test::writeFile(folder.path() + "/a", "x");
    fs::create_directories(folder.path() + "/kept");
    fs::create_directory_symlink("kept", folder.path() + "/link");
    EXPECT_TRUE(removeTree(folder.path() + "/a"));
    EXPECT_TRUE(removeTree(folder.path() + "/link"));
    EXPECT_TRUE(removeTree(folder.path() + "/never/was"));
    EXPECT_TRUE(fs::exists(folder.path() + "/kept"));
    EXPECT_FALSE(fs::exists(folder.path() + "/a"));
}

}  // namespace ph::engine
