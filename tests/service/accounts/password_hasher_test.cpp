#include "service/accounts/password_hasher.h"

#include "support/begin.h"

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sodium.h>

#include <future>
#include <thread>
#include <vector>

namespace ph::test {
namespace {

namespace asio = boost::asio;

const std::string kHere = "127.0.0.1";

class PasswordHasherTest : public ::testing::Test {
protected:
    template <class T>
    Result<T> run(Async<T> call) {
        auto answer = begin(io, std::move(call));
        io.restart();
        io.run();
        return answer.get();
    }
    std::future<Result<bool>> beginFrom(std::string from) { return begin(io, hasher.verify("", "x", std::move(from))); }
    int refusedOf(std::vector<std::future<Result<bool>>>& answers) {
        io.restart();
        io.run();
        int refused = 0;
        for (auto& answer : answers) {
            const auto result = answer.get();
            if (result) continue;
            EXPECT_EQ(result.error().id, kUnavailable);
            EXPECT_TRUE(result.error().retryable());
            ++refused;
        }
        return refused;
    }
    asio::io_context io;
    PasswordHasher hasher;
};

TEST_F(PasswordHasherTest, AHashFitsItsPasswordOnly) {
    const auto hash = run(hasher.hash("correct horse battery"));
    ASSERT_TRUE(hash);
    EXPECT_TRUE(hash->starts_with("$argon2id$"));
    EXPECT_TRUE(run(hasher.verify(*hash, "correct horse battery", kHere)).value());
    EXPECT_FALSE(run(hasher.verify(*hash, "correct horse batterx", kHere)).value());
    EXPECT_FALSE(run(hasher.verify("", "correct horse battery", kHere)).value());
}

TEST_F(PasswordHasherTest, TheSamePasswordIsSaltedEachTime) {
    auto hashTwice = [this]() -> Async<bool> {
        auto first = hasher.hash("correct horse battery");
        const auto one = co_await std::move(first);
        auto second = hasher.hash("correct horse battery");
        const auto other = co_await std::move(second);
        co_return *one != *other;
    };
    EXPECT_TRUE(run(hashTwice()).value());
}

TEST_F(PasswordHasherTest, NobodysHashCostsWhatARealOneDoes) {
    EXPECT_EQ(crypto_pwhash_str_needs_rehash(PasswordHasher::nobodysHash().c_str(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                             crypto_pwhash_MEMLIMIT_INTERACTIVE),
              0);
    EXPECT_FALSE(run(hasher.verify(PasswordHasher::nobodysHash(), "", kHere)).value());
}

TEST_F(PasswordHasherTest, WorksBesideTheCallingThreadAndComesBackToIt) {
    const auto here = std::this_thread::get_id();
    std::thread::id after;
    auto call = [this, &after]() -> Async<bool> {
        auto pending = hasher.verify(PasswordHasher::nobodysHash(), "x", kHere);
        const auto result = co_await std::move(pending);
        after = std::this_thread::get_id();
        co_return *result;
    };
    EXPECT_FALSE(run(call()).value());
    EXPECT_EQ(after, here);
}

TEST_F(PasswordHasherTest, RefusesWhenTooManyWaitAndRecovers) {
    std::vector<std::future<Result<bool>>> answers;
    // An empty hash is refused by the library at once, so the crowd is quick; the places are counted all the same.
    for (int i = 0; i < 38; ++i) answers.push_back(beginFrom(fmt::format("10.0.0.{}", i)));
    EXPECT_EQ(refusedOf(answers), 6);
    EXPECT_TRUE(run(hasher.verify("", "x", kHere)));
}

TEST_F(PasswordHasherTest, OneNetworkLeavesPlacesToTheOthers) {
    std::vector<std::future<Result<bool>>> crowd, others;
    for (int i = 0; i < 12; ++i) crowd.push_back(beginFrom(fmt::format("2001:db8::{}", i)));
    for (int i = 0; i < 4; ++i) others.push_back(beginFrom(fmt::format("10.0.0.{}", i)));
    EXPECT_EQ(refusedOf(crowd), 4);
    EXPECT_EQ(refusedOf(others), 0);
    EXPECT_TRUE(run(hasher.verify("", "x", "2001:db8::1")));
}

TEST(SecretHash, IsSha256InHexadecimal) {
    EXPECT_EQ(secretHash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace ph::test
