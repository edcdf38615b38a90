#pragma once

#include "scheduler/builders.h"
#include "scheduler/scheduler.h"
#include "scheduler/scripted_engine.h"
#include "store/blobs/folder_blob_store.h"
#include "store/sql_database.h"
#include "support/logic_thread.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace ph::test {

class NoMetrics final : public Metrics {
public:
    void count(const std::string&, const Labels&, double) override {}
    void gauge(const std::string&, const Labels&, double) override {}
    void observe(const std::string&, const Labels&, double) override {}
    std::string text() const override { return {}; }
};

/// The real clock, moved ahead by what the test says.
class ShiftedClock final : public Clock {
public:
    Timestamp now() const override { return m_real.now() + m_ahead.load(); }
    std::chrono::microseconds monotonic() const override { return m_real.monotonic() + m_ahead.load(); }
    void moveAhead(std::chrono::seconds by) { m_ahead = m_ahead.load() + by; }

private:
    SystemClock m_real;
    std::atomic<std::chrono::microseconds> m_ahead{std::chrono::microseconds(0)};
};

/// A scheduler over a real store and a scripted engine, which outlive it: reborn() is a restart of the controller.
class SchedulerSite : public testing::Test {
protected:
    void SetUp() override {
        SqlDatabase::Options options;
        options.location = m_folder.path() + "/pilothouse.db";
        auto database = SqlDatabase::open(std::move(options), m_clock);
        ASSERT_TRUE(database);
        m_database = std::move(*database);
        auto organisation = [](Transaction& tx) -> Result<> {
            const auto made = tx.accounts().insertOrganisation({idOf<OrgId>(1), "Default", {1}});
            if (!made) return made.error();
            return tx.accounts().insertUser(
                {{idOf<UserId>(1), idOf<OrgId>(1), "ada", "Ada", Role::User, false, {1}}, "hash"});
        };
        ASSERT_TRUE(m_logic.run(m_database->write(organisation)));
        reborn();
    }
    void TearDown() override { end(); }

    void end() {
        if (!m_scheduler) return;
        m_logic.run(m_scheduler->stop());
        m_logic.call([this] { m_scheduler.reset(); });
    }
    void reborn() {
        end();
        m_scheduler = m_logic.call([&] {
            return std::make_unique<Scheduler>(m_logic.executor(), *m_database, m_engines, m_blobs, LaunchSite{},
                                               m_metrics, m_clock, m_random);
        });
        ASSERT_TRUE(m_logic.run(m_scheduler->start()));
    }

    JobId submit(
        int number, std::function<void(Job&)> change = [](Job&) {}) {
        Job job = queuedJob(number);
        job.summary.org = idOf<OrgId>(1);
        job.summary.owner = idOf<UserId>(1);
        job.summary.ownerName = "ada";
        job.spec.timeLimit = {60};
        job.spec.retries = {};
        change(job);
        job.summary.resources = job.spec.resources;
        auto work = [job](Transaction& tx) -> Result<> {
            Job submitted = job;
            return tx.jobs().insert(submitted);
        };
        EXPECT_TRUE(m_logic.run(m_database->write(work)));
        m_scheduler->wake();
        return job.summary.id;
    }
    Job stored(JobId id) {
        Job job;
        auto work = [&job, id](Transaction& tx) -> Result<> {
            auto found = tx.jobs().find(OrgScope::everything(), id);
            if (found && *found) job = **found;
            return {};
        };
        EXPECT_TRUE(m_logic.run(m_database->read(work)));
        return job;
    }
    void requestStop(JobId id) {
        auto work = [id](Transaction& tx) -> Result<> {
            auto job = tx.jobs().find(OrgScope::everything(), id);
            (*job)->summary.state = JobState::Stopping;
            (*job)->summary.reason = {ReasonCode::StoppedBy, {{"user", "ada"}}};
            return tx.jobs().update(**job);
        };
        EXPECT_TRUE(m_logic.run(m_database->write(work)));
        m_scheduler->wake();
    }
    bool reaches(JobId id, JobState state) {
        return eventually([&] { return stored(id).summary.state == state; }, std::chrono::seconds(10));
    }
    TaskRunId launched(std::size_t count) {
        EXPECT_TRUE(eventually([&] { return m_logic.call([&] { return m_engine.launches.size() >= count; }); },
                               std::chrono::seconds(10)));
        return m_logic.call([&] { return m_engine.launches.at(count - 1).id; });
    }
    void seeEnded(TaskRunId id, ReasonCode code) {
        m_logic.call([&] { m_engine.seeEnded(id, {code, {}}); });
    }
    /// Runs read-only work on the store.
    template <class Value>
    Value look(std::function<Value(Transaction&)> work) {
        std::optional<Value> value;
        auto unit = [&](Transaction& tx) -> Result<> {
            value = work(tx);
            return {};
        };
        EXPECT_TRUE(m_logic.run(m_database->read(unit)));
        return std::move(*value);
    }
    std::size_t openAllocations() {
        std::size_t count = 0;
        auto work = [&count](Transaction& tx) -> Result<> {
            count = tx.taskRuns().openAllocations()->size();
            return {};
        };
        EXPECT_TRUE(m_logic.run(m_database->read(work)));
        return count;
    }

    TemporaryFolder m_folder;
    ShiftedClock m_clock;
    SystemRandom m_random;
    NoMetrics m_metrics;
    FolderBlobStore m_blobs{m_folder.path() + "/blobs", Bytes{0}};
    LogicThread m_logic;
    std::unique_ptr<SqlDatabase> m_database;
    ScriptedEngine m_engine{m_logic.executor()};
    std::vector<Engine*> m_engines{&m_engine};
    std::unique_ptr<Scheduler> m_scheduler;
};

}  // namespace ph::test
