#include "events/event_hub.h"

#include "support/logic_thread.h"
#include "support/seeded_random.h"

#include <boost/asio/steady_timer.hpp>
#include <gmock/gmock.h>

#include <future>
#include <set>

namespace ph::test {

namespace {

using namespace std::chrono_literals;

/// A rule like the service layer's: own events, those of the organisation for its admins, those of the site for all.
bool maySeeEvent(const Principal& who, const Event& event) {
    if (who.role == Role::SuperAdmin || !event.org) return true;
    if (*event.org != who.org) return false;
    return who.role == Role::OrgAdmin || !event.owner || *event.owner == who.user;
}

class EventHubTest : public testing::Test {
protected:
    Principal person(OrgId of, Role role = Role::User) {
        Principal who;
        who.user = UserId::random(random);
        who.org = of;
        who.role = role;
        return who;
    }
    Event eventOf(const Principal& owner) {
        Event event;
        event.seq = ++seq;
        event.org = owner.org;
        event.owner = owner.user;
        event.object = "j" + std::to_string(seq);
        return event;
    }
    void commit(const std::vector<Event>& events) { hub->committed(events); }
    std::unique_ptr<EventSubscription> subscribe(const Principal& who) {
        return logic.call([&] { return hub->subscribe(who, logic.executor()); });
    }
    Result<EventBatch> next(EventSubscription& from, std::chrono::milliseconds wait = 0ms) {
        return logic.run(from.next(wait));
    }
    /// The seqs of a batch that must come.
    std::vector<std::int64_t> seqs(EventSubscription& from) {
        const auto batch = next(from);
        std::vector<std::int64_t> list;
        EXPECT_TRUE(batch);
        if (batch)
            for (const auto& event : batch->events) list.push_back(event->seq);
        return list;
    }
    void leave(std::unique_ptr<EventSubscription> subscription) {
        logic.call([&] { subscription.reset(); });
    }

    SeededRandom random;
    std::int64_t seq = 100;
    OrgId org = OrgId::random(random), otherOrg = OrgId::random(random);
    LogicThread logic;
    std::unique_ptr<EventHub> hub = std::make_unique<EventHub>(EventPosition{3, 100}, maySeeEvent);
};

TEST_F(EventHubTest, ASubscriberGetsWhatWasCommittedSinceItCame) {
    const auto ada = person(org);
    commit({eventOf(ada)});
    auto subscription = subscribe(ada);
    commit({eventOf(ada), eventOf(ada)});
    const auto batch = next(*subscription);
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->from, (EventPosition{3, 101}));
    EXPECT_EQ(batch->to, (EventPosition{3, 103}));
    EXPECT_FALSE(batch->resync);
    ASSERT_EQ(batch->events.size(), 2u);
    EXPECT_EQ(batch->events[0]->seq, 102);
    EXPECT_EQ(hub->head(), (EventPosition{3, 103}));
    leave(std::move(subscription));
}

TEST_F(EventHubTest, BatchesJoinWithoutGapOrOverlap) {
    const auto ada = person(org), bob = person(otherOrg);
    auto subscription = subscribe(ada);
    EventPosition reached{3, 100};
    for (int i = 0; i < 20; ++i) {
        commit({eventOf(i % 2 ? ada : bob)});
        const auto batch = next(*subscription);
        ASSERT_TRUE(batch);
        EXPECT_EQ(batch->from, reached);
        reached = batch->to;
    }
    EXPECT_EQ(reached, (EventPosition{3, 120}));
    leave(std::move(subscription));
}

TEST_F(EventHubTest, AnInvisibleEventStillMovesThePositionOn) {
    auto subscription = subscribe(person(org));
    commit({eventOf(person(otherOrg))});
    const auto batch = next(*subscription);
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->events.empty());
    EXPECT_EQ(batch->to, (EventPosition{3, 101}));
    leave(std::move(subscription));
}

TEST_F(EventHubTest, AWaitingReaderIsWokenByAVisibleEvent) {
    const auto ada = person(org);
    auto subscription = subscribe(ada);
    auto waiting = begin(logic.io(), subscription->next(1h));
    logic.call([] {});
    commit({eventOf(person(otherOrg))});
    EXPECT_EQ(waiting.wait_for(0s), std::future_status::timeout);
    commit({eventOf(ada)});
    const auto batch = waiting.get();
    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->events.size(), 1u);
    EXPECT_EQ(batch->events[0]->seq, 102);
    leave(std::move(subscription));
}

TEST_F(EventHubTest, ASlowReaderIsToldToResyncAndThenGoesOn) {
    const auto ada = person(org);
    auto subscription = subscribe(ada);
    for (int i = 0; i < 3000; ++i) commit({eventOf(ada)});
    const auto batch = next(*subscription);
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->resync);
    EXPECT_TRUE(batch->events.empty());
    EXPECT_EQ(batch->to, (EventPosition{3, 3100}));
    commit({eventOf(ada)});
    EXPECT_THAT(seqs(*subscription), testing::ElementsAre(3101));
    leave(std::move(subscription));
}

TEST_F(EventHubTest, AFullQueueIsStillDeliveredWhole) {
    const auto ada = person(org);
    auto subscription = subscribe(ada);
    for (int i = 0; i < 1024; ++i) commit({eventOf(ada)});
    EXPECT_EQ(seqs(*subscription).size(), 1024u);
    leave(std::move(subscription));
}

TEST_F(EventHubTest, ChangedRightsBringAResyncAndTheEnd) {
    const auto ada = person(org), bob = person(org);
    auto hers = subscribe(ada), his = subscribe(bob);
    commit({eventOf(ada)});
    auto waiting = begin(logic.io(), hers->next(1h));
    ASSERT_TRUE(waiting.get());
    waiting = begin(logic.io(), hers->next(1h));
    logic.call([] {});
    hub->rightsChanged(ada.user);
    const auto last = waiting.get();
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->resync);
    commit({eventOf(ada), eventOf(bob)});
    const auto after = next(*hers);
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().id.name, "subscription-ended");
    EXPECT_EQ(seqs(*his).size(), 1u);
    leave(std::move(hers));
    leave(std::move(his));
}

TEST_F(EventHubTest, AClosedHubEndsItsReaders) {
    auto subscription = subscribe(person(org));
    auto waiting = begin(logic.io(), subscription->next(1h));
    logic.call([] {});
    hub.reset();
    EXPECT_FALSE(waiting.get());
    leave(std::move(subscription));
}

TEST_F(EventHubTest, AReaderThatLeftIsForgotten) {
    const auto ada = person(org);
    leave(subscribe(ada));
    auto other = subscribe(ada);
    commit({eventOf(ada)});
    EXPECT_EQ(seqs(*other).size(), 1u);
    leave(std::move(other));
}

TEST_F(EventHubTest, AllSubscribersShareOneCopyOfAnEvent) {
    const auto ada = person(org);
    auto one = subscribe(ada), two = subscribe(ada);
    commit({eventOf(ada)});
    const auto first = next(*one), second = next(*two);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->events[0].get(), second->events[0].get());
    leave(std::move(one));
    leave(std::move(two));
}

/// Reads until the position is reached; notes what came.
boost::asio::awaitable<void> readUntil(EventSubscription& from, EventPosition end,
                                       std::vector<std::shared_ptr<const Event>>& into, int& resyncs) {
    EventPosition reached{};
    while (reached < end) {
        auto pending = from.next(50ms);
        const auto batch = co_await std::move(pending);
        if (!batch) co_return;
        EXPECT_TRUE(reached == EventPosition{} || batch->from == reached);
        reached = batch->to;
        resyncs += batch->resync;
        into.insert(into.end(), batch->events.begin(), batch->events.end());
    }
}

TEST_F(EventHubTest, TwoHundredReadersOfDifferentRightsLoseNothingAndSeeNothingForeign) {
    constexpr int kReaders = 200, kEvents = 2000;
    std::vector<Principal> people;
    for (int i = 0; i < kReaders; ++i)
        people.push_back(person(i % 2 ? org : otherOrg, i % 50 == 0   ? Role::SuperAdmin
                                                        : i % 10 == 1 ? Role::OrgAdmin
                                                                      : Role::User));
    std::vector<std::unique_ptr<EventSubscription>> readers;
    for (const auto& who : people) readers.push_back(subscribe(who));
    std::vector<std::vector<std::shared_ptr<const Event>>> got(kReaders);
    std::vector<int> resyncs(kReaders);
    const EventPosition end{3, 100 + kEvents};
    std::vector<std::future<void>> pending;
    for (int i = 0; i < kReaders; ++i)
        pending.push_back(begin(logic.io(), readUntil(*readers[i], end, got[i], resyncs[i])));

    std::vector<Event> all;
    std::thread writer([&] {
        for (int i = 0; i < kEvents; i += 10) {
            std::vector<Event> group;
            for (int j = 0; j < 10; ++j) group.push_back(eventOf(people[(i * 7 + j * 13) % kReaders]));
            all.insert(all.end(), group.begin(), group.end());
            commit(group);
        }
    });
    writer.join();
    for (auto& reader : pending) reader.get();

    for (int i = 0; i < kReaders; ++i) {
        std::vector<std::int64_t> seen, expected;
        for (const auto& event : got[i]) {
            EXPECT_TRUE(maySeeEvent(people[i], *event));
            seen.push_back(event->seq);
        }
        for (const auto& event : all)
            if (maySeeEvent(people[i], event)) expected.push_back(event.seq);
        // A reader that fell behind was told so; everybody else got everything, in order.
        EXPECT_TRUE(resyncs[i] > 0 || seen == expected) << i;
        EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    }
    logic.call([&] { readers.clear(); });
}

}  // namespace

}  // namespace ph::test
