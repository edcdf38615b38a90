#include "service/site.h"

#include <fmt/format.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class TokenTest : public ::testing::Test {
protected:
    Result<NewTokenSecret> create(const std::string& who, const std::string& name = "laptop", Seconds expires = {}) {
        return site.run(site.tokens->create(site[who], name, expires));
    }
    Result<Principal> enter(const std::string& secret) {
        return site.run(site.authentication->authenticate(secret, "192.0.2.7"));
    }
    Site site;
};

TEST_F(TokenTest, ATokenAuthenticatesItsOwner) {
    const auto token = create("uma");
    ASSERT_TRUE(token);
    EXPECT_TRUE(token->secret.starts_with("pht_"));
    EXPECT_EQ(enter(token->secret)->user, site["uma"].user);
    EXPECT_FALSE(token->token.expiresAt);
}

TEST_F(TokenTest, TheListShowsNamesAndTimesOfOnesOwn) {
    create("uma", "laptop");
    site.clock.advance(1s);
    create("uma", "desktop", {3600});
    create("ugo", "phone");
    const auto list = site.run(site.tokens->list(site["uma"])).value();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].name, "laptop");
    EXPECT_EQ(list[1].name, "desktop");
    EXPECT_EQ(list[1].expiresAt, site.clock.now() + 3600s);
    EXPECT_TRUE(site.run(site.tokens->list(site["root"])).value().empty()) << "even administrators see their own only";
}

TEST_F(TokenTest, AnExpiredTokenIsRefused) {
    const auto secret = create("uma", "short", {60})->secret;
    site.clock.advance(59s);
    EXPECT_EQ(outcome(enter(secret)), "ok");
    site.clock.advance(1s);
    EXPECT_EQ(outcome(enter(secret)), "unauthenticated");
}

TEST_F(TokenTest, ARevokedTokenIsRefusedAtOnce) {
    const auto token = create("uma").value();
    ASSERT_TRUE(enter(token.secret));
    EXPECT_EQ(outcome(site.run(site.tokens->remove(site["uma"], token.token.id))), "ok");
    EXPECT_EQ(outcome(enter(token.secret)), "unauthenticated");
    EXPECT_EQ(outcome(site.run(site.tokens->remove(site["uma"], token.token.id))), "token-not-found");
}

TEST_F(TokenTest, WrongNamesAndTimesAreFaults) {
    EXPECT_EQ(faultsOf(create("uma", "", {-1}).error()), (std::vector<std::string>{"name format", "expires_in range"}));
    EXPECT_EQ(faultsOf(create("uma", "a\nb").error()), (std::vector<std::string>{"name format"}));
    EXPECT_EQ(faultsOf(create("uma", std::string(101, 'a')).error()), (std::vector<std::string>{"name format"}));
    EXPECT_EQ(faultsOf(create("uma", "ok", {400'000'000'000}).error()), (std::vector<std::string>{"expires_in range"}));
}

TEST_F(TokenTest, APersonHasAtMostAHundred) {
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(create("uma", fmt::format("token {}", i)));
    const auto refused = create("uma");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kTooManyTokens);
    EXPECT_EQ(outcome(create("ugo")), "ok");
}

TEST_F(TokenTest, MakingAndRevokingIsAuditedWithoutTheSecret) {
    const auto token = create("uma").value();
    EXPECT_EQ(site.lastRecord().action, "token.create");
    EXPECT_NE(site.lastRecord().after.find("laptop"), std::string::npos);
    site.run(site.tokens->remove(site["uma"], token.token.id)).value();
    EXPECT_EQ(site.lastRecord().action, "token.revoke");
    for (const auto& record : site.records()) {
        EXPECT_EQ((record.before + record.after).find(token.secret.substr(4)), std::string::npos);
        EXPECT_EQ((record.before + record.after).find(secretHash(token.secret)), std::string::npos);
    }
}

class SecretTest : public ::testing::Test {
protected:
    Result<> put(const std::string& who, const std::string& name, const std::string& value = "s3cret-value") {
        return site.run(site.secrets->put(site[who], name, value));
    }
    std::vector<std::string> names(const std::string& who) { return site.run(site.secrets->names(site[who])).value(); }
    Site site;
};

TEST_F(SecretTest, NamesAreListedAndValuesReplaced) {
    ASSERT_TRUE(put("uma", "TOKEN", "one"));
    ASSERT_TRUE(put("uma", "TOKEN", "two"));
    ASSERT_TRUE(put("uma", "API_KEY"));
    EXPECT_EQ(names("uma"), (std::vector<std::string>{"API_KEY", "TOKEN"}));
    const auto value =
        site.read([&](Transaction& tx) { return tx.secrets().get(site.red, site["uma"].user, "TOKEN"); }).value();
    EXPECT_EQ(value, "two");
}

TEST_F(SecretTest, EachPersonHasTheirOwn) {
    put("uma", "TOKEN");
    EXPECT_TRUE(names("ugo").empty());
    EXPECT_TRUE(names("root").empty());
    EXPECT_EQ(outcome(site.run(site.secrets->remove(site["root"], "TOKEN"))), "secret-not-found");
    EXPECT_EQ(outcome(site.run(site.secrets->remove(site["uma"], "TOKEN"))), "ok");
    EXPECT_TRUE(names("uma").empty());
}

TEST_F(SecretTest, WrongNamesAndValuesAreFaultsThatRepeatNoValue) {
    for (const auto& name : {"", "1ABC", "A-B", "A B"})
        EXPECT_EQ(faultsOf(put("uma", name).error()), (std::vector<std::string>{"name format"})) << name;
    EXPECT_EQ(faultsOf(put("uma", std::string(65, 'A')).error()), (std::vector<std::string>{"name format"}));
    const auto large = put("uma", "A", std::string(64 * 1024 + 1, 'v'));
    EXPECT_EQ(faultsOf(large.error()), (std::vector<std::string>{"value length"}));
    EXPECT_EQ(large.error().faults[0].value, "65537 bytes");
    EXPECT_EQ(faultsOf(put("uma", "A", std::string("a\0b", 3)).error()), (std::vector<std::string>{"value format"}));
}

TEST_F(SecretTest, ChangesAreAuditedByNameAlone) {
    put("uma", "TOKEN", "s3cret-value");
    EXPECT_EQ(site.lastRecord().action, "secret.put");
    EXPECT_EQ(site.lastRecord().object, "TOKEN");
    site.run(site.secrets->remove(site["uma"], "TOKEN")).value();
    EXPECT_EQ(site.lastRecord().action, "secret.remove");
    for (const auto& record : site.records())
        EXPECT_EQ((record.before + record.after).find("s3cret"), std::string::npos);
}

}  // namespace
}  // namespace ph::test
