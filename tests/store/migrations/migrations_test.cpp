#include "store/migrations/migrations.h"

#include "store/sql/query.h"
#include "store/store_fixture.h"

#include <map>

namespace ph::test {

namespace {

constexpr auto kSqliteSchema = "SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name";
constexpr auto kPostgresSchema =
    "SELECT table_name || '.' || column_name, "
    "concat_ws(' ', ordinal_position, data_type, collation_name, is_nullable, column_default) "
    "FROM information_schema.columns WHERE table_schema = current_schema() "
    "UNION SELECT indexname, replace(indexdef, schemaname, '') FROM pg_indexes WHERE schemaname = current_schema() "
    "ORDER BY 1";

class MigrationsTest : public testing::Test {
protected:
    std::unique_ptr<SqlConnection> open(const std::string& name) {
        auto connection = SqlConnection::open({storeLocation(folder, name), SqlConnection::Mode::Writer, {}});
        EXPECT_TRUE(connection);
        return std::move(*connection);
    }
    static std::string schemaOf(SqlConnection& connection) {
        Query query(connection, onPostgres() ? kPostgresSchema : kSqliteSchema);
        std::string name, sql, all;
        query.into(name, sql);
        while (query.next()) all += name + ": " + sql + "\n";
        return all;
    }
    static int latest() { return static_cast<int>(migrations().size()); }
    Result<std::unique_ptr<SqlDatabase>> openDatabase(const std::string& name) {
        SqlDatabase::Options options;
        options.location = storeLocation(folder, name);
        return SqlDatabase::open(options, clock);
    }

    TemporaryFolder folder;
    ManualClock clock;
};

TEST_F(MigrationsTest, AnEmptyFileHasVersionZeroAndReachesTheLatest) {
    auto connection = open("a.db");
    EXPECT_EQ(*schemaVersion(*connection), 0);
    ASSERT_TRUE(migrate(*connection, latest()));
    EXPECT_EQ(*schemaVersion(*connection), latest());
}

TEST_F(MigrationsTest, EveryEarlierVersionReachesTheSameSchema) {
    auto fresh = open("fresh.db");
    ASSERT_TRUE(migrate(*fresh, latest()));
    const auto expected = schemaOf(*fresh);
    for (int version = 0; version < latest(); ++version) {
        const auto name = "from" + std::to_string(version) + ".db";
        {
            auto connection = open(name);
            ASSERT_TRUE(migrate(*connection, version));
            EXPECT_EQ(*schemaVersion(*connection), version);
        }
        ASSERT_TRUE(openDatabase(name));
        EXPECT_EQ(schemaOf(*open(name)), expected) << version;
    }
}

TEST_F(MigrationsTest, RowsSurviveTheStepsThatFollow) {
    {
        auto connection = open("old.db");
        ASSERT_TRUE(migrate(*connection, 1));
        connection->execute("INSERT INTO organisations (id, name, created_at) VALUES ('oaaaaaaaaaaaaa', 'Old', 5)");
    }
    LogicThread logic;
    auto database = openDatabase("old.db");
    ASSERT_TRUE(database);
    auto work = [](Transaction& tx) { return tx.accounts().organisations(); };
    const auto organisations = logic.run(readFor(**database, work));
    ASSERT_TRUE(organisations);
    ASSERT_EQ(organisations->size(), 1u);
    EXPECT_EQ(organisations->front().name, "Old");
}

TEST_F(MigrationsTest, WhatAJobBeganAsMovesFromItsHistoryToItsOrigin) {
    auto connection = open("old.db");
    ASSERT_TRUE(migrate(*connection, 5));
    connection->execute(onPostgres() ? "SET session_replication_role = replica" : "PRAGMA foreign_keys=OFF");
    connection->execute("INSERT INTO job_specs (ord, spec) VALUES (7, '{}'), (9, '{}')");
    connection->execute(
        "INSERT INTO job_history (ord, seq, at, state, reason, attempt) VALUES "
        "(7, 7, 70, 'queued', '{\"code\":\"Submitted\"}', 0), (7, 8, 80, 'running', '{}', 1)");
    ASSERT_TRUE(migrate(*connection, latest()));
    const auto number = [&](const char* sql) {
        std::int64_t found = 0;
        Query query(*connection, sql);
        query.into(found).next();
        return found;
    };
    EXPECT_EQ(number("SELECT at FROM job_origins WHERE ord = 7 AND reason LIKE '%Submitted%'"), 70);
    EXPECT_EQ(number("SELECT at FROM job_history"), 80);
    EXPECT_EQ(number("SELECT at FROM job_origins WHERE ord = 9"), 0);
}

TEST_F(MigrationsTest, WhoseJobsNameAFileHasSentIt) {
    auto connection = open("old.db");
    ASSERT_TRUE(migrate(*connection, 6));
    connection->execute(onPostgres() ? "SET session_replication_role = replica" : "PRAGMA foreign_keys=OFF");
    for (const auto* job : {"1, 'a', 'red'", "2, 'b', 'red'", "3, 'c', 'blue'"})
        connection->execute(
            std::string("INSERT INTO jobs (ord, id, org, owner, owner_name, number, name, state, outcome, reason, "
                        "resources, time_limit, priority, attempt, node, node_name, array_of, array_index, queued_at, "
                        "started_at, ended_at, seq, task_run, transient_retries, permanent_retries, not_before) "
                        "VALUES (") +
            job + ", '', '', 1, '', 'queued', 0, '{}', '{}', 0, 0, 0, '', '', '', 0, 0, 0, 0, 1, '', 0, 0, 0)");
    connection->execute("INSERT INTO job_files (ord, digest) VALUES (1, 'x'), (2, 'x'), (2, 'y'), (3, 'z')");
    ASSERT_TRUE(migrate(*connection, latest()));
    std::string org, digest, all;
    Query query(*connection, "SELECT org, digest FROM uploads ORDER BY org, digest");
    query.into(org, digest);
    while (query.next()) all += org + " " + digest + ", ";
    EXPECT_EQ(all, "blue z, red x, red y, ");
}

TEST_F(MigrationsTest, MigratingTwiceChangesNothing) {
    auto connection = open("a.db");
    ASSERT_TRUE(migrate(*connection, latest()));
    const auto once = schemaOf(*connection);
    ASSERT_TRUE(migrate(*connection, latest()));
    EXPECT_EQ(schemaOf(*connection), once);
}

TEST_F(MigrationsTest, ANewerFileIsRefusedAndNotTouched) {
    {
        auto connection = open("new.db");
        ASSERT_TRUE(migrate(*connection, latest()));
        connection->execute("UPDATE schema_version SET version = 999");
    }
    const auto opened = openDatabase("new.db");
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().id, kSchemaNewer);
    EXPECT_THAT(opened.error().arguments, testing::Contains(std::pair<std::string, std::string>("found", "999")));
    EXPECT_EQ(*schemaVersion(*open("new.db")), 999);
}

TEST_F(MigrationsTest, AFailingStepLeavesTheVersionBeforeIt) {
    auto connection = open("broken.db");
    ASSERT_TRUE(migrate(*connection, 1));
    connection->execute("CREATE TABLE artifacts (a INTEGER)");  // in the way of step 2
    const auto before = schemaOf(*connection);
    const auto done = migrate(*connection, latest());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kMigrationFailed);
    EXPECT_THAT(done.error().arguments, testing::Contains(std::pair<std::string, std::string>("step", "jobs")));
    EXPECT_EQ(*schemaVersion(*connection), 1);
    EXPECT_EQ(schemaOf(*connection), before);
}

TEST_F(MigrationsTest, EveryStepSinceTheFirstSchemaHasAWayBack) {
    EXPECT_EQ(oldestWayBack(latest()), kFirstSchema);
}

/// Every row of every table as text, columns by their names.
class DowngradeTest : public StoreTest {
protected:
    static constexpr auto kSqliteColumns =
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        "WHERE m.type = 'table' ORDER BY m.name, c.name";
    static constexpr auto kPostgresColumns =
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
        "ORDER BY table_name, column_name";

    static std::string contentOf(SqlConnection& connection) {
        std::map<std::string, std::string> lines;
        {
            Query columns(connection, onPostgres() ? kPostgresColumns : kSqliteColumns);
            std::string table, column;
            columns.into(table, column);
            while (columns.next()) lines[table] += " || ' " + column + "=' || CAST(" + column + " AS TEXT)";
        }
        std::string all;
        for (const auto& [table, line] : lines) {
            if (table == "schema_version") continue;
            Query rows(connection, "SELECT ''" + line + " FROM " + table + " ORDER BY 1");
            std::string row;
            rows.into(row);
            while (rows.next()) all += table + row + "\n";
        }
        return all;
    }
    static int latest() { return static_cast<int>(migrations().size()); }
    /// Jobs in several states with what belongs to them, written by the stores.
    void fill() {
        stored();
        auto job = movedTo(movedTo(stored(), JobState::Starting), JobState::Running);
        job.summary.reason.code = ReasonCode::Completed;
        job.summary.endedAt = clock.now();
        movedTo(job, JobState::Succeeded);
        write([this](Transaction& tx) { return tx.secrets().put(org, user, "KEY", "value", clock.now()); });
        write([this](Transaction& tx) { return tx.audit().append(recordOf("job.submit")); });
        database.reset();
    }
};

TEST_F(DowngradeTest, ThereAndBackFromEveryVersionLosesNothing) {
    fill();
    const auto connection = connect();
    const auto newest = contentOf(*connection);
    EXPECT_NE(newest.find("job_history"), std::string::npos);
    for (int version = latest() - 1; version >= kFirstSchema; --version) {
        const auto back = downgrade(*connection, version);
        ASSERT_TRUE(back) << back.error().id.name << " " << back.error().detail;
        EXPECT_EQ(*schemaVersion(*connection), version);
        const auto older = contentOf(*connection);
        ASSERT_TRUE(migrate(*connection, latest()));
        EXPECT_EQ(contentOf(*connection), newest) << version;
        ASSERT_TRUE(downgrade(*connection, version));
        EXPECT_EQ(contentOf(*connection), older) << version;
        ASSERT_TRUE(migrate(*connection, latest()));
    }
    open();
    EXPECT_EQ(seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 10); }).size(), 2u);
    stored();
}

TEST_F(DowngradeTest, WhatAnOlderVersionWroteIsThereAgainAfterItsUpgradeIsTakenBack) {
    fill();
    const auto connection = connect();
    ASSERT_TRUE(downgrade(*connection, kFirstSchema));
    // As the older version wrote it: what a job began as is the first line of its history, or there is none.
    connection->execute(onPostgres() ? "SET session_replication_role = replica" : "PRAGMA foreign_keys=OFF");
    connection->execute("INSERT INTO job_specs (ord, spec) VALUES (700, '{}'), (900, '{}')");
    connection->execute(
        "INSERT INTO job_history (ord, seq, at, state, reason, attempt) VALUES "
        "(700, 700, 70, 'queued', '{\"code\":\"Submitted\"}', 0), (700, 800, 80, 'running', '{}', 1)");
    const auto older = contentOf(*connection);
    ASSERT_TRUE(migrate(*connection, latest()));
    EXPECT_NE(contentOf(*connection), older);
    ASSERT_TRUE(downgrade(*connection, kFirstSchema));
    EXPECT_EQ(contentOf(*connection), older);
}

TEST_F(DowngradeTest, WhereNoWayLeadsIsSaidAndNothingIsTouched) {
    fill();
    const auto connection = connect();
    const auto before = contentOf(*connection);
    for (const int target : {kFirstSchema - 1, 0, -1, latest() + 1}) {
        const auto refused = downgrade(*connection, target);
        ASSERT_FALSE(refused) << target;
        EXPECT_EQ(refused.error().id, kNoWayBack);
        EXPECT_THAT(refused.error().arguments,
                    testing::Contains(std::pair<std::string, std::string>("oldest", std::to_string(kFirstSchema))));
    }
    EXPECT_EQ(contentOf(*connection), before);
    ASSERT_TRUE(downgrade(*connection, latest()));
    connection->execute("UPDATE schema_version SET version = 999");
    EXPECT_EQ(downgrade(*connection, kFirstSchema).error().id, kSchemaNewer);
}

TEST_F(DowngradeTest, WhoWaitsForAQueueWaitsOnAndLimitsInForceAreNotDropped) {
    constexpr int kBeforeQueues = 7;
    auto job = stored();
    job.summary.reason = {ReasonCode::QueueLimit, {{"resource", "cpu"}}};
    write([&](Transaction& tx) { return tx.jobs().update(job); });
    auto imageless = stored();
    imageless.summary.reason = {ReasonCode::ImageMissing, {{"image", "none"}}};
    write([&](Transaction& tx) { return tx.jobs().update(imageless); });
    const auto head = seen([&](Transaction& tx) { return tx.events().head(); });
    QueueSettings limited;
    limited.limit.cpu = cores(1);
    write([&](Transaction& tx) { return tx.accounts().queues().put(org, limited); });
    const auto connection = connect();
    EXPECT_EQ(downgrade(*connection, kBeforeQueues).error().id, kCannotKeep);
    write([&](Transaction& tx) { return tx.accounts().queues().put(org, {}); });
    database.reset();
    ASSERT_TRUE(downgrade(*connection, kBeforeQueues));
    EXPECT_EQ(contentOf(*connection).find("queue_limit"), std::string::npos) << "an older one does not know the word";
    ASSERT_TRUE(migrate(*connection, latest()));
    open();
    const auto found = seen([&](Transaction& tx) { return tx.jobs().find(OrgScope::everything(), job.summary.id); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->summary.reason.code, ReasonCode::Submitted);
    const auto other =
        seen([&](Transaction& tx) { return tx.jobs().find(OrgScope::everything(), imageless.summary.id); });
    EXPECT_EQ(other->summary.reason.code, ReasonCode::LaunchFailed);
    EXPECT_EQ(seen([&](Transaction& tx) { return tx.events().head(); }).seq, head.seq) << "no number is given twice";
}

TEST_F(DowngradeTest, AStepThatFailsLeavesTheWholeStoreAsItWas) {
    fill();
    const auto connection = connect();
    connection->execute("CREATE TABLE job_specs (in_the_way INTEGER)");
    const auto before = contentOf(*connection);
    const auto failed = downgrade(*connection, kFirstSchema);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().id, kMigrationFailed);
    EXPECT_THAT(failed.error().arguments,
                testing::Contains(std::pair<std::string, std::string>("step", "job origins")));
    EXPECT_EQ(*schemaVersion(*connection), latest());
    EXPECT_EQ(contentOf(*connection), before);
}

}  // namespace

}  // namespace ph::test
