#include "store/blobs/folder_blob_store.h"

#include "domain/jobs/job.h"
#include "support/program.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

namespace ph::test {

namespace {

// SHA-256 of "hello" and of nothing, from FIPS 180-4 implementations elsewhere.
const std::string kHello = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const std::string kEmpty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::span<const std::byte> bytes(const std::string& text) {
    return std::as_bytes(std::span(text));
}

class FolderBlobStoreTest : public testing::Test {
protected:
    Result<std::string> put(const std::string& text, const std::string& expected = {}) {
        auto writer = store.begin();
        if (!writer) return writer.error();
        if (auto done = (*writer)->write(bytes(text)); !done) return done.error();
        return (*writer)->commit(expected);
    }
    std::size_t files() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
            count += entry.is_regular_file();
        return count;
    }
    void age(const std::string& path, std::int64_t seconds) {
        struct stat file {};
        ASSERT_EQ(::stat(path.c_str(), &file), 0);
        const timespec times[2]{{file.st_mtime - seconds, 0}, {file.st_mtime - seconds, 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    }

    TemporaryFolder folder;
    FolderBlobStore store{folder.path() + "/blobs", {0}};
};

TEST_F(FolderBlobStoreTest, ABlobIsNamedByItsDigestAndReadBack) {
    auto writer = store.begin();
    ASSERT_TRUE(writer);
    for (const auto* part : {"he", "", "llo"}) ASSERT_TRUE((*writer)->write(bytes(part)));
    EXPECT_EQ((*writer)->size(), 5);
    EXPECT_EQ(*(*writer)->commit(kHello), kHello);
    const auto info = store.info(kHello);
    ASSERT_TRUE(info);
    EXPECT_EQ(info->size, 5);
    EXPECT_EQ(info->digest, kHello);
    EXPECT_EQ(readFile(store.path(kHello)), "hello");
    EXPECT_EQ(*put(""), kEmpty);
    EXPECT_EQ(store.info(kEmpty)->size, 0);
}

TEST_F(FolderBlobStoreTest, AnotherDigestThanExpectedLeavesNothing) {
    const auto done = put("hello", kEmpty);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kDigestMismatch);
    EXPECT_EQ(store.info(kHello).error().id, kBlobNotFound);
    EXPECT_EQ(files(), 0u);
}

TEST_F(FolderBlobStoreTest, AWriterThatIsDroppedLeavesNothing) {
    {
        auto writer = store.begin();
        ASSERT_TRUE((*writer)->write(bytes("half of")));
        EXPECT_EQ(files(), 1u);
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(FolderBlobStoreTest, TheSameContentIsKeptOnce) {
    ASSERT_TRUE(put("hello"));
    ASSERT_TRUE(put("hello", kHello));
    EXPECT_EQ(files(), 1u);
}

TEST_F(FolderBlobStoreTest, ADigestThatIsNoneReachesNoFile) {
    for (const auto* digest : {"", "sha256:", "sha256:../../../etc/passwd", "md5:abc"}) {
        EXPECT_EQ(store.info(digest).error().id, kBlobNotFound) << digest;
        EXPECT_EQ(store.path(digest), "") << digest;
    }
}

TEST_F(FolderBlobStoreTest, BelowTheReserveNothingIsTaken) {
    FolderBlobStore full(folder.path() + "/full", gibibytes(1 << 30));
    const auto writer = full.begin();
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().id, kNoSpace);
    EXPECT_EQ(files(), 0u);
}

TEST_F(FolderBlobStoreTest, OnlyOldBlobsThatNobodyNamesAreRemoved) {
    const auto named = *put("named"), old = *put("old"), young = *put("young"), renewed = *put("renewed");
    auto abandoned = store.begin();
    ASSERT_TRUE(abandoned);
    for (const auto& digest : {named, old, renewed}) age(store.path(digest), 86'400);
    ASSERT_TRUE(put("renewed"));
    EXPECT_EQ(*store.removeUnnamed({named}, 86'400), 1);
    EXPECT_TRUE(store.info(named));
    EXPECT_FALSE(store.info(old));
    EXPECT_TRUE(store.info(young));
    EXPECT_TRUE(store.info(renewed));
    ASSERT_TRUE((*abandoned)->write(bytes("an upload under way stays")));
    EXPECT_TRUE((*abandoned)->commit(""));
}

TEST_F(FolderBlobStoreTest, ABlobThatWasAskedForStaysAnotherDay) {
    ASSERT_TRUE(put("hello"));
    age(store.path(kHello), 100'000);
    EXPECT_TRUE(store.info(kHello));
    EXPECT_EQ(*store.removeUnnamed({}, 86'400), 0);
    EXPECT_TRUE(store.info(kHello));
}

TEST_F(FolderBlobStoreTest, UploadsOfDeadProcessesAreSweptAwayAtTheStart) {
    const auto left = folder.path() + "/blobs/uploads/AbCdEf";
    writeFile(left, "half");
    FolderBlobStore next{folder.path() + "/blobs", {0}};
    EXPECT_EQ(files(), 0u);
    EXPECT_TRUE(next.begin());
}

TEST_F(FolderBlobStoreTest, BlobsCannotBeWrittenInPlace) {
    ASSERT_TRUE(put("hello"));
    struct stat file {};
    ASSERT_EQ(::stat(store.path(kHello).c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0222, 0u);
}

}  // namespace

}  // namespace ph::test
