#include "service/accounts/password_hasher.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>
#include <sodium.h>

#include <future>
#include <thread>
#include <vector>

namespace ph::test {
namespace {

namespace asio = boost::asio;

class PasswordHasherTest : public ::testing::Test {
protected:
    template <class T>
    Result<T> run(Async<T> call) {
        auto answer = asio::co_spawn(io, std::move(call), asio::use_future);
        io.restart();
        io.run();
        return answer.get();
    }
    asio::io_context io;
    PasswordHasher hasher;
};

TEST_F(PasswordHasherTest, AHashFitsItsPasswordOnly) {
    const auto hash = run(hasher.hash("correct horse battery"));
    ASSERT_TRUE(hash);
    EXPECT_TRUE(hash->starts_with("$argon2id$"));
    EXPECT_TRUE(run(hasher.verify(*hash, "correct horse battery")).value());
    EXPECT_FALSE(run(hasher.verify(*hash, "correct horse batterx")).value());
    EXPECT_FALSE(run(hasher.verify("", "correct horse battery")).value());
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
    EXPECT_FALSE(run(hasher.verify(PasswordHasher::nobodysHash(), "")).value());
}

TEST_F(PasswordHasherTest, WorksBesideTheCallingThreadAndComesBackToIt) {
    const auto here = std::this_thread::get_id();
    std::thread::id after;
    auto call = [this, &after]() -> Async<bool> {
        auto pending = hasher.verify(PasswordHasher::nobodysHash(), "x");
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
    for (int i = 0; i < 38; ++i) answers.push_back(asio::co_spawn(io, hasher.verify("", "x"), asio::use_future));
    io.run();
    int refused = 0;
    for (auto& answer : answers) {
        const auto result = answer.get();
        if (!result) {
            EXPECT_EQ(result.error().id, kUnavailable);
            EXPECT_TRUE(result.error().retryable());
            ++refused;
        }
    }
    EXPECT_EQ(refused, 6);
    EXPECT_TRUE(run(hasher.verify("", "x")));
}

TEST(SecretHash, IsSha256InHexadecimal) {
    EXPECT_EQ(secretHash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace ph::test
