#include "service/site.h"

namespace ph::test {
namespace {

class EventTest : public ::testing::Test {
protected:
    EventPosition head() { return site.run(site.events->head(site["uma"])).value(); }
    Result<VisibleEvents> page(const std::string& who, std::int64_t after, int limit = 100) {
        return site.run(site.events->page(site[who], {head().epoch, after}, limit));
    }
    Site site;
};

TEST_F(EventTest, PagesGoOnFromTheirNextPosition) {
    for (int i = 0; i < 5; ++i) site.submit(site["uma"], trueJob());
    const auto first = page("uma", 0, 2).value();
    ASSERT_EQ(first.items.size(), 2U);
    EXPECT_EQ(first.next.seq, first.items.back().seq);
    const auto second = page("uma", first.next.seq, 2).value();
    const auto third = page("uma", second.next.seq, 2).value();
    ASSERT_EQ(third.items.size(), 1U);
    EXPECT_EQ(third.next, head());
    EXPECT_TRUE(page("uma", third.next.seq)->items.empty());
}

TEST_F(EventTest, WhatOneMayNotSeeIsSkippedAndThePositionMovesOn) {
    for (int i = 0; i < 5; ++i) site.submit(site["bob"], trueJob());
    site.submit(site["uma"], trueJob());
    const auto seen = page("uma", 0, 1).value();
    ASSERT_EQ(seen.items.size(), 1U);
    EXPECT_EQ(seen.items[0].owner, site["uma"].user);
    const auto none = page("ugo", 0).value();
    EXPECT_TRUE(none.items.empty());
    EXPECT_EQ(none.next, head());
}

TEST_F(EventTest, ABusySiteIsPagedThroughInSteps) {
    site.write([&](Transaction& tx) -> Result<int> {
            for (int i = 0; i < 10'500; ++i) {
                const Event event{0, site.clock.now(), site.blue, site["bob"].user, EventKind::JobChanged, "x", "{}"};
                if (const auto seq = tx.events().append(event); !seq) return seq.error();
            }
            return 0;
        })
        .value();
    site.submit(site["uma"], trueJob());
    const auto first = page("uma", 0).value();
    EXPECT_TRUE(first.items.empty());
    EXPECT_LT(first.next, head());
    EXPECT_EQ(page("uma", first.next.seq)->items.size(), 1U);
}

TEST_F(EventTest, OtherEpochsAndTheFutureAreGone) {
    const auto now = head();
    EXPECT_EQ(outcome(site.run(site.events->page(site["uma"], {now.epoch + 1, 0}, 10))), "events-gone");
    EXPECT_EQ(outcome(page("uma", now.seq + 1)), "events-gone");
    EXPECT_EQ(outcome(page("uma", now.seq)), "ok");
}

TEST_F(EventTest, WhoSeesWhichEvent) {
    Event event;
    const auto seenBy = [&] {
        std::string names;
        for (const auto& [name, who] : site.people())
            if (maySee(who, event)) names += name + ' ';
        return names;
    };
    EXPECT_EQ(seenBy(), "ada bea bob root ugo uma ") << "of the site";
    event.org = site.red;
    EXPECT_EQ(seenBy(), "ada root ugo uma ") << "of an organisation";
    event.owner = site["uma"].user;
    EXPECT_EQ(seenBy(), "ada root uma ") << "of a person";
    event.org = site.blue;
    EXPECT_EQ(seenBy(), "bea root ") << "of a person elsewhere";
}

}  // namespace
}  // namespace ph::test
