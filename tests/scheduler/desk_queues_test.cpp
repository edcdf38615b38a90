// What an organisation's queue is given, at the desk.
#include "scheduler/desk_site.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

/// Organisations 1 and 2 with a user each.
class DeskQueues : public testing::Test {
protected:
    std::vector<int> submit(int org, int jobs, Resources asked = resources(1, 1), std::chrono::seconds limit = 1h) {
        std::vector<int> numbers;
        for (int i = 0; i < jobs; ++i) numbers.push_back(site.submit(asked, limit, org, org));
        return numbers;
    }
    int running(int org) const {
        int count = 0;
        for (const auto& [number, run] : site.running) count += run.job.org == idOf<OrgId>(org);
        return count;
    }
    static QueueSettings weighing(std::int64_t weight) { return {weight, {}, {}}; }
    static QueueSettings atMost(QueueAmounts limit) { return {1, {}, limit}; }
    static QueueSettings guaranteed(QueueAmounts amounts) { return {1, amounts, {}}; }

    DeskSite site{{deskNode(1, 8, 64, cards("T4", 4))}};
};

}  // namespace

TEST_F(DeskQueues, ShareByWeight) {
    site.setQueue(1, weighing(1));
    site.setQueue(2, weighing(3));
    submit(1, 8);
    submit(2, 8);
    site.cycle();
    EXPECT_EQ(running(1), 2);
    EXPECT_EQ(running(2), 6);
}

TEST_F(DeskQueues, ShareByANewWeightFromTheNextPlanOn) {
    submit(1, 16);
    submit(2, 16);
    site.cycle();
    EXPECT_EQ(running(1), 4);
    site.setQueue(2, weighing(3));
    const auto before = site.running;
    for (const auto& [number, run] : before) site.end(number);
    site.cycle();
    EXPECT_GT(running(2), running(1));
}

TEST_F(DeskQueues, GiveTheTurnToWhoHoldsLessWhenALimitIsRaised) {
    for (const int holder : {1, 2}) {
        DeskSite one{{deskNode(1, 8, 64, cards("T4", 4))}};
        const auto asked = resources(1, 1, {{"T4", 2}});
        one.setQueue(1, atMost({{}, {}, 2}));
        const int held = one.submit(asked, 1h, holder);
        one.cycle();
        ASSERT_TRUE(one.runs(held));
        const int others = one.submit(asked, 1h, 3 - holder);
        const int own = one.submit(asked, 1h, holder);
        one.cycle();
        one.setQueue(1, atMost({}));
        one.now += 10s;
        one.cycle();
        EXPECT_TRUE(one.runs(others)) << "holder " << holder;
        EXPECT_FALSE(one.runs(own));
    }
}

TEST_F(DeskQueues, HoldALimitOnAnEmptySiteAndFollowItsRaise) {
    site.setQueue(1, atMost({cores(2), {}, {}}));
    const auto limited = submit(1, 3);
    site.cycle();
    EXPECT_EQ(running(1), 2);
    const auto& use = site.last.outlook.limited.at(idOf<OrgId>(1));
    EXPECT_EQ(use.limit.cpu, cores(2));
    EXPECT_EQ(use.used.cpu, cores(2));
    EXPECT_EQ(use.used.memory, gibibytes(2));
    EXPECT_FALSE(site.promised(limited[2])) << "nothing is kept for whom its queue lets not start";
    submit(2, 6, resources(1, 1), 9h);
    site.cycle();
    EXPECT_EQ(running(2), 6) << "others are not held back";
    site.end(limited[0]);
    site.setQueue(1, atMost({cores(3), {}, {}}));
    site.cycle();
    EXPECT_EQ(running(1), 2);
    site.setQueue(1, weighing(1));
    site.cycle();
    EXPECT_TRUE(site.last.outlook.limited.empty());
}

TEST_F(DeskQueues, StartWhatWaitedForALimitOnceItIsRaised) {
    site.setQueue(1, atMost({cores(2), {}, {}}));
    const auto limited = submit(1, 3);
    site.cycle();
    site.cycle();
    EXPECT_FALSE(site.runs(limited[2]));
    site.setQueue(1, atMost({cores(3), {}, {}}));
    site.cycle();
    EXPECT_TRUE(site.runs(limited[2]));
}

TEST_F(DeskQueues, LimitMemoryAndCardsToo) {
    site.setQueue(1, atMost({{}, gibibytes(16), 1}));
    const auto large = submit(1, 2, resources(1, 16));
    site.cycle();
    EXPECT_EQ(running(1), 1);
    site.withdraw(large[1]);
    site.end(large[0]);
    submit(1, 2, resources(1, 1, {{"any", 1}}));
    submit(1, 1);
    site.cycle();
    EXPECT_EQ(running(1), 2) << "one with a card and the one without";
}

TEST_F(DeskQueues, LimitAllUsersOfAnOrganisationTogether) {
    site.setQueue(1, atMost({cores(2), {}, {}}));
    for (int user = 1; user <= 3; ++user) site.submit(resources(1, 1), 1h, user, 1);
    site.cycle();
    EXPECT_EQ(running(1), 2);
}

TEST_F(DeskQueues, GiveWhatIsGuaranteedBeforeOthersBorrow) {
    site.setQueue(1, weighing(1'000));
    site.setQueue(2, guaranteed({cores(6), {}, {}}));
    submit(1, 8);
    submit(2, 8);
    site.cycle();
    EXPECT_GE(running(2), 6);
    EXPECT_EQ(running(1) + running(2), 8);
}

TEST_F(DeskQueues, CountWhatRanBeforeThisDeskDid) {
    site.setQueue(1, atMost({cores(4), {}, {}}));
    site.adopt(90, idOf<NodeId>(1), resources(3, 1), {}, 1h);
    const auto more = submit(1, 2);
    site.cycle();
    EXPECT_TRUE(site.runs(more[0]));
    EXPECT_FALSE(site.runs(more[1]));
}

}  // namespace ph::test
