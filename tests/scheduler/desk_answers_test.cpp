#include "scheduler/desk_site.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

constexpr Timestamp kWall{5'000'000'000'000};

class DeskAnswers : public testing::Test {
protected:
    Verdict why(int number) {
        const auto seen = site.desk.explain(idOf<JobId>(number), {site.now, kWall});
        EXPECT_TRUE(seen.has_value());
        return seen ? seen->verdict : Verdict();
    }
    Foresight whatIf(Resources asked, std::chrono::seconds limit = 1h, int priority = 0) {
        return site.desk.whatIf({idOf<OrgId>(1), idOf<UserId>(1), priority, {limit.count()}, std::move(asked)},
                                {site.now, kWall});
    }
    DeskSite site{{deskNode(1, 4, 16)}};
};

}  // namespace

TEST_F(DeskAnswers, NameTheJobInTheWayAndTheWallsTimeOfItsEnd) {
    const int blocker = site.submit(resources(4, 4), 2h);
    site.cycle();
    const int waiting = site.submit(resources(2, 4), 1h);
    site.cycle();
    site.now += 30min;
    const auto verdict = why(waiting);
    ASSERT_TRUE(verdict.estimate);
    EXPECT_EQ(verdict.estimate->basis, EstimateBasis::Promised);
    EXPECT_EQ(verdict.estimate->at, kWall + 90min);
    ASSERT_EQ(verdict.blockers.size(), 1u);
    EXPECT_EQ(verdict.blockers[0].job, idOf<JobId>(blocker));
    EXPECT_EQ(verdict.blockers[0].endsBy, kWall + 90min);
    EXPECT_EQ(verdict.blockers[0].cpu, cores(4));
    EXPECT_EQ(verdict.blockers[0].memory, gibibytes(4));
    EXPECT_TRUE(verdict.relaxations.empty()) << "nothing is left to ask for";
}

TEST_F(DeskAnswers, NameWhatWouldStartAtOnce) {
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int waiting = site.submit(resources(2, 4), 1h);
    site.cycle();
    const auto verdict = why(waiting);
    ASSERT_FALSE(verdict.relaxations.empty());
    ASSERT_EQ(verdict.relaxations[0].changes.size(), 1u);
    EXPECT_EQ(verdict.relaxations[0].changes[0].what, "cpu");
    EXPECT_EQ(verdict.relaxations[0].changes[0].from, 2000);
    EXPECT_EQ(verdict.relaxations[0].changes[0].to, 1000);
    EXPECT_TRUE(whatIf(resources(1, 4)).starts);
}

TEST_F(DeskAnswers, NameThePromiseInTheWayAndTheLimitThatWouldPassIt) {
    site.submit(resources(3, 4), 2h);
    site.cycle();
    const int large = site.submit(resources(4, 4), 1h);
    site.cycle();
    const auto seen = whatIf(resources(1, 1), 3h);
    EXPECT_FALSE(seen.starts);
    ASSERT_EQ(seen.verdict.keepers.size(), 1u);
    EXPECT_EQ(seen.verdict.keepers[0].job, idOf<JobId>(large));
    EXPECT_EQ(seen.verdict.keepers[0].until, kWall + 2h);
    ASSERT_FALSE(seen.verdict.relaxations.empty());
    EXPECT_EQ(seen.verdict.relaxations[0].changes[0].what, "time_limit");
    EXPECT_EQ(seen.verdict.relaxations[0].changes[0].to, std::chrono::seconds(2h).count());
    EXPECT_TRUE(whatIf(resources(1, 1), 2h).starts);
    EXPECT_TRUE(whatIf(resources(1, 1), 3h, 5).starts) << "a higher priority of the same queue comes before it";
}

TEST_F(DeskAnswers, TellOfWhatFitsNowhereWhatWould) {
    const int huge = site.submit(resources(8, 4));
    site.cycle();
    const auto verdict = why(huge);
    EXPECT_EQ(verdict.estimate->basis, EstimateBasis::Unknown);
    ASSERT_FALSE(verdict.relaxations.empty());
    EXPECT_EQ(verdict.relaxations[0].changes[0].what, "cpu");
    EXPECT_EQ(verdict.relaxations[0].changes[0].to, 4000);
}

TEST_F(DeskAnswers, KnowNothingOfWhomTheyWereNotTold) {
    EXPECT_FALSE(site.desk.explain(idOf<JobId>(9), {site.now, kWall}));
}

TEST_F(DeskAnswers, ChangeNoDecision) {
    DeskSite unasked({deskNode(1, 4, 16)});
    const auto story = [this](DeskSite& told, bool asked) {
        for (int i = 0; i < 6; ++i) told.submit(resources(1 + i % 3, 2), 1h, 1 + i % 2);
        for (int round = 0; round < 8; ++round) {
            told.cycle();
            for (int i = 1; asked && i <= 6; ++i) told.desk.explain(idOf<JobId>(i), {told.now, kWall});
            if (asked) told.desk.whatIf({idOf<OrgId>(1), idOf<UserId>(1), 3, {60}, resources(3, 1)}, {told.now, kWall});
            if (!told.running.empty()) told.end(told.running.begin()->first);
            told.now += 10min;
        }
    };
    story(site, true);
    story(unasked, false);
    EXPECT_EQ(site.running.size(), unasked.running.size());
    EXPECT_EQ(site.last.outlook.waiting, unasked.last.outlook.waiting);
    for (const auto& [number, run] : unasked.running) EXPECT_TRUE(site.runs(number));
}

}  // namespace ph::test
