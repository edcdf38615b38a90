#include "store/store_fixture.h"

namespace ph::test {

namespace {

class SessionStoreTest : public StoreTest {
protected:
    Credential credential(UserId of, bool personal, Timestamp expiresAt = {}) {
        const auto id = personal ? TokenId::random(random).str() : SessionId::random(random).str();
        return {id, of, "hash-" + id, personal, personal ? "laptop" : "", clock.now(), expiresAt, {}};
    }
    Credential added(const Credential& credential) {
        write([&](Transaction& tx) { return tx.sessions().insert(credential); });
        return credential;
    }
    std::optional<Credential> byHash(const std::string& hash) {
        return seen([&](Transaction& tx) { return tx.sessions().findByHash(hash); });
    }
    UserId anotherUser(const std::string& name) {
        const auto id = UserId::random(random);
        write([&](Transaction& tx) {
            return tx.accounts().insertUser({{id, org, name, name, Role::User, false, clock.now()}, "hash"});
        });
        return id;
    }
};

TEST_F(SessionStoreTest, ACredentialIsFoundByTheHashOfItsSecret) {
    const auto token = added(credential(user, true, clock.now() + std::chrono::hours(1)));
    const auto back = byHash(token.secretHash);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->id, token.id);
    EXPECT_EQ(back->user, user);
    EXPECT_TRUE(back->personal);
    EXPECT_EQ(back->name, "laptop");
    EXPECT_EQ(back->createdAt, token.createdAt);
    EXPECT_EQ(back->expiresAt, token.expiresAt);
    EXPECT_FALSE(back->lastUsedAt);
    EXPECT_FALSE(byHash("another"));
}

TEST_F(SessionStoreTest, TouchingNotesTheUse) {
    const auto token = added(credential(user, true));
    clock.advance(std::chrono::minutes(5));
    write([&](Transaction& tx) { return tx.sessions().touch(token.id, clock.now()); });
    EXPECT_EQ(byHash(token.secretHash)->lastUsedAt, clock.now());
}

TEST_F(SessionStoreTest, TokensAreListedToTheirOwnerWithoutSessions) {
    const auto bob = anotherUser("bob");
    const auto token = added(credential(user, true));
    added(credential(user, false));
    added(credential(bob, true));
    const auto tokens = seen([&](Transaction& tx) { return tx.sessions().tokensOf(user); });
    ASSERT_EQ(tokens.size(), 1u);
    EXPECT_EQ(tokens[0].id, token.id);
}

TEST_F(SessionStoreTest, NobodyRemovesAnothersToken) {
    const auto bob = anotherUser("bob");
    const auto token = added(credential(user, true));
    const auto remove = [&](UserId who) {
        return written([&](Transaction& tx) { return tx.sessions().remove(who, token.id); });
    };
    EXPECT_FALSE(remove(bob));
    EXPECT_TRUE(byHash(token.secretHash));
    EXPECT_TRUE(remove(user));
    EXPECT_FALSE(byHash(token.secretHash));
    EXPECT_FALSE(remove(user));
}

TEST_F(SessionStoreTest, EndingSessionsKeepsTheNamedOneTokensAndOtherPeoples) {
    const auto bob = anotherUser("bob");
    const auto kept = added(credential(user, false)), ended = added(credential(user, false));
    const auto token = added(credential(user, true)), his = added(credential(bob, false));
    write([&](Transaction& tx) { return tx.sessions().removeSessionsOf(user, kept.id); });
    EXPECT_TRUE(byHash(kept.secretHash));
    EXPECT_FALSE(byHash(ended.secretHash));
    EXPECT_TRUE(byHash(token.secretHash));
    EXPECT_TRUE(byHash(his.secretHash));
    write([&](Transaction& tx) { return tx.sessions().removeSessionsOf(user, ""); });
    EXPECT_FALSE(byHash(kept.secretHash));
}

TEST_F(SessionStoreTest, OnlyWhatExpiresIsRemovedAsExpired) {
    const auto forever = added(credential(user, true));
    const auto later = added(credential(user, false, clock.now() + std::chrono::hours(2)));
    const auto soon = added(credential(user, false, clock.now() + std::chrono::hours(1)));
    clock.advance(std::chrono::hours(1));
    EXPECT_EQ(written([&](Transaction& tx) { return tx.sessions().removeExpired(clock.now()); }), 1);
    EXPECT_TRUE(byHash(forever.secretHash));
    EXPECT_TRUE(byHash(later.secretHash));
    EXPECT_FALSE(byHash(soon.secretHash));
}

}  // namespace

}  // namespace ph::test
