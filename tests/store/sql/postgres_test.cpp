#include "store/group_writer.h"
#include "store/migrations/migrations.h"
#include "store/sql/query.h"
#include "store/store_fixture.h"

#include <libpq-fe.h>
#include <map>

namespace ph::test {

namespace {

TEST(PostgresOpen, ADatabaseThatCannotBeUsedIsAnErrorWithItsAddress) {
    postgresServer().run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    for (const auto& address : {postgresServer().address("no_such_database"), postgresServer().address("latin"),
                                std::string("postgresql:///x?host=/no/such/folder")}) {
        const auto refused = SqlConnection::open({address, SqlConnection::Mode::Writer, {}});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, kDatabaseNotOpened);
        EXPECT_EQ(refused.error().arguments.at(0).second, address);
    }
}

/// Two connections, and the server to do things to them.
class PostgresTest : public testing::Test {
protected:
    std::unique_ptr<SqlConnection> connect(bool exclusive = false) {
        auto connection = SqlConnection::open({location, SqlConnection::Mode::Writer, {}, exclusive});
        EXPECT_TRUE(connection) << connection.error().detail;
        return std::move(*connection);
    }
    static std::string setting(SqlConnection& connection, const std::string& name) {
        std::string value;
        Query(connection, "SHOW " + name).into(value).next();
        return value;
    }
    static void endOtherSessions() {
        postgresServer().run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'pilothouse%'");
    }
    ErrorId failureOf(SqlConnection& connection, const std::string& sql) {
        try {
            connection.execute(sql);
        } catch (const std::exception& e) {
            return connection.errorOf(e).id;
        }
        return kNotAllowed;
    }

    TemporaryFolder folder;
    std::string location = postgresLocation(folder, "store");
    ManualClock clock;
};

TEST_F(PostgresTest, EveryWaitOfAConnectionHasAnEnd) {
    const auto writer = connect();
    for (const char* name : {"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"})
        EXPECT_NE(setting(*writer, name), "0") << name;
}

TEST_F(PostgresTest, AcceptedWorkIsFlushedEvenWhereTheServerWouldNot) {
    location += "%20-csynchronous_commit%3Doff";
    EXPECT_EQ(setting(*connect(), "synchronous_commit"), "on");
}

TEST_F(PostgresTest, ErrorsAreToldByWhatCanBeDoneAboutThem) {
    const auto writer = connect();
    const auto raised = [&](const std::string& state) {
        return failureOf(*writer, "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '" + state + "'; END $$");
    };
    EXPECT_EQ(raised("53100"), kNoSpace);
    for (const char* state : {"53200", "40P01", "55P03", "57014", "58030", "25006"})
        EXPECT_EQ(raised(state), kUnavailable);
    for (const char* state : {"23505", "42P01", "XX000"}) EXPECT_EQ(raised(state), kInternal);
}

TEST_F(PostgresTest, AFailedStatementLeavesNothingButARollback) {
    const auto writer = connect();
    writer->begin();
    EXPECT_EQ(failureOf(*writer, "SELECT no_such_column"), kInternal);
    EXPECT_EQ(writer->transaction(), SqlConnection::Transaction::Failed);
    writer->execute("ROLLBACK");
    EXPECT_EQ(writer->transaction(), SqlConnection::Transaction::None);
}

TEST_F(PostgresTest, OnlyOneWriterIsInATransaction) {
    const auto first = connect(), second = connect();
    first->begin();
    second->execute("SET lock_timeout = '50ms'");
    try {
        second->begin();
        FAIL();
    } catch (const std::exception& e) {
        EXPECT_EQ(second->errorOf(e).id, kUnavailable);
    }
    second->execute("ROLLBACK");
    first->execute("COMMIT");
    second->begin();
    EXPECT_TRUE(second->inTransaction());
}

TEST_F(PostgresTest, ASecondExclusiveConnectionIsRefusedAndToldOfTheFirst) {
    auto first = connect(true);
    const auto refused = SqlConnection::open({location, SqlConnection::Mode::Writer, {}, true});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kStoreInUse);
    EXPECT_THAT(refused.error().arguments.at(0).second, testing::EndsWith(" process " + std::to_string(::getpid())));
    const auto elsewhere =
        SqlConnection::open({postgresLocation(folder, "other"), SqlConnection::Mode::Writer, {}, true});
    EXPECT_TRUE(elsewhere) << "another schema is another store";
    first.reset();
    EXPECT_TRUE(connect(true));
}

TEST_F(PostgresTest, ALostConnectionIsMadeAnewAtTheNextTransactionAndStaysExclusive) {
    const auto writer = connect(true);
    writer->begin();
    Query(*writer, "SELECT 1").run();
    endOtherSessions();
    EXPECT_EQ(failureOf(*writer, "SELECT 1"), kUnavailable);
    EXPECT_EQ(writer->transaction(), SqlConnection::Transaction::None);
    writer->begin();
    EXPECT_EQ(writer->timesOpened(), 2);
    Query(*writer, "SELECT 1").run();
    writer->execute("COMMIT");
    EXPECT_EQ(SqlConnection::open({location, SqlConnection::Mode::Writer, {}, true}).error().id, kStoreInUse);
}

Database::Work appending(const std::string& object) {
    return [object](Transaction& tx) -> Result<> {
        const auto seq = tx.events().append({0, {}, {}, {}, EventKind::NodeChanged, object, "{}"});
        if (!seq) return seq.error();
        AuditRecord record;
        record.object = object;
        return tx.audit().append(record);
    };
}

std::vector<QueuedWork> group(std::vector<Database::Work> works) {
    std::vector<QueuedWork> queued;
    for (auto& work : works) queued.push_back({std::move(work), nullptr});
    return queued;
}

TEST_F(PostgresTest, AWorkThatGoesOnAfterAFailedStatementTakesNothingFromTheOthers) {
    const auto connection = connect();
    ASSERT_TRUE(migrate(*connection, static_cast<int>(migrations().size())));
    GroupWriter writer(*connection, SecretKey{}, clock, false);
    auto works = group({appending("a"),
                        [&](Transaction&) -> Result<> {
                            failureOf(*connection, "SELECT no_such_column");
                            return {};
                        },
                        appending("c")});
    const auto results = writer.run(works);
    EXPECT_TRUE(results[0] && results[2]);
    EXPECT_EQ(results[1].error().id, kInternal);
    EXPECT_EQ(writer.position().seq, 2);
}

TEST_F(PostgresTest, AConnectionLostWithinAGroupCostsThatWorkAloneAndTheOthersRunAgain) {
    const auto connection = connect();
    ASSERT_TRUE(migrate(*connection, static_cast<int>(migrations().size())));
    GroupWriter writer(*connection, SecretKey{}, clock, false);
    int runs = 0;
    auto works = group({appending("a"), [&](Transaction& tx) -> Result<> {
                            if (++runs == 1) endOtherSessions();
                            return appending("b")(tx);
                        }});
    for (const auto& result : writer.run(works)) EXPECT_TRUE(result) << result.error().detail;
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(writer.position().seq, 2);
    EXPECT_EQ(writer.committedEvents().size(), 2u);
}

TEST_F(PostgresTest, ACommitWhoseAnswerWasLostIsToldOfWithTheNextGroup) {
    const auto connection = connect();
    ASSERT_TRUE(migrate(*connection, static_cast<int>(migrations().size())));
    GroupWriter writer(*connection, SecretKey{}, clock, false);
    auto lost = group({[&](Transaction& tx) -> Result<> {
        auto done = appending("a")(tx);
        connection->execute("COMMIT");
        endOtherSessions();
        return done;
    }});
    EXPECT_EQ(writer.run(lost)[0].error().id, kUnavailable);
    EXPECT_TRUE(writer.committedEvents().empty());

    auto next = group({appending("b")});
    ASSERT_TRUE(writer.run(next)[0]);
    ASSERT_EQ(writer.committedEvents().size(), 2u);
    EXPECT_EQ(writer.committedEvents()[0].object, "a");
    EXPECT_EQ(writer.committedEvents()[1].object, "b");
    EXPECT_EQ(writer.position().seq, 2);
    SqlTransaction reading(*connection, nullptr, SecretKey{}, clock);
    const auto chain = reading.audit().verify(0, "");
    EXPECT_EQ(chain->records, 2);
    EXPECT_FALSE(chain->brokenAt);
}

class PostgresDatabaseTest : public StoreTest {
protected:
    PostgresDatabaseTest() { location = postgresLocation(folder, "store"); }

    Result<> submit() {
        auto job = newJob();
        return tryWrite([job](Transaction& tx) -> Result<> {
            auto mine = job;
            const auto number = tx.jobs().nextNumber(mine.summary.org);
            if (!number) return number.error();
            mine.summary.number = *number;
            return tx.jobs().insert(mine);
        });
    }
    std::size_t jobs() {
        return seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 1000); }).size();
    }
};

TEST_F(PostgresDatabaseTest, LosesNothingAndGoesOnByItselfWhenTheServerCrashesAndComesBack) {
    ASSERT_TRUE(submit());
    postgresServer().kill();
    const auto refused = submit();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kUnavailable);
    const auto unread = logic.run(database->read([](Transaction&) -> Result<> { return {}; }));
    ASSERT_FALSE(unread);
    EXPECT_EQ(unread.error().id, kUnavailable);

    postgresServer().start();
    ASSERT_TRUE(eventually([&] { return submit().has_value(); }));
    const auto reads = [&] {
        return logic.run(database->read([](Transaction&) -> Result<> { return {}; })).has_value();
    };
    ASSERT_TRUE(eventually(reads));
    ASSERT_TRUE(eventually(reads));
    EXPECT_EQ(jobs(), 2u);
}

TEST_F(PostgresDatabaseTest, NamesAreOrderedByTheirBytes) {
    write([this](Transaction& tx) -> Result<> {
        for (const char* name : {"b", "B", "a", "Z", "ä"})
            if (auto put = tx.nodes().put({NodeId::random(random), name, false, {}}); !put) return put;
        return {};
    });
    std::vector<std::string> names;
    for (const auto& node : seen([](Transaction& tx) { return tx.nodes().all(); })) names.push_back(node.name);
    EXPECT_THAT(names, testing::ElementsAre("B", "Z", "a", "b", "ä"));
}

}  // namespace

}  // namespace ph::test
