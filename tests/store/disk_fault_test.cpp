#include "store/faulty_disk.h"
#include "store/store_fixture.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sqlite3.h>

namespace ph::test {

namespace {

namespace fs = std::filesystem;

/// A store on a disk that fails: what was acknowledged is there afterwards, and the rest hangs together.
class SqliteDiskFaultTest : public StoreTest {
protected:
    void SetUp() override {
        StoreTest::SetUp();
        database.reset();
        m_pristine = folder.path() + "/pristine";
        copyStore(folder.path(), m_pristine);
    }
    void TearDown() override { database.reset(); }

    static void copyStore(const std::string& from, const std::string& to) {
        fs::create_directories(to);
        for (const char* file : {"/pilothouse.db", "/pilothouse.db-wal"}) {
            fs::remove(to + file);
            if (fs::exists(from + file)) fs::copy_file(from + file, to + file);
        }
        fs::remove(to + "/pilothouse.db-shm");
    }
    void startAfresh() {
        database.reset();
        copyStore(m_pristine, folder.path());
        m_acknowledged.clear();
    }

    /// A submission as the service makes it; remembered if it was acknowledged.
    Result<> submit() {
        auto job = newJob();
        const auto done = tryWrite([job](Transaction& tx) -> Result<> {
            auto mine = job;
            const auto number = tx.jobs().nextNumber(mine.summary.org);
            if (!number) return number.error();
            mine.summary.number = *number;
            if (auto inserted = tx.jobs().insert(mine); !inserted) return inserted;
            AuditRecord record;
            record.actor = "ada";
            record.action = "job.submit";
            record.object = mine.summary.id.str();
            if (auto recorded = tx.audit().append(record); !recorded) return recorded;
            return tx.idempotency().remember(mine.summary.owner, mine.summary.id.str(), {"hash", "answer"},
                                             mine.summary.queuedAt);
        });
        if (done) m_acknowledged.push_back(job.summary.id);
        return done;
    }

    /// Opens what lies in `where` and looks whether it is whole.
    void expectWhole(const std::string& where, std::size_t acknowledged) {
        auto given = options();
        given.location = where + "/pilothouse.db";
        database.reset();
        ASSERT_NO_FATAL_FAILURE(openWith(given));
        std::set<JobId> ids;
        std::set<std::int64_t> numbers;
        const auto all = seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 1'000'000); });
        for (const auto& job : all) {
            ids.insert(job.id);
            numbers.insert(job.number);
        }
        for (std::size_t i = 0; i < acknowledged; ++i)
            EXPECT_TRUE(ids.contains(m_acknowledged[i])) << "acknowledged job " << i << " of " << acknowledged;
        EXPECT_EQ(numbers.size(), all.size());
        EXPECT_EQ(events().size(), all.size());
        const auto chain = seen([](Transaction& tx) { return tx.audit().verify(0, ""); });
        EXPECT_EQ(chain.records, static_cast<std::int64_t>(all.size()));
        EXPECT_FALSE(chain.brokenAt);
        database.reset();
        EXPECT_EQ(integrityOf(given.location), "ok");
    }
    static std::string integrityOf(const std::string& path) {
        sqlite3* store = nullptr;
        sqlite3_open(path.c_str(), &store);
        sqlite3_stmt* query = nullptr;
        sqlite3_prepare_v2(store, "PRAGMA integrity_check", -1, &query, nullptr);
        const bool row = sqlite3_step(query) == SQLITE_ROW;
        const std::string text = row ? reinterpret_cast<const char*>(sqlite3_column_text(query, 0)) : "no answer";
        sqlite3_finalize(query);
        sqlite3_close(store);
        return text;
    }

    /// Three submissions with a copy of the log into the file between them, while the nth call of the disk fails; true
    /// while there was an nth call.
    bool failsWell(long nth, int code, FaultyDisk::Lasting lasting, ErrorId expected) {
        SCOPED_TRACE("call " + std::to_string(nth));
        startAfresh();
        open();
        disk.failAt(nth, code, lasting);
        for (int i = 0; i < 3; ++i) {
            const auto done = submit();
            if (!done) {
                EXPECT_EQ(done.error().id, expected) << done.error().detail;
                EXPECT_TRUE(done.error().retryable());
            }
            if (i == 1) checkpoint();
        }
        const bool struck = disk.struck();
        disk.heal();
        EXPECT_TRUE(submit()) << "after the disk was well again";
        database.reset();
        expectWhole(folder.path(), m_acknowledged.size());
        return struck && !HasFailure();
    }
    void checkpoint() const {
        sqlite3* store = nullptr;
        sqlite3_open((folder.path() + "/pilothouse.db").c_str(), &store);
        // A connection that has read nothing yet would copy nothing.
        sqlite3_exec(store, "SELECT count(*) FROM jobs; PRAGMA wal_checkpoint(PASSIVE)", nullptr, nullptr, nullptr);
        sqlite3_close(store);
    }

    FaultyDisk disk;
    std::string m_pristine;
    std::vector<JobId> m_acknowledged;
};

TEST_F(SqliteDiskFaultTest, AnyCallThatFailsOnceCostsOnlyWhatWasNotAcknowledged) {
    long nth = 1;
    while (failsWell(nth, SQLITE_IOERR_WRITE, FaultyDisk::Lasting::Once, kUnavailable)) ++nth;
    EXPECT_GT(nth, 50);
}

TEST_F(SqliteDiskFaultTest, ADiskThatFailsFromAnyCallOnIsToldAsUnavailableAndRecovers) {
    long nth = 1;
    while (failsWell(nth, SQLITE_IOERR_FSYNC, FaultyDisk::Lasting::UntilHealed, kUnavailable)) ++nth;
    EXPECT_GT(nth, 50);
}

TEST_F(SqliteDiskFaultTest, ADiskThatIsFullFromAnyCallOnIsToldAsNoSpaceAndRecovers) {
    long nth = 1;
    while (failsWell(nth, SQLITE_FULL, FaultyDisk::Lasting::UntilHealed, kNoSpace)) ++nth;
    EXPECT_GT(nth, 50);
}

TEST_F(SqliteDiskFaultTest, AFailureWhileTheStoreIsMadeLeavesOneThatOpensLater) {
    long nth = 1;
    for (bool struck = true; struck; nth += 3) {
        SCOPED_TRACE("call " + std::to_string(nth));
        const std::string fresh = folder.path() + "/fresh";
        fs::remove_all(fresh);
        fs::create_directory(fresh);
        auto given = options();
        given.location = fresh + "/pilothouse.db";
        disk.failAt(nth, SQLITE_IOERR_WRITE, FaultyDisk::Lasting::UntilHealed);
        const bool opened = SqlDatabase::open(given, clock).has_value();
        struck = disk.struck();
        EXPECT_TRUE(opened || struck);
        disk.heal();
        const auto again = SqlDatabase::open(given, clock);
        ASSERT_TRUE(again) << again.error().detail;
        ASSERT_LT(nth, 5000);
    }
    EXPECT_GT(nth, 20);
}

TEST_F(SqliteDiskFaultTest, PowerThatFailsAtAnySyncLosesNothingAcknowledged) {
    open();
    struct Moment {
        std::string folder;
        std::size_t acknowledged;
        FaultyDisk::Write newest;
    };
    std::vector<Moment> moments;
    disk.beforeSync([&](const FaultyDisk::Write& newest) {
        moments.push_back({folder.path() + "/moment" + std::to_string(moments.size()), m_acknowledged.size(), newest});
        copyStore(folder.path(), moments.back().folder);
    });
    for (int i = 0; i < 6; ++i) {
        ASSERT_TRUE(submit());
        if (i == 2) checkpoint();
    }
    disk.beforeSync(nullptr);
    database.reset();
    ASSERT_GE(moments.size(), 8u);
    for (const auto& moment : moments) {
        SCOPED_TRACE(moment.folder);
        // The newest write was not yet synced: it may be there, half there, or gone.
        const auto torn = moment.folder + "-torn", gone = moment.folder + "-gone";
        for (const auto& copy : {torn, gone}) copyStore(moment.folder, copy);
        const auto name = "/" + fs::path(moment.newest.path).filename().string();
        if (!moment.newest.path.empty() && name.ends_with("-wal")) {
            std::fstream file(torn + name, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(moment.newest.offset + moment.newest.size / 2);
            file << std::string(static_cast<std::size_t>(moment.newest.size - moment.newest.size / 2), '\x5a');
            file.close();
            fs::resize_file(gone + name, static_cast<std::uintmax_t>(moment.newest.offset));
        }
        for (const auto& copy : {moment.folder, torn, gone}) expectWhole(copy, moment.acknowledged);
    }
}

TEST_F(SqliteDiskFaultTest, AWriteWaitsForAnotherProcessThatHoldsTheFile) {
    open();
    sqlite3* other = nullptr;
    sqlite3_open((folder.path() + "/pilothouse.db").c_str(), &other);
    ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    auto waiting = std::async(std::launch::async, [this] { return submit(); });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
    ASSERT_EQ(sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
    EXPECT_TRUE(waiting.get());
    database.reset();
    expectWhole(folder.path(), 1);
}

}  // namespace

}  // namespace ph::test
