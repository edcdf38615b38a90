#include "store/sql_database.h"

#include "store/migrations/migrations.h"
#include "store/store_fixture.h"
#include "support/begin.h"

#include <future>
#include <mutex>
#include <sqlite3.h>
#include <thread>

namespace ph::test {

namespace {

class SqlDatabaseTest : public StoreTest {};
class SqliteDatabaseTest : public StoreTest {};

/// Runs as many works at once as it is given and returns their results in order.
std::vector<Result<>> allAtOnce(LogicThread& logic, Database& database, std::vector<Database::Work> works) {
    std::vector<std::future<Result<>>> pending;
    for (auto& work : works) pending.push_back(begin(logic.io(), database.write(std::move(work))));
    std::vector<Result<>> results;
    for (auto& result : pending) results.push_back(result.get());
    return results;
}

/// Holds the writer up until it is released, so that works behind it form one group.
class Gate {
public:
    Database::Work work() {
        return [this](Transaction&) -> Result<> {
            m_entered.set_value();
            m_open.get_future().wait();
            return {};
        };
    }
    void waitUntilEntered() { m_entered.get_future().wait(); }
    void open() { m_open.set_value(); }

private:
    std::promise<void> m_entered;
    std::promise<void> m_open;
};

class Recorder final : public CommitListener {
public:
    void committed(const std::vector<Event>& events) override {
        const std::lock_guard lock(mutex);
        ++commits;
        for (const auto& event : events) seqs.push_back(event.seq);
    }
    std::mutex mutex;
    int commits = 0;
    std::vector<std::int64_t> seqs;
};

Database::Work insertion(Job job) {
    return [job](Transaction& tx) -> Result<> {
        auto submitted = job;
        return tx.jobs().insert(submitted);
    };
}

TEST_F(SqlDatabaseTest, AWorkThatReturnsAnErrorLeavesNothing) {
    auto job = newJob();
    const auto done = tryWrite([job](Transaction& tx) mutable -> Result<> {
        if (auto inserted = tx.jobs().insert(job); !inserted) return inserted;
        return Error(kNotAllowed);
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kNotAllowed);
    EXPECT_FALSE(found(job.summary.id));
    EXPECT_TRUE(events().empty());
}

TEST_F(SqlDatabaseTest, AWorkThatThrowsIsAnInternalErrorAndLeavesNothing) {
    auto job = newJob();
    const auto done = tryWrite([job](Transaction& tx) mutable -> Result<> {
        if (auto inserted = tx.jobs().insert(job); !inserted) return inserted;
        throw std::runtime_error("a bug");
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kInternal);
    EXPECT_EQ(done.error().detail, "a bug");
    EXPECT_FALSE(found(job.summary.id));
}

TEST_F(SqlDatabaseTest, OneFailingWorkOfAGroupTakesNothingFromTheOthers) {
    Gate gate;
    auto blocker = begin(logic.io(), database->write(gate.work()));
    gate.waitUntilEntered();
    std::vector<Database::Work> works;
    std::vector<JobId> ids;
    for (int i = 0; i < 9; ++i) {
        auto job = newJob();
        job.summary.number = i + 1;
        if (i == 5) job.summary.id = ids[2];  // taken: the insert fails inside the database
        ids.push_back(job.summary.id);
        works.push_back(insertion(job));
    }
    std::thread opener([&] { gate.open(); });
    const auto results = allAtOnce(logic, *database, works);
    opener.join();
    ASSERT_TRUE(blocker.get());

    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(results[i].has_value(), i != 5) << i;
        EXPECT_TRUE(found(ids[i])) << i;
    }
    std::vector<std::int64_t> seqs;
    for (const auto& event : events()) seqs.push_back(event.seq);
    EXPECT_THAT(seqs, testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_F(SqlDatabaseTest, SixtyFourWritersShareCommitsAndAllOfTheirJobsAreThere) {
    Recorder recorder;
    database->setListener(&recorder);
    constexpr int kWriters = 64, kEach = 20;
    std::mutex mutex;
    std::vector<JobId> acknowledged;
    std::vector<std::future<void>> writers;
    auto submitter = [&]() -> boost::asio::awaitable<void> {
        for (int i = 0; i < kEach; ++i) {
            auto job = newJob();
            auto work = [job](Transaction& tx) -> Result<> {
                auto mine = job;
                const auto number = tx.jobs().nextNumber(mine.summary.org);
                if (!number) return number.error();
                mine.summary.number = *number;
                return tx.jobs().insert(mine);
            };
            auto pending = database->write(work);
            const Result<> done = co_await std::move(pending);
            if (done) acknowledged.push_back(job.summary.id);
        }
    };
    for (int i = 0; i < kWriters; ++i) writers.push_back(begin(logic.io(), submitter()));
    for (auto& writer : writers) writer.get();
    database->setListener(nullptr);

    ASSERT_EQ(acknowledged.size(), std::size_t{kWriters * kEach});
    EXPECT_LT(recorder.commits, kWriters * kEach / 4);
    EXPECT_EQ(recorder.seqs.size(), acknowledged.size());
    EXPECT_TRUE(std::is_sorted(recorder.seqs.begin(), recorder.seqs.end()));
    const auto all = seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 10'000); });
    std::set<std::int64_t> numbers;
    for (const auto& job : all) numbers.insert(job.number);
    EXPECT_EQ(numbers.size(), acknowledged.size());
    EXPECT_EQ(*numbers.rbegin(), kWriters * kEach);
}

TEST_F(SqlDatabaseTest, TheListenerIsToldBeforeTheWorkIsAnswered) {
    Recorder recorder;
    database->setListener(&recorder);
    const auto job = stored();
    const std::lock_guard lock(recorder.mutex);
    EXPECT_THAT(recorder.seqs, testing::ElementsAre(job.summary.seq));
    EXPECT_EQ(database->head(), (EventPosition{1, job.summary.seq}));
    database->setListener(nullptr);
}

TEST_F(SqlDatabaseTest, AReadSeesOneCommitThroughout) {
    const auto job = stored();
    std::promise<void> looked, changed;
    auto reading = std::async(std::launch::async, [&] {
        return seen([&](Transaction& tx) -> Result<std::pair<std::size_t, std::size_t>> {
            const auto first = tx.events().read(0, 100);
            looked.set_value();
            changed.get_future().wait();
            const auto second = tx.events().read(0, 100);
            return std::pair(first->size(), second->size());
        });
    });
    looked.get_future().wait();
    movedTo(job, JobState::Starting);
    changed.set_value();
    EXPECT_EQ(reading.get(), (std::pair<std::size_t, std::size_t>(1, 1)));
    EXPECT_EQ(events().size(), 2u);
}

TEST_F(SqlDatabaseTest, WritingInAReadFailsAndChangesNothing) {
    auto job = newJob();
    const auto done =
        logic.run(database->read([job](Transaction& tx) mutable -> Result<> { return tx.jobs().insert(job); }));
    EXPECT_FALSE(done);
    auto organisation = [&](Transaction& tx) -> Result<> {
        return tx.accounts().insertOrganisation({OrgId::random(random), "Other", clock.now()});
    };
    EXPECT_FALSE(logic.run(database->read(organisation)));
    EXPECT_EQ(seen([](Transaction& tx) { return tx.accounts().organisations(); }).size(), 1u);
}

TEST_F(SqlDatabaseTest, ARestartGoesOnWithSeqsNumbersAndTheAuditChain) {
    const auto first = stored();
    write([&](Transaction& tx) { return tx.audit().append(recordOf("job.submit")); });
    const auto term = database->term();
    open();
    EXPECT_EQ(database->term(), term + 1);
    const auto second = stored();
    write([&](Transaction& tx) { return tx.audit().append(recordOf("job.submit")); });
    EXPECT_EQ(second.summary.seq, first.summary.seq + 1);
    EXPECT_EQ(second.summary.number, first.summary.number + 1);
    const auto chain = seen([](Transaction& tx) { return tx.audit().verify(0, ""); });
    EXPECT_EQ(chain.records, 2);
    EXPECT_FALSE(chain.brokenAt);
    EXPECT_EQ(database->head(), (EventPosition{1, second.summary.seq}));
}

TEST_F(SqlDatabaseTest, ANewEpochIsKept) {
    auto restored = options();
    restored.newEpoch = true;
    openWith(restored);
    EXPECT_EQ(database->head().epoch, 2);
    open();
    EXPECT_EQ(database->head().epoch, 2);
}

TEST_F(SqlDatabaseTest, ALaterOpenerFencesTheEarlierOne) {
    std::promise<void> told;
    auto watched = options();
    watched.onFenced = [&] { told.set_value(); };
    openWith(watched);
    const auto before = stored();
    auto second = SqlDatabase::open(options(), clock);
    ASSERT_TRUE(second);

    auto lost = newJob();
    const auto done = tryWrite(insertion(lost));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kFenced);
    told.get_future().wait();
    const auto again = tryWrite(insertion(newJob()));
    EXPECT_EQ(again.error().id, kFenced);

    auto late = newJob();
    late.summary.number = 2;
    ASSERT_TRUE(logic.run((*second)->write(insertion(late))));
    EXPECT_FALSE(found(lost.summary.id));
    EXPECT_TRUE(found(before.summary.id));
    EXPECT_TRUE(found(late.summary.id));
}

TEST_F(SqliteDatabaseTest, AFullStoreFailsTheGroupAsNoSpaceAndTakesWritesAgainLater) {
    auto small = options();
    small.largest = kibibytes(600);
    openWith(small);
    Result<> done;
    int kept = 0;
    for (; done && kept < 1000; ++kept) {
        auto job = newJob();
        job.summary.number = kept + 1;
        job.spec.environment["PAD"] = std::string(8000, 'x');
        done = tryWrite(insertion(job));
    }
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kNoSpace);
    EXPECT_TRUE(done.error().retryable());
    const auto all = seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 10'000); });
    EXPECT_EQ(all.size(), static_cast<std::size_t>(kept - 1));

    open();
    auto job = newJob();
    EXPECT_TRUE(tryWrite(insertion(job)));
    EXPECT_TRUE(found(job.summary.id));
    EXPECT_EQ(events().back().seq, static_cast<std::int64_t>(kept));
}

TEST_F(SqlDatabaseTest, AFullQueueRefusesAsRetryable) {
    auto narrow = options();
    narrow.mostWaiting = 4;
    openWith(narrow);
    Gate gate;
    auto blocker = begin(logic.io(), database->write(gate.work()));
    gate.waitUntilEntered();
    std::vector<std::future<Result<>>> pending;
    for (int i = 0; i < 6; ++i) {
        auto job = newJob();
        job.summary.number = i + 1;
        pending.push_back(begin(logic.io(), database->write(insertion(job))));
    }
    const auto refused = pending.back().get();
    gate.open();
    EXPECT_EQ(refused.error().id, kUnavailable);
    EXPECT_TRUE(blocker.get());
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(pending[i].get()) << i;
    EXPECT_FALSE(pending[4].get());
}

TEST_F(SqlDatabaseTest, ClosingCompletesWhatWaits) {
    Gate gate;
    auto blocker = begin(logic.io(), database->write(gate.work()));
    gate.waitUntilEntered();
    auto job = newJob();
    auto behind = begin(logic.io(), database->write(insertion(job)));
    logic.call([] {});  // the second work is queued now
    std::thread opener([&] { gate.open(); });
    open();
    opener.join();
    EXPECT_TRUE(blocker.get());
    EXPECT_TRUE(behind.get());
    EXPECT_TRUE(found(job.summary.id));
}

TEST_F(SqliteDatabaseTest, AFileThatIsNoDatabaseIsRefusedAndKept) {
    const auto path = folder.path() + "/notes.txt";
    writeFile(path, std::string(5000, 'n'));
    auto wrong = options();
    wrong.location = path;
    const auto opened = SqlDatabase::open(wrong, clock);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().id.name, "store-not-opened");
    EXPECT_EQ(readFile(path), std::string(5000, 'n'));
}

TEST_F(SqliteDatabaseTest, AcceptedWorkIsSyncedInWriteAheadMode) {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open((folder.path() + "/pilothouse.db").c_str(), &raw), SQLITE_OK);
    std::string mode;
    const auto keep = [](void* out, int, char** values, char**) {
        *static_cast<std::string*>(out) = values[0];
        return 0;
    };
    sqlite3_exec(raw, "PRAGMA journal_mode", keep, &mode, nullptr);
    sqlite3_close(raw);
    EXPECT_EQ(mode, "wal");
}

TEST_F(SqlDatabaseTest, TellsHowMuchItHoldsOfEachKind) {
    movedTo(stored(), JobState::Stopped);
    stored();
    const auto facts = logic.run(database->facts()).value();
    EXPECT_EQ(facts.schema, static_cast<int>(migrations().size()));
    EXPECT_EQ(facts.rows.at("users"), 1);
    EXPECT_EQ(facts.rows.at("job_origins"), 2);
    EXPECT_EQ(facts.jobs, (std::map<std::string, std::int64_t>{{"queued", 1}, {"stopped", 1}}));
}

}  // namespace

}  // namespace ph::test
