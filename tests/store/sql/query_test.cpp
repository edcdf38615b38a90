#include "store/sql/query.h"

#include "reflect/codec.h"
#include "store/sql/json_row.h"
#include "store/store_place.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <gmock/gmock.h>

#include <limits>

namespace ph::test {

namespace {

class QueryTest : public testing::Test {
protected:
    std::unique_ptr<SqlConnection> connect(SqlConnection::Mode mode = SqlConnection::Mode::Writer) {
        auto connection = SqlConnection::open({storeLocation(folder, "a b.db"), mode, {}});
        EXPECT_TRUE(connection);
        return std::move(*connection);
    }
    void SetUp() override {
        writer->begin();
        writer->define("CREATE TABLE t (n INTEGER NOT NULL UNIQUE, s TEXT NOT NULL)");
        writer->execute("COMMIT");
    }

    void insert(std::int64_t number, const std::string& text) {
        Query query(*writer, "INSERT INTO t (n, s) VALUES (:n, :s)");
        EXPECT_EQ(query.bind(number, text).run(), 1);
    }
    static std::vector<std::pair<std::int64_t, std::string>> rows(SqlConnection& connection) {
        Query query(connection, "SELECT n, s FROM t ORDER BY n");
        std::int64_t number = 0;
        std::string text;
        query.into(number, text);
        std::vector<std::pair<std::int64_t, std::string>> all;
        while (query.next()) all.emplace_back(number, text);
        return all;
    }

    TemporaryFolder folder;
    std::unique_ptr<SqlConnection> writer = connect();
};

TEST_F(QueryTest, TextAndNumbersComeBackExactly) {
    const std::vector<std::pair<std::int64_t, std::string>> values{{std::numeric_limits<std::int64_t>::min(), ""},
                                                                   {0, std::string("nul \0 inside", 12)},
                                                                   {1, "quotes ' \" and ; -- and :name"},
                                                                   {2, "中文 ünïcode"},
                                                                   {3, "\xff\xfe no UTF-8"},
                                                                   {4, std::string(200'000, 'x')},
                                                                   {std::numeric_limits<std::int64_t>::max(), "yes"}};
    for (const auto& [number, text] : values) insert(number, text);
    EXPECT_EQ(rows(*writer), values);
}

TEST_F(QueryTest, AStatementIsUsedAgainWithOtherValues) {
    for (int i = 0; i < 10; ++i) insert(i, std::to_string(i));
    EXPECT_EQ(rows(*writer).size(), 10u);
    EXPECT_EQ(rows(*writer).back().second, "9");
}

TEST_F(QueryTest, TheSameQueryMayRunInsideItsOwnIteration) {
    for (int i = 0; i < 5; ++i) insert(i, "x");
    Query outer(*writer, "SELECT n, s FROM t ORDER BY n");
    std::int64_t number = 0;
    std::string text;
    outer.into(number, text);
    int count = 0;
    while (outer.next()) {
        EXPECT_EQ(rows(*writer).size(), 5u);
        EXPECT_EQ(number, count++);
    }
    EXPECT_EQ(count, 5);
}

TEST_F(QueryTest, AQueryLeftHalfWayHoldsNoSnapshot) {
    for (int i = 0; i < 5; ++i) insert(i, "x");
    auto reader = connect(SqlConnection::Mode::Reader);
    {
        Query query(*reader, "SELECT n, s FROM t ORDER BY n");
        std::int64_t number = 0;
        std::string text;
        query.into(number, text);
        EXPECT_TRUE(query.next());
    }
    insert(5, "new");
    EXPECT_EQ(rows(*reader).size(), 6u);
}

TEST_F(QueryTest, RunTellsHowManyRowsChanged) {
    for (int i = 0; i < 5; ++i) insert(i, "x");
    Query update(*writer, "UPDATE t SET s = :s WHERE n > :n");
    EXPECT_EQ(update.bind("y", 2).run(), 2);
    Query none(*writer, "DELETE FROM t WHERE n > :n");
    EXPECT_EQ(none.bind(100).run(), 0);
}

TEST_F(QueryTest, AFailedStatementCanBeUsedAgain) {
    insert(1, "a");
    writer->begin();
    Query(*writer, "SAVEPOINT s").run();
    EXPECT_THROW(insert(1, "again"), std::exception);
    Query(*writer, "ROLLBACK TO s").run();
    Query(*writer, "RELEASE s").run();
    insert(2, "b");
    Query(*writer, "COMMIT").run();
    EXPECT_EQ(rows(*writer).size(), 2u);
}

TEST_F(QueryTest, AnErrorSaysWhatFailedButNoneOfTheValues) {
    insert(1, "a");
    try {
        insert(1, "a secret value");
        FAIL();
    } catch (const std::exception& e) {
        const auto error = writer->errorOf(e);
        EXPECT_EQ(error.id, kInternal);
        EXPECT_THAT(error.detail, testing::HasSubstr(onPostgres() ? "unique" : "UNIQUE"));
        EXPECT_THAT(error.detail, testing::Not(testing::HasSubstr("secret")));
    }
}

TEST_F(QueryTest, AReaderCannotWrite) {
    auto reader = connect(SqlConnection::Mode::Reader);
    Query query(*reader, "INSERT INTO t (n, s) VALUES (1, 'x')");
    EXPECT_THROW(query.run(), std::exception);
    EXPECT_TRUE(rows(*writer).empty());
}

TEST_F(QueryTest, ATransactionIsOpenUntilItEnds) {
    EXPECT_FALSE(writer->inTransaction());
    writer->begin();
    EXPECT_TRUE(writer->inTransaction());
    insert(1, "x");
    Query(*writer, "ROLLBACK").run();
    EXPECT_FALSE(writer->inTransaction());
    EXPECT_TRUE(rows(*writer).empty());
}

TEST(SqliteConnection, APathThatCannotBeOpenedIsAnErrorWithIt) {
    TemporaryFolder folder;
    for (const auto& path : {folder.path() + "/no/such/folder.db", folder.path() + "/a\"b.db"}) {
        const auto connection = SqlConnection::open({path, SqlConnection::Mode::Writer, {}});
        ASSERT_FALSE(connection);
        EXPECT_EQ(connection.error().id, kStoreNotOpened);
        EXPECT_EQ(connection.error().arguments.at(0).second, path);
    }
}

TEST(RowText, EmptyIdsMeanNone) {
    SeededRandom random;
    const auto id = UserId::random(random);
    EXPECT_EQ(idFromRow<UserId>(id.str()), id);
    EXPECT_TRUE(idFromRow<UserId>("").empty());
    EXPECT_EQ(optionalIdFromRow<UserId>(id.str()), id);
    EXPECT_FALSE(optionalIdFromRow<UserId>(""));
    EXPECT_THROW(idFromRow<UserId>("nonsense"), std::runtime_error);
    EXPECT_THROW(idFromRow<JobId>(id.str()), std::runtime_error);
}

TEST(RowText, AScopeRestrictsWhatItNames) {
    SeededRandom random;
    const auto org = OrgId::random(random);
    const auto owner = UserId::random(random);
    EXPECT_EQ(scopeClause(OrgScope::everything(), "org", "owner"), "");
    EXPECT_EQ(scopeClause({org, std::nullopt}, "org", "owner"), " AND org = :scope_org");
    EXPECT_EQ(scopeClause({org, owner}, "a.org", "b"), " AND a.org = :scope_org AND b = :scope_owner");
}

TEST(JsonRow, ReadsWhatItWroteAndThrowsOnOtherText) {
    const std::map<std::string, std::string> labels{{"a", "1"}, {"b", "x\"y"}};
    using Labels = std::map<std::string, std::string>;
    EXPECT_EQ(jsonFromRow<Labels>(jsonForRow(labels)), labels);
    EXPECT_THROW(jsonFromRow<Labels>("[1]"), std::runtime_error);
    EXPECT_ANY_THROW(jsonFromRow<Labels>("{"));
}

}  // namespace

}  // namespace ph::test
