#include "scheduler/dependencies.h"

#include "scheduler/scheduler_site.h"

#include <gmock/gmock.h>

#include <memory>

namespace ph::test {

namespace {

/// Looks at one queue the way the loop does, over the site's store.
class DependenciesOf : public SchedulerSite {
protected:
    void SetUp() override {
        SchedulerSite::SetUp();
        end();
        m_dependencies = std::make_unique<Dependencies>(*m_database);
    }

    /// A job that exists in the store in that state.
    JobId storedJob(int number, JobState state) {
        Job job = queuedJob(number);
        job.summary.org = idOf<OrgId>(1);
        job.summary.owner = idOf<UserId>(1);
        auto work = [job, state](Transaction& tx) -> Result<> {
            Job mine = job;
            if (const auto done = tx.jobs().insert(mine); !done) return done.error();
            if (state == JobState::Queued) return {};
            mine.summary.state = state == JobState::Succeeded ? JobState::Starting : state;
            if (const auto done = tx.jobs().update(mine); !done) return done.error();
            if (state != JobState::Succeeded) return {};
            mine.summary.state = JobState::Succeeded;
            return tx.jobs().update(mine);
        };
        EXPECT_TRUE(m_logic.run(m_database->write(work)));
        return job.summary.id;
    }
    void waits(int number, std::vector<std::string> after) {
        Job job = queuedJob(number);
        job.spec.after = std::move(after);
        m_queue.put(std::move(job));
    }
    std::vector<BrokenDependency> settle() {
        m_logic.run(m_dependencies->lookUp(m_dependencies->unknown(m_queue)));
        return m_dependencies->settle(m_queue, m_held);
    }

    JobQueue m_queue;
    std::set<JobId> m_held;
    std::unique_ptr<Dependencies> m_dependencies;
};

}  // namespace

TEST_F(DependenciesOf, LetAJobGoWhoseDependenciesSucceeded) {
    const JobId done = storedJob(1, JobState::Succeeded);
    waits(2, {done.str()});
    EXPECT_TRUE(settle().empty());
    EXPECT_TRUE(m_held.empty());
}

TEST_F(DependenciesOf, HoldAJobWhileOneOfThemIsUnfinished) {
    const JobId done = storedJob(1, JobState::Succeeded);
    m_queue.put(queuedJob(5));
    waits(2, {done.str(), idOf<JobId>(5).str()});
    EXPECT_TRUE(settle().empty());
    EXPECT_THAT(m_held, testing::ElementsAre(idOf<JobId>(2)));
}

TEST_F(DependenciesOf, FailAJobWhoseDependencyFailedOrWasStopped) {
    const JobId failed = storedJob(1, JobState::Failed);
    const JobId stopped = storedJob(2, JobState::Stopped);
    waits(3, {failed.str()});
    waits(4, {stopped.str()});
    std::map<JobId, std::string> broken;
    for (const auto& one : settle()) broken[one.job] = one.on;
    EXPECT_EQ(broken, (std::map<JobId, std::string>{{idOf<JobId>(3), failed.str()}, {idOf<JobId>(4), stopped.str()}}));
}

TEST_F(DependenciesOf, FailAJobWhoseDependencyWasDeleted) {
    waits(2, {idOf<JobId>(99).str()});
    const auto broken = settle();
    ASSERT_EQ(broken.size(), 1u);
    EXPECT_EQ(broken[0].on, idOf<JobId>(99).str());
}

TEST_F(DependenciesOf, AreLookedUpOnceWhileSomebodyWaits) {
    const JobId done = storedJob(1, JobState::Succeeded);
    waits(2, {done.str()});
    settle();
    EXPECT_TRUE(m_dependencies->unknown(m_queue).empty());
    m_queue.drop(idOf<JobId>(2));
    settle();
    waits(3, {done.str()});
    EXPECT_THAT(m_dependencies->unknown(m_queue), testing::ElementsAre(done)) << "forgotten once nobody waited";
}

TEST_F(DependenciesOf, TouchNoJobThatIsQueuedNoLonger) {
    const JobId running = storedJob(1, JobState::Starting);
    auto work = [running](Transaction& tx) -> Result<> {
        const auto failed = failBroken(tx, {running, "j"}, {5});
        if (!failed) return failed.error();
        EXPECT_FALSE(*failed);
        return {};
    };
    ASSERT_TRUE(m_logic.run(m_database->write(work)));
    EXPECT_EQ(stored(running).summary.state, JobState::Starting);
}

}  // namespace ph::test
