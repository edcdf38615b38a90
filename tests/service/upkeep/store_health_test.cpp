#include "service/upkeep/store_health.h"

#include "engine/memory_blobs.h"
#include "support/logic_thread.h"
#include "support/manual_clock.h"

#include <gtest/gtest.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

/// A store that answers as it is told and counts what it is asked.
class ToldStore final : public Database {
public:
    Async<> write(Work) override {
        ++writes;
        co_return onWrite;
    }
    Async<> read(Work) override {
        ++reads;
        co_return onRead;
    }
    Result<> onWrite, onRead;
    int writes = 0, reads = 0;
};

class StoreHealthTest : public ::testing::Test {
protected:
    std::string state() {
        const Result<> outcome = logic.run(health.check());
        return outcome ? "ok" : std::string(outcome.error().id.name);
    }
    LogicThread logic;
    ManualClock clock;
    ToldStore store;
    MemoryBlobs blobs;
    StoreHealth health{store, blobs, clock};
};

TEST_F(StoreHealthTest, IsThatOfChangesAndOfReads) {
    EXPECT_EQ(state(), "ok");
    EXPECT_EQ(store.writes, 1);
    EXPECT_EQ(store.reads, 1);
    clock.advance(1s);
    store.onRead = Error(kUnavailable);
    EXPECT_EQ(state(), "unavailable");
    clock.advance(1s);
    store.onWrite = Error(kNoSpace);
    EXPECT_EQ(state(), "no-space");
}

TEST_F(StoreHealthTest, IsTriedOutAtMostOnceASecondHoweverManyAsk) {
    for (int i = 0; i < 50; ++i) EXPECT_EQ(state(), "ok");
    EXPECT_EQ(store.writes, 1);
    store.onWrite = Error(kUnavailable);
    clock.advance(999ms);
    EXPECT_EQ(state(), "ok");
    clock.advance(1ms);
    EXPECT_EQ(state(), "unavailable");
    store.onWrite = {};
    EXPECT_EQ(state(), "unavailable");
    clock.advance(1s);
    EXPECT_EQ(state(), "ok");
    EXPECT_EQ(store.writes, 3);
}

}  // namespace
}  // namespace ph::test
