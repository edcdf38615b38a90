#include "store/store_fixture.h"

namespace ph::test {

namespace {

class EventLogTest : public StoreTest {
protected:
    std::int64_t append(const std::string& object) {
        return written([&](Transaction& tx) {
            return tx.events().append({0, clock.now(), org, user, EventKind::JobChanged, object, "{\"a\":1}"});
        });
    }
    void trim() {
        write([&](Transaction& tx) { return tx.events().trim(clock.now()); });
    }
    Result<std::vector<Event>> tryRead(std::int64_t after, int most = 100) {
        auto work = [after, most](Transaction& tx) { return tx.events().read(after, most); };
        return logic.run(readFor(*database, work));
    }
};

TEST_F(EventLogTest, EventsAreNumberedOneAfterTheOtherAndReadInPages) {
    for (int i = 1; i <= 5; ++i) EXPECT_EQ(append("o" + std::to_string(i)), i);
    const auto page = tryRead(2, 2);
    ASSERT_TRUE(page);
    ASSERT_EQ(page->size(), 2u);
    EXPECT_EQ((*page)[0].seq, 3);
    EXPECT_EQ((*page)[1].object, "o4");
    EXPECT_EQ((*page)[1].payload, "{\"a\":1}");
    EXPECT_EQ((*page)[1].org, org);
    EXPECT_EQ((*page)[1].owner, user);
    EXPECT_EQ((*page)[1].at, clock.now());
    EXPECT_TRUE(tryRead(5)->empty());
}

TEST_F(EventLogTest, AnEventOfTheSiteHasNeitherOrganisationNorOwner) {
    write([&](Transaction& tx) -> Result<> {
        const auto seq = tx.events().append({0, clock.now(), {}, {}, EventKind::NodeChanged, "n", "{}"});
        if (!seq) return seq.error();
        return {};
    });
    const auto event = events().back();
    EXPECT_FALSE(event.org);
    EXPECT_FALSE(event.owner);
    EXPECT_EQ(event.kind, EventKind::NodeChanged);
}

TEST_F(EventLogTest, TheHeadIsTheSameForReadersAndTheWriter) {
    append("a");
    append("b");
    const EventPosition expected{1, 2};
    EXPECT_EQ(seen([](Transaction& tx) { return tx.events().head(); }), expected);
    EXPECT_EQ(written([](Transaction& tx) { return tx.events().head(); }), expected);
    EXPECT_EQ(database->head(), expected);
}

TEST_F(EventLogTest, EventsOlderThanSevenDaysAreGoneAndSaySo) {
    append("old");
    append("old too");
    clock.advance(std::chrono::hours(24 * 7));
    append("young");
    trim();
    EXPECT_TRUE(tryRead(0)) << "just seven days old is kept";
    clock.advance(std::chrono::seconds(1));
    trim();
    const auto gone = tryRead(1);
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().id, kEventsGone);
    const auto rest = tryRead(2);
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->size(), 1u);
    trim();
    EXPECT_TRUE(tryRead(2));
}

TEST_F(EventLogTest, NumbersGoOnAfterAllThatIsOldWasTrimmed) {
    append("a");
    append("b");
    clock.advance(std::chrono::hours(24 * 8));
    trim();
    EXPECT_FALSE(tryRead(0));
    EXPECT_EQ(tryRead(1)->size(), 1u) << "the newest one tells where the log stands";
    EXPECT_EQ(seen([](Transaction& tx) { return tx.events().head(); }).seq, 2);
    StoreTest::open();
    EXPECT_EQ(append("c"), 3);
}

TEST_F(EventLogTest, AnUndoneWorkLeavesNoGapThatReadersCouldMiss) {
    append("a");
    const auto undone = tryWrite([&](Transaction& tx) -> Result<> {
        const auto seq = tx.events().append({0, clock.now(), org, user, EventKind::JobChanged, "undone", "{}"});
        if (!seq) return seq.error();
        return Error(kInvalid);
    });
    EXPECT_FALSE(undone);
    EXPECT_EQ(append("b"), 2);
    EXPECT_THAT(events().back().object, "b");
}

TEST_F(EventLogTest, AppendingOutsideAWriteIsABug) {
    auto work = [&](Transaction& tx) -> Result<> {
        const auto seq = tx.events().append({0, clock.now(), org, user, EventKind::JobChanged, "o", "{}"});
        if (!seq) return seq.error();
        return {};
    };
    const auto done = logic.run(database->read(work));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kInternal);
}

}  // namespace

}  // namespace ph::test
