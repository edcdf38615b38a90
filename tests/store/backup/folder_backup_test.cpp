#include "store/backup/folder_backup.h"

#include "store/store_fixture.h"

#include <filesystem>
#include <future>

namespace ph::test {

namespace {

namespace fs = std::filesystem;

Result<> asItIs(const std::string&) {
    return {};
}

class SqliteBackupTest : public StoreTest {
protected:
    std::string file(const std::string& name, const std::string& text) {
        const auto path = folder.path() + "/" + name;
        fs::create_directories(fs::path(path).parent_path());
        writeFile(path, text);
        return path;
    }
    Result<Backup> make() { return logic.run(backups.make()); }
    std::string restoredTo() const { return elsewhere.path() + "/data"; }
    std::vector<JobSummary> jobs() {
        return seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 1'000'000); });
    }
    void openRestored(bool newEpoch) {
        auto given = options();
        given.location = restoredTo() + "/pilothouse.db";
        given.newEpoch = newEpoch;
        openWith(given);
    }

    TemporaryFolder elsewhere;
    FolderBackup backups{folder.path(), "1.2.3", clock};
};

TEST_F(SqliteBackupTest, ARestoredSiteHasWhatTheOneHadAtThatMoment) {
    const auto job = stored();
    file("blobs/ab/cdef", "blob");
    file("keys/secrets.key", "key");
    file("pilothouse.yaml", "site: Lab\n");
    file("runs/taaaaaaaaaaaaa/log", "line\n");
    const auto made = make();
    ASSERT_TRUE(made) << made.error().detail;
    EXPECT_EQ(made->jobs, 1);
    EXPECT_EQ(made->version, "1.2.3");
    stored();
    file("pilothouse.yaml", "site: Later\n");

    const auto restored = restoreBackup(made->folder, restoredTo(), asItIs);
    ASSERT_TRUE(restored) << restored.error().detail;
    EXPECT_EQ(readFile(restoredTo() + "/blobs/ab/cdef"), "blob");
    EXPECT_EQ(readFile(restoredTo() + "/keys/secrets.key"), "key");
    EXPECT_EQ(readFile(restoredTo() + "/pilothouse.yaml"), "site: Lab\n");
    EXPECT_EQ(readFile(restoredTo() + "/runs/taaaaaaaaaaaaa/log"), "line\n");
    openRestored(true);
    ASSERT_EQ(jobs().size(), 1u);
    EXPECT_EQ(jobs().front().id, job.summary.id);
}

TEST_F(SqliteBackupTest, ARestoredSiteBeginsANewEpochSoThatClientsBeginAnew) {
    stored();
    const auto made = make();
    ASSERT_TRUE(made);
    const auto before = database->head();
    ASSERT_TRUE(restoreBackup(made->folder, restoredTo(), asItIs));
    openRestored(true);
    EXPECT_GT(database->head().epoch, before.epoch);
}

TEST_F(SqliteBackupTest, ARestoredSiteTakesItsPlaceOnlyWithWhatCompletesIt) {
    stored();
    const auto made = make();
    ASSERT_TRUE(made);
    const auto fails = [&](const std::string& place) -> Result<> {
        EXPECT_TRUE(fs::exists(place + "/pilothouse.db"));
        EXPECT_FALSE(fs::exists(restoredTo()));
        return Error(kUnavailable, "no epoch");
    };
    const auto refused = restoreBackup(made->folder, restoredTo(), fails);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().detail, "no epoch");
    EXPECT_TRUE(fs::is_empty(elsewhere.path()));
    const auto marks = [](const std::string& place) -> Result<> {
        writeFile(place + "/mark", "new");
        return {};
    };
    ASSERT_TRUE(restoreBackup(made->folder, restoredTo(), marks));
    EXPECT_EQ(readFile(restoredTo() + "/mark"), "new");
}

TEST_F(SqliteBackupTest, WorkingDirectoriesSocketsAndUploadsStayBehind) {
    const std::string work = "runs/taaaaaaaaaaaaa/work";
    file(work + "/huge", "scratch");
    file("blobs/uploads/AbCdEf", "half");
    file("endpoint.json", "{}");
    file("sandbox/filter", "x");
    const auto made = make();
    ASSERT_TRUE(made);
    for (const auto& left : {work, std::string("blobs/uploads"), std::string("endpoint.json"), std::string("sandbox"),
                             std::string("backups")})
        EXPECT_FALSE(fs::exists(made->folder + "/" + left)) << left;
}

TEST_F(SqliteBackupTest, ABackupIsForItsOwnerAlone) {
    const auto made = make();
    ASSERT_TRUE(made);
    EXPECT_EQ(fs::status(made->folder).permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none);
}

TEST_F(SqliteBackupTest, UnderLoadItIsTheStateOfOneMoment) {
    write([](Transaction& tx) { return tx.audit().append(AuditRecord()); });
    stored();
    std::atomic<bool> going = true;
    auto load = std::async(std::launch::async, [&] {
        while (going) {
            const auto job = newJob();
            logic.run(database->write([job](Transaction& tx) -> Result<> {
                Job mine = job;
                const auto number = tx.jobs().nextNumber(mine.summary.org);
                if (!number) return number.error();
                mine.summary.number = *number;
                AuditRecord record;
                record.actor = "ada";
                if (auto done = tx.audit().append(record); !done) return done;
                return tx.jobs().insert(mine);
            }));
        }
    });
    std::vector<Backup> made;
    for (int i = 0; i < 3; ++i) {
        auto one = make();
        ASSERT_TRUE(one) << one.error().detail;
        made.push_back(*one);
    }
    going = false;
    load.get();
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto root = elsewhere.path() + "/data" + std::to_string(i);
        ASSERT_TRUE(restoreBackup(made[i].folder, root, asItIs));
        auto given = options();
        given.location = root + "/pilothouse.db";
        openWith(given);
        const auto all = jobs();
        EXPECT_EQ(static_cast<std::int64_t>(all.size()), made[i].jobs);
        EXPECT_EQ(events().size(), all.size());
        const auto chain = seen([](Transaction& tx) { return tx.audit().verify(0, ""); });
        EXPECT_EQ(chain.records, made[i].jobs);
        EXPECT_FALSE(chain.brokenAt);
        // Numbers and positions go up to the moment, without a gap.
        EXPECT_EQ(all.front().number, made[i].jobs);
        EXPECT_EQ(all.front().seq, made[i].seq);
    }
}

TEST_F(SqliteBackupTest, ADamagedBackupIsRefusedAndNothingIsMade) {
    const auto made = make();
    ASSERT_TRUE(made);
    fs::resize_file(made->folder + "/pilothouse.db", 4096);
    const auto restored = restoreBackup(made->folder, restoredTo(), asItIs);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().id, kBackupBroken);
    EXPECT_FALSE(fs::exists(restoredTo()));
    const auto absent = restoreBackup(folder.path() + "/nothing", restoredTo(), asItIs);
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().id, kBackupBroken);
}

TEST_F(SqliteBackupTest, AStoreThatIsNoFileIsBackedUpByItsOwnMeans) {
    TemporaryFolder other;
    FolderBackup none(other.path(), "1.2.3", clock);
    const auto made = logic.run(none.make());
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().id, kBackupElsewhere);
    EXPECT_TRUE(fs::is_empty(other.path()));
}

TEST_F(SqliteBackupTest, AFolderWithDataIsNotRestoredInto) {
    const auto made = make();
    ASSERT_TRUE(made);
    fs::create_directory(restoredTo());
    writeFile(restoredTo() + "/precious", "x");
    const auto restored = restoreBackup(made->folder, restoredTo(), asItIs);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().id, kRestoreIntoData);
    EXPECT_EQ(readFile(restoredTo() + "/precious"), "x");
}

TEST_F(SqliteBackupTest, ARestoreTakesPathsAsPeopleWriteThem) {
    const auto made = make();
    ASSERT_TRUE(made);
    const auto relative = fs::path(restoredTo()).lexically_relative(fs::current_path()).string();
    for (const auto& root : {relative, restoredTo() + "-2/", restoredTo() + "-3/../data-4"}) {
        const auto restored = restoreBackup(made->folder + "/", root, asItIs);
        ASSERT_TRUE(restored) << root << ": " << restored.error().detail;
        EXPECT_TRUE(fs::exists(fs::path(root).lexically_normal() / "pilothouse.db")) << root;
    }
}

TEST_F(SqliteBackupTest, WhatAKilledProcessBeganIsSweptAway) {
    file("backups/17.partial/pilothouse.db", "half");
    const FolderBackup next(folder.path(), "1.2.3", clock);
    EXPECT_TRUE(fs::is_empty(folder.path() + "/backups"));
}

}  // namespace

}  // namespace ph::test
