#include "service/site.h"

namespace ph::test {
namespace {

class QueueTest : public ::testing::Test {
protected:
    QueueTest() {
        site.nodeView.node.capacity.cpu = cores(8);
        site.nodeView.node.capacity.memory = gibibytes(32);
        limited.weight = 3;
        limited.limit.cpu = cores(4);
    }
    std::string set(const std::string& by, OrgId org, const QueueSettings& settings) {
        const auto done = site.run(site.queues->set(site[by], org, settings));
        if (!done && !done.error().faults.empty()) return faultsOf(done.error()).front();
        return outcome(done);
    }
    void hold(OrgId org, std::int64_t cpuCores, std::vector<std::string> cards, bool ended) {
        auto work = [=, this](Transaction& tx) -> Result<> {
            Allocation held;
            held.taskRun = TaskRunId::random(site.random);
            held.job = JobId::random(site.random);
            held.org = org;
            held.owner = site["uma"].user;
            held.node = site.nodeView.node.id;
            held.cpu = cores(cpuCores);
            held.memory = gibibytes(1);
            held.accelerators = cards;
            if (const auto done = tx.taskRuns().openAllocation(held); !done || !ended) return done;
            return tx.taskRuns().closeAllocation(held.taskRun, {1}, ReasonCode::Completed);
        };
        ASSERT_TRUE(site.run(site.database->write(work)));
    }
    /// The one that a person sees first.
    Queue own(const std::string& name) { return site.run(site.queues->list(site[name]))->at(0); }

    Site site;
    QueueSettings limited;
};

TEST_F(QueueTest, IsSetBySuperAdministratorsOnly) {
    EXPECT_EQ(set("root", site.red, limited), "ok");
    EXPECT_EQ(set("root", site.blue, limited), "ok");
    EXPECT_EQ(set("ada", site.red, limited), "not-allowed");
    EXPECT_EQ(set("uma", site.red, limited), "not-allowed");
    EXPECT_EQ(set("ada", site.blue, limited), "queue-not-found");
}

TEST_F(QueueTest, IsReadByItsOrganisation) {
    ASSERT_EQ(set("root", site.red, limited), "ok");
    EXPECT_EQ(site.run(site.queues->list(site["root"]))->size(), 2u);
    for (const auto* name : {"ada", "uma"}) {
        ASSERT_EQ(site.run(site.queues->list(site[name]))->size(), 1u) << name;
        EXPECT_EQ(own(name).org, site.red);
        EXPECT_EQ(own(name).settings, limited);
    }
    EXPECT_EQ(own("bob").org, site.blue);
    EXPECT_EQ(own("bob").settings, QueueSettings()) << "never set";
}

TEST_F(QueueTest, IsRecordedAndFollowedAtOnce) {
    const int wakes = site.control.wakes;
    ASSERT_EQ(set("root", site.red, limited), "ok");
    EXPECT_GT(site.control.wakes, wakes);
    const auto record = site.lastRecord();
    EXPECT_EQ(record.action, "queue.set");
    EXPECT_EQ(record.org, site.red);
    EXPECT_EQ(record.object, site.red.str());
    EXPECT_NE(record.before, record.after);
}

TEST_F(QueueTest, HoldsTheSumOfItsLiveAllocations) {
    hold(site.red, 2, {"T4-0"}, false);
    hold(site.red, 1, {"T4-1", "T4-2"}, false);
    hold(site.red, 4, {"T4-3"}, true);
    hold(site.blue, 1, {}, false);
    EXPECT_EQ(own("uma").held, (QueueAmounts{cores(3), gibibytes(2), 3}));
    EXPECT_EQ(own("bob").held, (QueueAmounts{cores(1), gibibytes(1), 0}));
}

TEST_F(QueueTest, MayBeGivenMoreThanTheSiteHasAndSaysSo) {
    limited.limit.cpu = cores(100);
    limited.limit.accelerators = 1;
    limited.guaranteed.memory = gibibytes(32);
    const auto queue = site.run(site.queues->set(site["root"], site.red, limited));
    ASSERT_TRUE(queue);
    EXPECT_EQ(queue->beyondSite, (std::vector<std::string>{"limit.cpu", "limit.accelerators"}));
    EXPECT_EQ(own("uma").beyondSite, queue->beyondSite);
}

TEST_F(QueueTest, RefusesAmountsThatMakeNoSenseByTheirPath) {
    const auto faultOf = [&](auto change) {
        QueueSettings settings;
        change(settings);
        return set("root", site.red, settings);
    };
    EXPECT_EQ(faultOf([](auto& s) { s.weight = 0; }), "weight range");
    EXPECT_EQ(faultOf([](auto& s) { s.weight = 1'000'001; }), "weight range");
    EXPECT_EQ(faultOf([](auto& s) { s.limit.cpu = MilliCpu{-1}; }), "limit.cpu range");
    EXPECT_EQ(faultOf([](auto& s) { s.guaranteed.memory = Bytes{INT64_MAX}; }), "guaranteed.memory range");
    EXPECT_EQ(faultOf([](auto& s) { s.limit.accelerators = -5; }), "limit.accelerators range");
    EXPECT_EQ(faultOf([](auto& s) {
                  s.guaranteed.cpu = cores(2);
                  s.limit.cpu = cores(1);
              }),
              "guaranteed.cpu range");
    EXPECT_EQ(faultOf([](auto& s) { s.limit.accelerators = 0; }), "ok") << "no cards at all";
}

}  // namespace
}  // namespace ph::test
