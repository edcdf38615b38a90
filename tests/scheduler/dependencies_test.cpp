#include "scheduler/dependencies.h"

#include "scheduler/scheduler_site.h"

#include <gmock/gmock.h>

#include <algorithm>
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
        auto settled = m_dependencies->settle(m_queue);
        m_judged = settled.judged;
        return std::move(settled.broken);
    }
    std::set<JobId> held() const {
        std::set<JobId> ids;
        for (const auto& [id, job] : m_queue.jobs())
            if (m_queue.isHeld(id)) ids.insert(id);
        return ids;
    }

    JobQueue m_queue;
    std::size_t m_judged = 0;
    std::unique_ptr<Dependencies> m_dependencies;
};

}  // namespace

TEST_F(DependenciesOf, LetAJobGoWhoseDependenciesSucceeded) {
    const JobId done = storedJob(1, JobState::Succeeded);
    waits(2, {done.str()});
    EXPECT_TRUE(settle().empty());
    EXPECT_TRUE(held().empty());
}

TEST_F(DependenciesOf, HoldAJobWhileOneOfThemIsUnfinished) {
    const JobId done = storedJob(1, JobState::Succeeded);
    m_queue.put(queuedJob(5));
    waits(2, {done.str(), idOf<JobId>(5).str()});
    EXPECT_TRUE(settle().empty());
    EXPECT_THAT(held(), testing::ElementsAre(idOf<JobId>(2)));
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

TEST_F(DependenciesOf, JudgeOnlyThoseWhomAChangeConcerns) {
    m_queue.put(queuedJob(1));
    const JobId two = storedJob(2, JobState::Starting);
    m_queue.put(queuedJob(2));
    for (int i = 10; i < 1010; ++i) waits(i, {idOf<JobId>(1).str()});
    waits(5, {two.str()});
    settle();
    EXPECT_EQ(m_judged, 1001u);
    EXPECT_EQ(held().size(), 1001u);
    auto running = queuedJob(1);
    running.summary.state = JobState::Running;
    m_queue.put(running);
    m_queue.put(queuedJob(7));
    settle();
    EXPECT_EQ(m_judged, 0u) << "nobody waits for something else because of it";
    auto work = [two](Transaction& tx) -> Result<> {
        auto job = *tx.jobs().find(OrgScope::everything(), two);
        job->summary.state = JobState::Succeeded;
        return tx.jobs().update(*job);
    };
    ASSERT_TRUE(m_logic.run(m_database->write(work)));
    m_queue.drop(two);
    settle();
    EXPECT_EQ(m_judged, 1u);
    EXPECT_FALSE(m_queue.isHeld(idOf<JobId>(5)));
}

TEST_F(DependenciesOf, AreToldAgainWhileABrokenOneIsStillQueued) {
    const JobId failed = storedJob(1, JobState::Failed);
    waits(3, {failed.str()});
    EXPECT_EQ(settle().size(), 1u);
    EXPECT_EQ(settle().size(), 1u) << "its failure may not have been written";
    m_queue.drop(idOf<JobId>(3));
    EXPECT_TRUE(settle().empty());
}

namespace {

/// A site with a history: what is stored, what is queued, and who must be held by looking at everybody.
class HistoryOfDependencies : public DependenciesOf {
protected:
    void act() {
        switch (next(5)) {
            case 0:
            case 1:
                return submit();
            case 2:
                return move(JobState::Starting);
            case 3:
                return move(next(3) == 0 ? JobState::Failed : JobState::Succeeded);
            default:
                return remove();
        }
    }
    void expectWhatLookingAtEverybodyGives(int step) {
        std::set<JobId> held;
        std::set<JobId> broken;
        for (const auto& [id, job] : m_queue.jobs()) {
            if (job.summary.state != JobState::Queued) continue;
            for (const auto& text : job.spec.after) {
                const JobId on = *JobId::parse(text);
                const auto known = m_states.find(on);
                if (m_queue.find(on))
                    held.insert(id);
                else if (known == m_states.end() || known->second != JobState::Succeeded)
                    broken.insert(id);
            }
        }
        std::set<JobId> told;
        for (const auto& one : settle()) told.insert(one.job);
        EXPECT_EQ(told, broken) << "step " << step;
        held.merge(broken);
        EXPECT_EQ(this->held(), held) << "step " << step;
    }
    int m_number = 0;

private:
    std::uint64_t next(std::uint64_t below) {
        m_seed = m_seed * 6364136223846793005ULL + 1442695040888963407ULL;
        return (m_seed >> 33) % below;
    }
    void submit() {
        Job job = queuedJob(++m_number);
        job.summary.org = idOf<OrgId>(1);
        job.summary.owner = idOf<UserId>(1);
        for (auto count = m_number < 5 ? 0 : next(3); count > 0; --count)
            job.spec.after.push_back(idOf<JobId>(1 + static_cast<int>(next(m_number - 1))).str());
        auto work = [&job](Transaction& tx) { return tx.jobs().insert(job); };
        ASSERT_TRUE(m_logic.run(m_database->write(work)));
        m_states[job.summary.id] = JobState::Queued;
        m_queue.put(job);
    }
    void move(JobState to) {
        const JobId id = idOf<JobId>(1 + static_cast<int>(next(m_number + 1)));
        auto work = [id, to](Transaction& tx) -> Result<std::optional<Job>> {
            auto job = tx.jobs().find(OrgScope::everything(), id);
            if (!job || !*job || !mayBecome((*job)->summary.state, to)) return std::optional<Job>();
            (*job)->summary.state = to;
            if (const auto done = tx.jobs().update(**job); !done) return done.error();
            return job;
        };
        auto moved = m_logic.run(writeFor(*m_database, work));
        ASSERT_TRUE(moved);
        if (!*moved) return;
        m_states[id] = to;
        m_queue.put(std::move(**moved));
    }
    bool isWaitedFor(JobId id) const {
        return std::ranges::any_of(m_queue.jobs(), [&](const auto& entry) {
            const auto& after = entry.second.spec.after;
            return entry.second.summary.state == JobState::Queued && std::ranges::count(after, id.str()) > 0;
        });
    }
    void remove() {
        const JobId id = idOf<JobId>(1 + static_cast<int>(next(m_number + 1)));
        const auto known = m_states.find(id);
        // Who was told that it succeeded goes on believing that when it is deleted.
        if (known == m_states.end() || !isFinal(known->second) || isWaitedFor(id)) return;
        auto work = [id](Transaction& tx) -> Result<> {
            auto job = tx.jobs().find(OrgScope::everything(), id);
            return tx.jobs().remove(**job);
        };
        ASSERT_TRUE(m_logic.run(m_database->write(work)));
        m_states.erase(known);
    }

    std::uint64_t m_seed = 7;
    std::map<JobId, JobState> m_states;
};

}  // namespace

TEST_F(HistoryOfDependencies, HoldsThoseWhomLookingAtEverybodyWouldHold) {
    for (int step = 0; step < 1500 && !HasFailure(); ++step) {
        act();
        if (step % 3 == 0) expectWhatLookingAtEverybodyGives(step);
    }
    EXPECT_GT(m_number, 400);
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
