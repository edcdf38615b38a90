#include "store/data_lock.h"

#include "store/site_keys.h"
#include "support/program.h"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::test {

namespace {

std::string argument(const Error& error, const std::string& name) {
    for (const auto& [key, value] : error.arguments)
        if (key == name) return value;
    return {};
}

TEST(DataLock, ASecondTakerIsToldWhoHoldsIt) {
    const TemporaryFolder folder;
    auto first = DataLock::take(folder.path());
    ASSERT_TRUE(first);
    const auto second = DataLock::take(folder.path());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().id, kDataInUse);
    EXPECT_EQ(argument(second.error(), "pid"), std::to_string(::getpid()));
    EXPECT_EQ(argument(second.error(), "path"), folder.path());
    first->reset();
    EXPECT_TRUE(DataLock::take(folder.path()));
}

TEST(DataLock, ADeadHolderHoldsNothing) {
    const TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        const auto lock = DataLock::take(folder.path());
        if (lock) ::kill(::getpid(), SIGKILL);
        ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(DataLock::take(folder.path()));
    EXPECT_EQ(readFile(folder.path() + "/controller.lock"), std::to_string(::getpid()) + "\n");
}

TEST(DataLock, AFolderThatIsNotThereIsAnErrorWithItsPath) {
    const auto lock = DataLock::take("/nonexistent/folder");
    ASSERT_FALSE(lock);
    EXPECT_EQ(argument(lock.error(), "path"), "/nonexistent/folder/controller.lock");
}

TEST(SiteKeys, AreMadeOnceReadableByTheirOwnerOnly) {
    const TemporaryFolder folder;
    const auto path = folder.path() + "/keys";
    const auto made = loadSiteKeys(path);
    ASSERT_TRUE(made);
    const auto again = loadSiteKeys(path);
    ASSERT_TRUE(again);
    EXPECT_EQ(made->secrets, again->secrets);
    EXPECT_EQ(made->auditSigning, again->auditSigning);
    EXPECT_EQ(made->auditPublic, again->auditPublic);
    EXPECT_NE(made->secrets, SecretKey{});
    for (const auto* name : {"/secrets.key", "/audit.key"}) {
        struct stat file {};
        ASSERT_EQ(::stat((path + name).c_str(), &file), 0);
        EXPECT_EQ(file.st_mode & 0777, 0600u) << name;
    }
    EXPECT_EQ(readFile(path + "/audit.pub"), std::string(made->auditPublic.begin(), made->auditPublic.end()));
}

TEST(SiteKeys, ABrokenKeyFileIsNeverReplaced) {
    const TemporaryFolder folder;
    writeFile(folder.path() + "/secrets.key", "short");
    const auto keys = loadSiteKeys(folder.path());
    ASSERT_FALSE(keys);
    EXPECT_EQ(keys.error().id, kSiteKeyBroken);
    EXPECT_EQ(readFile(folder.path() + "/secrets.key"), "short");
    writeFile(folder.path() + "/secrets.key", std::string(33, 'x'));
    EXPECT_FALSE(loadSiteKeys(folder.path()));
}

}  // namespace

}  // namespace ph::test
