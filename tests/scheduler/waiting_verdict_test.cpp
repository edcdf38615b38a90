#include "scheduler/waiting_verdict.h"

#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

using namespace std::chrono_literals;

/// One or more nodes, jobs that wait, and what was promised to them.
class WaitingVerdict : public testing::Test {
protected:
    Job& wait(int number, std::int64_t cpuCores, int user = 1, int priority = 0) {
        Job job = queuedJob(number, priority);
        job.summary.owner = idOf<UserId>(user);
        job.summary.org = idOf<OrgId>(1);
        job.summary.resources = resources(cpuCores, 1);
        m_lines[job.summary.owner].push_back(job.summary.id);
        return m_jobs[job.summary.id] = job;
    }
    void promise(const Job& job, int onNode, std::chrono::microseconds at) {
        m_outlook.promised.push_back({job.summary.id, idOf<NodeId>(onNode), at});
    }
    WaitingScene scene() {
        m_outlook.lines = std::make_shared<std::map<UserId, std::vector<JobId>>>(m_lines);
        return {m_nodes, m_outlook, 100s,
                [this](JobId id) -> const Job* {
                    const auto job = m_jobs.find(id);
                    return job == m_jobs.end() ? nullptr : &job->second;
                },
                [](NodeId id) { return id == idOf<NodeId>(1) ? "one" : "two"; }};
    }
    Reason reasonOf(const Job& job) {
        const auto verdict = explainWaiting(job, scene());
        return verdict ? verdict->reason : Reason();
    }
    void fill(std::size_t index, std::int64_t freeCores) { m_nodes[index].free.cpu = cores(freeCores); }

    std::vector<NodeFree> m_nodes{node(1, 4, 16)};
    Outlook m_outlook;
    std::map<JobId, Job> m_jobs;
    std::map<UserId, std::vector<JobId>> m_lines;
};

}  // namespace

TEST_F(WaitingVerdict, IsNoneForWhatHasRoomAndNobodyInItsWay) {
    EXPECT_FALSE(explainWaiting(wait(1, 2), scene())) << "it was not looked at yet";
}

TEST_F(WaitingVerdict, TellsWhatIsMissingAndWhatIsPromisedInHowLong) {
    fill(0, 1);
    const Job& job = wait(1, 2);
    EXPECT_EQ(reasonOf(job).code, ReasonCode::NotEnoughFree);
    EXPECT_FALSE(reasonOf(job).arguments.contains("promised"));
    promise(job, 1, 3700s + 1us);
    EXPECT_EQ(reasonOf(job).arguments.at("promised"), "one");
    EXPECT_EQ(reasonOf(job).arguments.at("within"), "3601") << "rounded up";
    m_outlook.promised[0].at = 40s;
    EXPECT_EQ(reasonOf(job).arguments.at("within"), "0") << "never negative";
}

TEST_F(WaitingVerdict, CountsOnesOwnJobsAheadAndOthersThatArePromisedTheRoom) {
    fill(0, 0);
    const Job& first = wait(1, 4);
    wait(2, 1);
    const Job& third = wait(3, 1);
    promise(first, 1, 200s);
    EXPECT_EQ(reasonOf(third).code, ReasonCode::BehindInQueue);
    EXPECT_EQ(reasonOf(third).arguments.at("ahead"), "2");
    EXPECT_EQ(reasonOf(third).arguments.at("job"), "#1");
    const Job& foreign = wait(4, 1, 2);
    EXPECT_EQ(reasonOf(foreign).arguments.at("ahead"), "1");
    EXPECT_FALSE(reasonOf(foreign).arguments.contains("job"));
}

TEST_F(WaitingVerdict, SaysThatRoomIsKeptForOthersThoughItIsFree) {
    fill(0, 1);
    promise(wait(1, 4), 1, 200s);
    const Job& small = wait(2, 1, 2);
    EXPECT_EQ(reasonOf(small).code, ReasonCode::BehindInQueue);
    EXPECT_FALSE(reasonOf(small).arguments.contains("job")) << "whose it is, is not for everybody";
}

TEST_F(WaitingVerdict, BlamesNoPromiseOnANodeThatTheJobCouldNotUse) {
    m_nodes.push_back(node(2, 64, 64));
    fill(0, 0);
    fill(1, 0);
    promise(wait(1, 4), 1, 200s);
    const Job& large = wait(2, 32, 2);
    EXPECT_EQ(reasonOf(large).code, ReasonCode::NotEnoughFree);
}

TEST_F(WaitingVerdict, SaysFirstThatNothingCouldEverRunIt) {
    const Job& huge = wait(1, 400);
    promise(wait(2, 4), 1, 200s);
    EXPECT_EQ(reasonOf(huge).code, ReasonCode::NeverFits);
    m_nodes[0].ready = false;
    EXPECT_EQ(reasonOf(huge).code, ReasonCode::NoNodeReady);
}

TEST_F(WaitingVerdict, NamesTheLimitOfTheQueueWithWhatIsUsedAndAskedThoughThereIsRoom) {
    auto& use = m_outlook.limited[idOf<OrgId>(1)];
    use = {{cores(4), gibibytes(2), 1}, {cores(3), gibibytes(1), 1}};
    EXPECT_FALSE(explainWaiting(wait(1, 1), scene())) << "just as much as may be";
    const auto reason = reasonOf(wait(2, 2));
    EXPECT_EQ(reason.code, ReasonCode::QueueLimit);
    EXPECT_EQ(reason.arguments, (std::map<std::string, std::string>{
                                    {"resource", "cpu"}, {"asked", "2000"}, {"used", "3000"}, {"limit", "4000"}}));
    const ProposedJob proposed{idOf<OrgId>(1), idOf<UserId>(2), 0, {}, resources(2, 1)};
    EXPECT_EQ(explainNew(proposed, scene()).reason, reason) << "before it is submitted as well";
    use.used.memory = gibibytes(2);
    EXPECT_EQ(reasonOf(wait(3, 1)).arguments.at("resource"), "memory");
    use.limit.memory.reset();
    EXPECT_FALSE(explainWaiting(wait(4, 1), scene())) << "who asks for no card is not held back by cards";
    m_nodes[0] = node(1, 4, 16, cards("T4", 2));
    wait(5, 1).summary.resources.accelerators = {{"any", 1}};
    EXPECT_EQ(reasonOf(m_jobs.at(idOf<JobId>(5))).arguments.at("resource"), "accelerators");
}

TEST_F(WaitingVerdict, ForgetsPromisesToJobsThatWaitNoLonger) {
    fill(0, 1);
    promise(wait(1, 4), 1, 200s);
    m_jobs.erase(idOf<JobId>(1));
    EXPECT_FALSE(explainWaiting(wait(2, 1, 2), scene()));
}

TEST_F(WaitingVerdict, OfANewJobLooksForRoomBesideThePromises) {
    m_nodes.push_back(node(2, 4, 16));
    fill(0, 1);
    promise(wait(1, 4), 1, 200s);
    const auto code = [&](std::int64_t cpuCores, int priority) {
        return explainNew({idOf<OrgId>(1), idOf<UserId>(1), priority, {}, resources(cpuCores, 1)}, scene()).reason.code;
    };
    EXPECT_EQ(code(1, 0), ReasonCode::None) << "on the other node";
    fill(1, 0);
    EXPECT_EQ(code(1, 0), ReasonCode::BehindInQueue);
    EXPECT_EQ(code(1, 5), ReasonCode::None) << "it comes before the promise";
    EXPECT_EQ(code(2, 5), ReasonCode::NotEnoughFree);
}

}  // namespace ph::test
