#pragma once

#include "store/sql/sql_connection.h"
#include "store/sql_database.h"
#include "store/store_place.h"
#include "support/logic_thread.h"
#include "support/manual_clock.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <string>

namespace ph::test {

/// A real database in a place of its own, with an organisation and a user in it.
class StoreTest : public testing::Test {
protected:
    void SetUp() override {
        open();
        write([this](Transaction& tx) -> Result<> {
            if (auto made = tx.accounts().insertOrganisation({org, "Default", clock.now()}); !made) return made;
            return tx.accounts().insertUser({{user, org, "ada", "Ada", Role::User, false, clock.now()}, "hash"});
        });
    }

    SqlDatabase::Options options() const {
        SqlDatabase::Options options;
        options.location = location;
        options.secretKey.fill(7);
        return options;
    }
    void open() { openWith(options()); }
    void openWith(SqlDatabase::Options given) {
        database.reset();
        auto opened = SqlDatabase::open(std::move(given), clock);
        ASSERT_TRUE(opened) << opened.error().detail;
        database = std::move(*opened);
    }

    Result<> tryWrite(Database::Work work) { return logic.run(database->write(std::move(work))); }
    void write(Database::Work work) {
        const auto done = tryWrite(std::move(work));
        ASSERT_TRUE(done) << done.error().id.name << ": " << done.error().detail;
    }
    /// A connection of the test's own, beside the database's.
    std::unique_ptr<SqlConnection> connect(SqlConnection::Mode mode = SqlConnection::Mode::Writer) const {
        auto connection = SqlConnection::open({location, mode, {}});
        EXPECT_TRUE(connection) << connection.error().detail;
        return connection ? std::move(*connection) : nullptr;
    }
    /// The value of a work that must succeed.
    template <class Work>
    auto written(Work work) {
        auto value = logic.run(writeFor(*database, work));
        EXPECT_TRUE(value) << value.error().id.name << ": " << value.error().detail;
        return value ? *value : std::decay_t<decltype(*value)>{};
    }
    template <class Work>
    auto seen(Work work) {
        auto value = logic.run(readFor(*database, work));
        EXPECT_TRUE(value) << value.error().id.name << ": " << value.error().detail;
        return value ? *value : std::decay_t<decltype(*value)>{};
    }

    Job newJob(OrgId of, UserId owner) {
        Job job;
        job.spec.command = {"sleep", "1"};
        job.spec.name = "nap";
        auto& s = job.summary;
        s.id = JobId::random(random);
        s.org = of;
        s.owner = owner;
        s.ownerName = "ada";
        s.name = "nap";
        s.reason.code = ReasonCode::Submitted;
        s.timeLimit = {60};
        s.queuedAt = clock.now();
        return job;
    }
    Job newJob() { return newJob(org, user); }
    /// The job as it was stored, with its number.
    Job stored(const Job& toStore) {
        return written([&](Transaction& tx) -> Result<Job> {
            Job job = toStore;
            const auto number = tx.jobs().nextNumber(job.summary.org);
            if (!number) return number.error();
            job.summary.number = *number;
            if (auto done = tx.jobs().insert(job); !done) return done.error();
            return job;
        });
    }
    Job stored() { return stored(newJob()); }
    Job updated(const Job& changed) {
        return written([&](Transaction& tx) -> Result<Job> {
            Job job = changed;
            if (auto done = tx.jobs().update(job); !done) return done.error();
            return job;
        });
    }
    Job movedTo(Job job, JobState state) {
        job.summary.state = state;
        return updated(job);
    }
    std::optional<Job> found(JobId id, OrgScope scope = OrgScope::everything()) {
        return seen([&](Transaction& tx) { return tx.jobs().find(scope, id); });
    }
    AuditRecord recordOf(const std::string& action) const {
        AuditRecord record;
        record.at = clock.now();
        record.org = org;
        record.actor = "ada";
        record.action = action;
        return record;
    }
    std::vector<Event> events(std::int64_t after = 0) {
        return seen([&](Transaction& tx) { return tx.events().read(after, 100'000); });
    }

    TemporaryFolder folder;
    std::string location = storeLocation(folder, "pilothouse.db");
    ManualClock clock;
    SeededRandom random;
    OrgId org = OrgId::random(random);
    UserId user = UserId::random(random);
    LogicThread logic;
    std::unique_ptr<SqlDatabase> database;
};

}  // namespace ph::test
