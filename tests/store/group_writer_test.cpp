#include "store/group_writer.h"

#include "store/migrations/migrations.h"
#include "store/sql/query.h"
#include "store/sql_database.h"
#include "store/store_place.h"
#include "support/manual_clock.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

namespace {

class GroupWriterTest : public testing::Test {
protected:
    std::unique_ptr<SqlConnection> connect() {
        auto opened = SqlConnection::open({location, SqlConnection::Mode::Writer, {}});
        EXPECT_TRUE(opened);
        EXPECT_TRUE(migrate(**opened, static_cast<int>(migrations().size())));
        return std::move(*opened);
    }
    Database::Work appending(const std::string& object, Result<> outcome = {}) {
        return [this, object, outcome](Transaction& tx) -> Result<> {
            const auto seq = tx.events().append({0, clock.now(), {}, {}, EventKind::NodeChanged, object, "{}"});
            if (!seq) return seq.error();
            AuditRecord record;
            record.object = object;
            if (auto done = tx.audit().append(record); !done) return done;
            return outcome;
        };
    }
    static std::vector<QueuedWork> group(std::vector<Database::Work> works) {
        std::vector<QueuedWork> queued;
        for (auto& work : works) queued.push_back({std::move(work), nullptr});
        return queued;
    }
    std::vector<std::string> objects(const char* table) {
        Query query(*connection, std::string("SELECT object FROM ") + table + " ORDER BY 1");
        std::string object;
        query.into(object);
        std::vector<std::string> all;
        while (query.next()) all.push_back(object);
        return all;
    }

    TemporaryFolder folder;
    const std::string location = storeLocation(folder, "a.db");
    ManualClock clock;
    SecretKey key{};
    std::unique_ptr<SqlConnection> connection = connect();
};

TEST_F(GroupWriterTest, AGroupCommitsOnceAndTellsItsEventsInOrder) {
    GroupWriter writer(*connection, key, clock, false);
    auto works = group({appending("a"), appending("b"), appending("c")});
    for (const auto& result : writer.run(works)) EXPECT_TRUE(result);
    ASSERT_EQ(writer.committedEvents().size(), 3u);
    for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(writer.committedEvents()[i].seq, i + 1);
    EXPECT_EQ(writer.position(), (EventPosition{1, 3}));
    EXPECT_FALSE(connection->inTransaction());
}

TEST_F(GroupWriterTest, AFailedWorksEventsAndRecordsAreUndoneAndTheirNumbersUsedAgain) {
    GroupWriter writer(*connection, key, clock, false);
    auto works = group({appending("a"), appending("bad", Error(kInvalid)), appending("c")});
    const auto results = writer.run(works);
    EXPECT_TRUE(results[0] && results[2]);
    EXPECT_EQ(results[1].error().id, kInvalid);
    EXPECT_THAT(objects("events"), testing::ElementsAre("a", "c"));
    EXPECT_THAT(objects("audit"), testing::ElementsAre("a", "c"));
    ASSERT_EQ(writer.committedEvents().size(), 2u);
    EXPECT_EQ(writer.committedEvents()[1].seq, 2);
}

TEST_F(GroupWriterTest, WorksRunOnceUnlessOneOfTheirGroupFails) {
    GroupWriter writer(*connection, key, clock, false);
    int runs = 0;
    const auto counting = [this, &runs](const std::string& object) -> Database::Work {
        return [append = appending(object), &runs](Transaction& tx) {
            ++runs;
            return append(tx);
        };
    };
    auto good = group({counting("a"), counting("b")});
    writer.run(good);
    EXPECT_EQ(runs, 2);
    auto mixed = group({counting("c"), appending("bad", Error(kInvalid))});
    writer.run(mixed);
    EXPECT_EQ(runs, 4);
    EXPECT_THAT(objects("events"), testing::ElementsAre("a", "b", "c"));
    EXPECT_EQ(writer.position().seq, 3);
}

TEST_F(GroupWriterTest, ALoneWorkThatFailsIsUndone) {
    GroupWriter writer(*connection, key, clock, false);
    auto works = group({appending("bad", Error(kInvalid))});
    EXPECT_EQ(writer.run(works)[0].error().id, kInvalid);
    EXPECT_TRUE(objects("events").empty());
    EXPECT_TRUE(writer.committedEvents().empty());
    EXPECT_EQ(writer.position().seq, 0);
    EXPECT_FALSE(connection->inTransaction());
}

class SqliteGroupWriterTest : public GroupWriterTest {};

TEST_F(SqliteGroupWriterTest, TheWriteAheadLogIsCopiedBackIntoTheFile) {
    GroupWriter writer(*connection, key, clock, false);
    const std::string large(1 << 20, 'x');
    for (int i = 0; i < 60; ++i) {
        auto works = group({[&](Transaction& tx) -> Result<> {
            const auto seq = tx.events().append({0, clock.now(), {}, {}, EventKind::NodeChanged, "large", large});
            return seq ? Result<>() : seq.error();
        }});
        ASSERT_TRUE(writer.run(works)[0]);
    }
    EXPECT_LT(std::filesystem::file_size(folder.path() + "/a.db-wal"), 40u << 20);
    EXPECT_GT(std::filesystem::file_size(folder.path() + "/a.db"), 30u << 20);
}

TEST_F(GroupWriterTest, AGroupInWhichAllFailWritesNothing) {
    GroupWriter writer(*connection, key, clock, false);
    auto works = group({appending("a", Error(kInvalid)), appending("b", Error(kDeadline))});
    const auto results = writer.run(works);
    EXPECT_EQ(results[0].error().id, kInvalid);
    EXPECT_EQ(results[1].error().id, kDeadline);
    EXPECT_TRUE(writer.committedEvents().empty());
    EXPECT_TRUE(objects("events").empty());
    EXPECT_FALSE(connection->inTransaction());
    EXPECT_EQ(writer.position().seq, 0);
}

TEST_F(GroupWriterTest, AFailedCommitFailsTheWholeGroupAndTheNextOneGoesOn) {
    GroupWriter writer(*connection, key, clock, false);
    // A foreign key that is looked at only at the commit stands for a disk that fails there.
    connection->execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
    connection->execute("CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
    auto orphan = [this](Transaction&) -> Result<> {
        connection->execute("INSERT INTO child (id) VALUES (7)");
        return {};
    };
    auto works = group({appending("a"), orphan, appending("bad", Error(kInvalid))});
    const auto results = writer.run(works);
    EXPECT_EQ(results[0].error().id, kUnavailable);
    EXPECT_EQ(results[1].error().id, kUnavailable);
    EXPECT_EQ(results[2].error().id, kInvalid) << "its own failure is final, whatever became of the group";
    EXPECT_TRUE(writer.committedEvents().empty());
    EXPECT_TRUE(objects("events").empty());

    auto next = group({appending("b")});
    EXPECT_TRUE(writer.run(next)[0]);
    EXPECT_EQ(writer.position().seq, 1);
    EXPECT_THAT(objects("audit"), testing::ElementsAre("b"));
}

TEST_F(GroupWriterTest, ALaterTermFencesTheEarlierWriter) {
    GroupWriter first(*connection, key, clock, false);
    auto otherConnection = connect();
    GroupWriter second(*otherConnection, key, clock, false);
    EXPECT_EQ(second.term(), first.term() + 1);
    for (int twice = 0; twice < 2; ++twice) {
        auto works = group({appending("late")});
        EXPECT_EQ(first.run(works)[0].error().id, kFenced);
        EXPECT_TRUE(first.fenced());
        EXPECT_TRUE(first.committedEvents().empty());
    }
    auto works = group({appending("good")});
    EXPECT_TRUE(second.run(works)[0]);
    EXPECT_THAT(objects("events"), testing::ElementsAre("good"));
}

/// Keeps the result where the test finds it.
class Kept final : public WorkCompletion {
public:
    explicit Kept(std::optional<Result<>>& into) : m_into(into) {}
    void complete(Result<> result) override { m_into = std::move(result); }

private:
    std::optional<Result<>>& m_into;
};

Database::Work nothing() {
    return [](Transaction&) -> Result<> { return {}; };
}

TEST(WorkQueue, GivesOutWorksInOrderAndBatches) {
    WorkQueue queue(10);
    std::array<std::optional<Result<>>, 5> results;
    for (auto& result : results) queue.push({nothing(), std::make_unique<Kept>(result)});
    EXPECT_EQ(queue.take(3).size(), 3u);
    EXPECT_EQ(queue.take(3).size(), 2u);
    for (const auto& result : results) EXPECT_FALSE(result);
}

TEST(WorkQueue, RefusesWhatIsOneTooMany) {
    WorkQueue queue(1);
    std::optional<Result<>> first, second;
    queue.push({nothing(), std::make_unique<Kept>(first)});
    queue.push({nothing(), std::make_unique<Kept>(second)});
    EXPECT_FALSE(first);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->error().id, kUnavailable);
}

TEST(WorkQueue, IsDrainedAfterItWasClosedAndTakesNoMore) {
    WorkQueue queue(10);
    std::optional<Result<>> before, after;
    queue.push({nothing(), std::make_unique<Kept>(before)});
    queue.close();
    queue.push({nothing(), std::make_unique<Kept>(after)});
    ASSERT_TRUE(after);
    EXPECT_EQ(after->error().id, kUnavailable);
    EXPECT_EQ(queue.take(5).size(), 1u);
    EXPECT_TRUE(queue.take(5).empty());
}

}  // namespace

}  // namespace ph::test
