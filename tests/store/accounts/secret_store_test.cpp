#include "store/sql/query.h"
#include "store/store_fixture.h"

#include <fstream>
#include <sstream>

namespace ph::test {

namespace {

class SecretStoreTest : public StoreTest {
protected:
    void put(OrgId of, UserId owner, const std::string& name, const std::string& value) {
        write([&](Transaction& tx) { return tx.secrets().put(of, owner, name, value, clock.now()); });
    }
    std::optional<std::string> get(OrgId of, UserId owner, const std::string& name) {
        return seen([&](Transaction& tx) { return tx.secrets().get(of, owner, name); });
    }
    /// Everything that the database's files, or its table, hold.
    std::string onDisk() {
        std::string all;
        if (onPostgres()) {
            const auto connection = connect();
            Query query(*connection, "SELECT string_agg(secrets::text, ',') FROM secrets");
            query.into(all).next();
            return all;
        }
        for (const auto* end : {"", "-wal"}) all += readFile(folder.path() + "/pilothouse.db" + end);
        return all;
    }
};

TEST_F(SecretStoreTest, AValueComesBackAndIsNowhereOnTheDiskAsItIs) {
    const std::string value("s3cret-\0-value-with-NUL", 23);
    put(org, user, "TOKEN", value);
    EXPECT_EQ(get(org, user, "TOKEN"), value);
    EXPECT_NE(onDisk().find("TOKEN"), std::string::npos);
    EXPECT_EQ(onDisk().find("s3cret"), std::string::npos);
}

TEST_F(SecretStoreTest, TheSameValueTwiceIsSealedDifferently) {
    put(org, user, "A", "same");
    put(org, user, "B", "same");
    EXPECT_EQ(get(org, user, "A"), get(org, user, "B"));
    put(org, user, "A", "");
    EXPECT_EQ(get(org, user, "A"), "");
}

TEST_F(SecretStoreTest, ANewValueReplacesTheOldOne) {
    put(org, user, "TOKEN", "one");
    put(org, user, "TOKEN", "two");
    EXPECT_EQ(get(org, user, "TOKEN"), "two");
    EXPECT_EQ(seen([&](Transaction& tx) { return tx.secrets().names(org, user); }).size(), 1u);
}

TEST_F(SecretStoreTest, NobodyElsesSecretsAreReached) {
    const auto other = UserId::random(random);
    put(org, user, "TOKEN", "hers");
    put(org, other, "KEY", "his");
    EXPECT_FALSE(get(org, other, "TOKEN"));
    EXPECT_FALSE(get(OrgId::random(random), user, "TOKEN"));
    EXPECT_THAT(seen([&](Transaction& tx) { return tx.secrets().names(org, other); }), testing::ElementsAre("KEY"));
    EXPECT_FALSE(written([&](Transaction& tx) { return tx.secrets().remove(org, other, "TOKEN"); }));
    EXPECT_TRUE(written([&](Transaction& tx) { return tx.secrets().remove(org, user, "TOKEN"); }));
    EXPECT_FALSE(get(org, user, "TOKEN"));
}

TEST_F(SecretStoreTest, AnotherSitesKeyOpensNothing) {
    put(org, user, "TOKEN", "hers");
    auto wrong = options();
    wrong.secretKey.fill(8);
    openWith(wrong);
    const auto value =
        logic.run(readFor(*database, [&](Transaction& tx) { return tx.secrets().get(org, user, "TOKEN"); }));
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().id, kInternal);
}

}  // namespace

}  // namespace ph::test
