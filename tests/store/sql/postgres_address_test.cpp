#include "store/sql/postgres_address.h"

#include <gmock/gmock.h>

#include <libpq-fe.h>
#include <map>
#include <memory>

namespace ph::test {

namespace {

TEST(PostgresAddress, IsToldFromAPath) {
    EXPECT_TRUE(isPostgresAddress("postgresql://ada@db.example/pilothouse"));
    EXPECT_TRUE(isPostgresAddress("postgres:///pilothouse"));
    EXPECT_FALSE(isPostgresAddress("/var/lib/pilothouse/pilothouse.db"));
    EXPECT_FALSE(isPostgresAddress("postgresql.db"));
}

TEST(PostgresAddress, MayHoldNoPasswordAndIsNotRepeatedWhenItDoes) {
    for (const char* address : {"postgresql://ada:hunter2@db/pilothouse", "postgresql://ada@db/x?password=hunter2",
                                "postgresql://ada@db/x?sslpassword=hunter2"}) {
        const auto refused = postgresConnectString(address);
        ASSERT_FALSE(refused) << address;
        EXPECT_EQ(refused.error().id, kDatabaseAddressSecret);
        EXPECT_THAT(refused.error().detail, testing::Not(testing::HasSubstr("hunter2")));
        EXPECT_TRUE(refused.error().arguments.empty());
    }
}

TEST(PostgresAddress, ThatIsWrongIsRefused) {
    for (const char* address : {"postgresql://ada@db/x?no_such_setting=1", "postgresql://ada@[db/x", "dbname=x"})
        EXPECT_EQ(postgresConnectString(address).error().id, kDatabaseAddressWrong) << address;
}

TEST(PostgresAddress, KeepsItsOwnDeadlinesAndGetsOursOtherwise) {
    const auto text = postgresConnectString("postgresql://ada@db/it's%20mine?connect_timeout=2");
    ASSERT_TRUE(text);
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> parsed(PQconninfoParse(text->c_str(), nullptr),
                                                                                &PQconninfoFree);
    ASSERT_TRUE(parsed);
    std::map<std::string, std::string> settings;
    for (const auto* option = parsed.get(); option->keyword; ++option)
        if (option->val) settings[option->keyword] = option->val;
    EXPECT_EQ(settings["connect_timeout"], "2");
    EXPECT_EQ(settings["dbname"], "it's mine");
    EXPECT_EQ(settings["user"], "ada");
    EXPECT_EQ(settings["keepalives_idle"], "20");
    EXPECT_EQ(text->find(' '), std::string::npos) << "SOCI would take it apart";
}

}  // namespace

}  // namespace ph::test
