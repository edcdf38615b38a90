#include "store/store_fixture.h"

namespace ph::test {

namespace {

class IdempotencyStoreTest : public StoreTest {
protected:
    void remember(UserId who, const std::string& key, const IdempotentAnswer& answer) {
        write([&](Transaction& tx) { return tx.idempotency().remember(who, key, answer, clock.now()); });
    }
    std::optional<IdempotentAnswer> find(UserId who, const std::string& key) {
        return seen([&](Transaction& tx) { return tx.idempotency().find(who, key); });
    }
};

TEST_F(IdempotencyStoreTest, AnAnswerIsRememberedPerUserAndKey) {
    remember(user, "k1", {"body", "answer"});
    const auto answer = find(user, "k1");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->bodyHash, "body");
    EXPECT_EQ(answer->answer, "answer");
    EXPECT_FALSE(find(user, "k2"));
    EXPECT_FALSE(find(UserId::random(random), "k1"));
}

TEST_F(IdempotencyStoreTest, AfterADayTheKeyIsNewAgain) {
    remember(user, "k1", {"body", "answer"});
    clock.advance(std::chrono::hours(24));
    EXPECT_TRUE(find(user, "k1"));
    clock.advance(std::chrono::seconds(1));
    EXPECT_FALSE(find(user, "k1"));
    remember(user, "k1", {"other body", "other answer"});
    EXPECT_EQ(find(user, "k1")->answer, "other answer");
}

TEST_F(IdempotencyStoreTest, OldAnswersAreForgotten) {
    remember(user, "old", {"b", "a"});
    clock.advance(std::chrono::hours(1));
    remember(user, "new", {"b", "a"});
    write([&](Transaction& tx) { return tx.idempotency().forgetBefore(clock.now()); });
    EXPECT_FALSE(find(user, "old"));
    EXPECT_TRUE(find(user, "new"));
}

}  // namespace

}  // namespace ph::test
