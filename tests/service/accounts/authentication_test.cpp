#include "service/site.h"

#include <fmt/format.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class AuthenticationTest : public ::testing::Test {
protected:
    Result<Login> login(const std::string& name, const std::string& password = kPassword,
                        const std::string& from = "192.0.2.7") {
        return site.run(site.authentication->login(name, password, from));
    }
    Result<Principal> enter(const std::string& secret) {
        return site.run(site.authentication->authenticate(secret, "192.0.2.7"));
    }
    Timestamp lastUse(const std::string& secret) {
        return site
            .read([&](Transaction& tx) -> Result<Timestamp> {
                return tx.sessions().findByHash(secretHash(secret)).value().value().lastUsedAt;
            })
            .value();
    }
    Site site;
};

TEST_F(AuthenticationTest, ALogInGivesASecretThatAuthenticates) {
    const auto login = this->login("uma");
    ASSERT_TRUE(login);
    EXPECT_TRUE(login->token.starts_with("phs_"));
    EXPECT_EQ(login->token.size(), 68U);
    EXPECT_EQ(login->user.name, "uma");
    EXPECT_EQ(login->expiresAt, site.clock.now() + 12h);
    const auto who = enter(login->token);
    ASSERT_TRUE(who);
    EXPECT_EQ(who->user, site["uma"].user);
    EXPECT_EQ(who->org, site.red);
    EXPECT_EQ(who->role, Role::User);
    EXPECT_EQ(who->from, "192.0.2.7");
    EXPECT_FALSE(who->credential.empty());
}

TEST_F(AuthenticationTest, TheSecretIsNotStored) {
    const auto login = this->login("uma");
    const auto credential =
        site.read([&](Transaction& tx) { return tx.sessions().findByHash(secretHash(login->token)); }).value();
    ASSERT_TRUE(credential);
    EXPECT_EQ(credential->secretHash, secretHash(login->token));
    for (const auto& record : site.records())
        EXPECT_EQ((record.before + record.after + record.object).find(login->token.substr(4)), std::string::npos);
}

TEST_F(AuthenticationTest, WrongPasswordUnknownNameAndDisabledUserLookAlike) {
    site.run(site.users->change(site["ada"], site["ugo"].user, {{}, {}, {}, true})).value();
    for (const auto& [name, password] :
         std::map<std::string, std::string>{{"uma", "wrong password"}, {"nobody", kPassword}, {"ugo", kPassword}}) {
        const auto refused = login(name, password);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().id, kBadCredentials) << name;
        EXPECT_TRUE(refused.error().arguments.empty()) << name;
    }
}

TEST_F(AuthenticationTest, OddNamesAreRefusedQuietly) {
    for (const auto& name :
         {std::string(), std::string("a\0b", 3), std::string("' OR 1=1 --"), std::string(10'000, 'x')})
        EXPECT_EQ(outcome(login(name)), "bad-credentials");
}

TEST_F(AuthenticationTest, AfterFiveFailuresTheNextTryFromThereWaitsWithSeconds) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(outcome(login("uma", "wrong password")), "bad-credentials");
    const auto slowed = login("uma");
    ASSERT_FALSE(slowed);
    EXPECT_EQ(slowed.error().id, kLoginBackOff);
    ASSERT_EQ(slowed.error().arguments.size(), 1U);
    EXPECT_EQ(slowed.error().arguments[0], (std::pair<std::string, std::string>{"seconds", "1"}));
    EXPECT_EQ(outcome(login("uma", kPassword, "192.0.2.99")), "ok") << "never the name from elsewhere";
    site.clock.advance(1s);
    EXPECT_EQ(outcome(login("uma")), "ok");
    EXPECT_EQ(outcome(login("uma", "wrong password")), "bad-credentials") << "a success begins anew";
}

TEST_F(AuthenticationTest, GuessesSideBySideCountToo) {
    for (int i = 0; i < 4; ++i) login("uma", "wrong password");
    const auto [one, other] = site.runBoth(site.authentication->login("uma", "wrong password", "192.0.2.7"),
                                           site.authentication->login("uma", "wrong password", "192.0.2.7"));
    EXPECT_EQ(outcome(one), "bad-credentials");
    EXPECT_EQ(outcome(other), "login-back-off");
}

TEST_F(AuthenticationTest, ASessionEndsAfterTwelveHours) {
    const auto token = login("uma")->token;
    site.clock.advance(12h - 1s);
    EXPECT_EQ(outcome(enter(token)), "ok");
    site.clock.advance(1s);
    EXPECT_EQ(outcome(enter(token)), "unauthenticated") << "though it was cached a second ago";
}

TEST_F(AuthenticationTest, WhatIsNoSecretIsRefusedWithoutALook) {
    for (const auto& secret : {std::string(), std::string("phs_"), std::string("xyz_") + std::string(64, 'a'),
                               "phs_" + std::string(64, 'a')})
        EXPECT_EQ(outcome(enter(secret)), "unauthenticated") << secret;
    EXPECT_EQ(site.authentication->cached(), 0U);
}

TEST_F(AuthenticationTest, AnAnswerIsCachedForFiveSeconds) {
    const auto token = login("uma")->token;
    ASSERT_TRUE(enter(token));
    site.write([&](Transaction& tx) {
            return tx.sessions().remove(site["uma"].user, tx.sessions().findByHash(secretHash(token)).value()->id);
        })
        .value();
    site.clock.advance(4s);
    EXPECT_EQ(outcome(enter(token)), "ok");
    site.clock.advance(1s);
    EXPECT_EQ(outcome(enter(token)), "unauthenticated");
}

TEST_F(AuthenticationTest, TheCachedPrincipalHasTheAddressOfThisRequest) {
    const auto token = login("uma")->token;
    ASSERT_TRUE(enter(token));
    EXPECT_EQ(site.run(site.authentication->authenticate(token, "198.51.100.3"))->from, "198.51.100.3");
}

TEST_F(AuthenticationTest, ForgettingAUserTakesEffectAtOnce) {
    const auto token = login("ugo")->token;
    ASSERT_TRUE(enter(token));
    site.run(site.users->change(site["ada"], site["ugo"].user, {{}, {}, {}, true})).value();
    EXPECT_EQ(outcome(enter(token)), "unauthenticated");
}

TEST_F(AuthenticationTest, AChangeOfRoleShowsInTheNextRequest) {
    const auto token = login("ugo")->token;
    EXPECT_EQ(enter(token)->role, Role::User);
    site.run(site.users->change(site["root"], site["ugo"].user, {{}, {}, Role::OrgAdmin, {}})).value();
    EXPECT_EQ(enter(token)->role, Role::OrgAdmin);
}

TEST_F(AuthenticationTest, UseIsNotedAtMostOnceAMinute) {
    const auto token = login("uma")->token;
    ASSERT_TRUE(enter(token));
    const auto first = lastUse(token);
    EXPECT_EQ(first, site.clock.now());
    for (int i = 0; i < 9; ++i) {
        site.clock.advance(6s);
        ASSERT_TRUE(enter(token));
        EXPECT_EQ(lastUse(token), first);
    }
    site.clock.advance(6s);
    ASSERT_TRUE(enter(token));
    EXPECT_EQ(lastUse(token), first + 60s);
}

TEST_F(AuthenticationTest, TheCacheIsBounded) {
    std::vector<std::string> secrets;
    site.write([&](Transaction& tx) -> Result<int> {
            for (int i = 0; i < 4200; ++i) {
                secrets.push_back("pht_" + randomHex(site.random, 32));
                Credential credential;
                credential.id = TokenId::random(site.random).str();
                credential.user = site["uma"].user;
                credential.secretHash = secretHash(secrets.back());
                credential.personal = true;
                credential.lastUsedAt = site.clock.now();
                if (const auto done = tx.sessions().insert(credential); !done) return done.error();
            }
            return 0;
        })
        .value();
    for (const auto& secret : secrets) ASSERT_TRUE(enter(secret));
    EXPECT_EQ(site.authentication->cached(), 4096U);
}

TEST_F(AuthenticationTest, LoggingOutEndsThatSessionOnly) {
    const auto first = login("uma")->token;
    const auto second = login("uma")->token;
    const auto who = enter(first).value();
    EXPECT_EQ(outcome(site.run(site.authentication->logout(who, first))), "ok");
    EXPECT_EQ(outcome(enter(first)), "unauthenticated");
    EXPECT_EQ(outcome(enter(second)), "ok");
    EXPECT_EQ(site.lastRecord().action, "session.close");
}

TEST_F(AuthenticationTest, NobodyEndsTheSessionOfAnother) {
    const auto token = login("uma")->token;
    EXPECT_EQ(outcome(site.run(site.authentication->logout(site["ugo"], token))), "ok");
    EXPECT_EQ(outcome(enter(token)), "ok");
}

TEST_F(AuthenticationTest, LoggingInAndOutIsAudited) {
    const auto token = login("uma")->token;
    auto record = site.lastRecord();
    EXPECT_EQ(record.action, "session.open");
    EXPECT_EQ(record.actor, "uma");
    EXPECT_EQ(record.from, "192.0.2.7");
    EXPECT_EQ(record.org, site.red);
}

TEST_F(AuthenticationTest, TheLocalAdministratorIsTheFirstEnabledSuperAdministrator) {
    const auto second = site.add("second", site.blue, Role::SuperAdmin);
    EXPECT_EQ(site.run(site.authentication->localAdministrator())->name, "root");
    site.run(site.users->change(second, site["root"].user, {{}, {}, {}, true})).value();
    EXPECT_EQ(site.run(site.authentication->localAdministrator())->name, "second");
}

}  // namespace
}  // namespace ph::test
