#include "http/tls_identity.h"

#include "http/certificate_files.h"
#include "http/host_check.h"
#include "support/manual_clock.h"
#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

namespace ph::http {
namespace {

using test::ManualClock;
using test::readFile;
using test::TemporaryFolder;
using test::writeFile;

class TlsIdentityTest : public ::testing::Test {
protected:
    Result<TlsIdentity> open() { return TlsIdentity::open(folder.path() + "/tls", clock); }
    std::string file(const std::string& name) const { return folder.path() + "/tls/" + name; }
    TemporaryFolder folder;
    ManualClock clock;
};

TEST_F(TlsIdentityTest, IsMadeOnceAndUsedAgain) {
    const auto first = open();
    ASSERT_TRUE(first);
    const auto certificate = readFile(file("server.pem"));
    const auto second = open();
    ASSERT_TRUE(second);
    EXPECT_EQ(first->fingerprint(), second->fingerprint());
    EXPECT_EQ(readFile(file("server.pem")), certificate);
    EXPECT_THAT(first->fingerprint(), ::testing::MatchesRegex("sha256:[0-9a-f]{64}"));
}

TEST_F(TlsIdentityTest, KeepsItsKeyToItself) {
    ASSERT_TRUE(open());
    struct stat seen {};
    ASSERT_EQ(::stat(file("server.key").c_str(), &seen), 0);
    EXPECT_EQ(seen.st_mode & 0777, 0600U);
    ASSERT_EQ(::stat((folder.path() + "/tls").c_str(), &seen), 0);
    EXPECT_EQ(seen.st_mode & 0777, 0700U);
    EXPECT_FALSE(std::filesystem::exists(file("ca.key"))) << "nobody can sign another one";
}

TEST_F(TlsIdentityTest, IsWhatOrdinaryToolsVerify) {
    const auto identity = open();
    ASSERT_TRUE(identity);
    const auto verified =
        test::runProgram({"openssl", "verify", "-no_check_time", "-CAfile", file("ca.pem"), file("server.pem")});
    EXPECT_EQ(verified.exitCode, 0) << verified.out << verified.err;
    const auto shown =
        test::runProgram({"openssl", "x509", "-in", file("server.pem"), "-noout", "-text", "-fingerprint", "-sha256"});
    for (const std::string& part :
         std::vector<std::string>{"DNS:localhost", "DNS:" + machineName(), "IP Address:127.0.0.1",
                                  "IP Address:0:0:0:0:0:0:0:1", "prime256v1"})
        EXPECT_THAT(shown.out, ::testing::HasSubstr(part));
    std::string digits = shown.out.substr(shown.out.find("Fingerprint=") + 12);
    std::erase_if(digits, [](char c) { return !std::isxdigit(static_cast<unsigned char>(c)); });
    std::transform(digits.begin(), digits.end(), digits.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(identity->fingerprint(), "sha256:" + digits);
}

TEST_F(TlsIdentityTest, LastsTenYearsAndIsRenewedWithTheSameKey) {
    const auto first = open()->fingerprint();
    const auto key = readFile(file("server.key"));
    clock.advance(std::chrono::hours(24) * 3600);
    EXPECT_EQ(open()->fingerprint(), first);
    clock.advance(std::chrono::hours(24) * 30);
    const auto renewed = open();
    ASSERT_TRUE(renewed);
    EXPECT_NE(renewed->fingerprint(), first);
    EXPECT_EQ(readFile(file("server.key")), key);
    EXPECT_EQ(open()->fingerprint(), renewed->fingerprint());
}

TEST_F(TlsIdentityTest, IsMadeAgainIfItsMakingWasCutShort) {
    ASSERT_TRUE(open());
    std::filesystem::remove(file("server.pem"));
    EXPECT_TRUE(open());
}

TEST_F(TlsIdentityTest, IsNotReplacedUnaskedWhenItIsBroken) {
    ASSERT_TRUE(open());
    const auto certificate = readFile(file("server.pem")), key = readFile(file("server.key"));
    writeFile(file("server.pem"), "not a certificate");
    EXPECT_EQ(open().error().id, kTlsIdentityBroken);
    writeFile(file("server.pem"), certificate);
    writeFile(file("server.key"), "not a key");
    EXPECT_EQ(open().error().id, kTlsIdentityBroken);
    std::filesystem::remove(file("server.key"));
    EXPECT_EQ(open().error().id, kTlsIdentityBroken);
    ASSERT_TRUE(writeKey(file("server.key"), *makeKey()));
    EXPECT_EQ(open().error().id, kTlsIdentityBroken) << "another key";
    writeFile(file("server.key"), key);
    EXPECT_TRUE(open());
}

TEST_F(TlsIdentityTest, SaysThatItsFolderCannotBeMade) {
    writeFile(folder.path() + "/tls", "a file");
    EXPECT_EQ(open().error().id, kTlsIdentityBroken);
}

}  // namespace
}  // namespace ph::http
