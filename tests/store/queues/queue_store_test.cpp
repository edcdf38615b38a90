#include "store/store_fixture.h"

namespace ph::test {

namespace {

class QueueStoreTest : public StoreTest {};

TEST_F(QueueStoreTest, SettingsAreKeptByOrganisationAndEachChangeIsCounted) {
    const auto all = [&] { return seen([](Transaction& tx) { return tx.accounts().queues().all(); }); };
    const auto revision = [&] { return seen([](Transaction& tx) { return tx.accounts().queues().revision(); }); };
    EXPECT_TRUE(all().empty());
    EXPECT_EQ(revision(), 0);
    QueueSettings settings;
    settings.weight = 3;
    settings.limit.cpu = MilliCpu{2500};
    settings.guaranteed.memory = gibibytes(8);
    settings.guaranteed.accelerators = 0;
    write([&](Transaction& tx) { return tx.accounts().queues().put(org, settings); });
    EXPECT_EQ(all().at(org), settings);
    EXPECT_EQ(revision(), 1);
    write([&](Transaction& tx) { return tx.accounts().queues().put(org, {}); });
    EXPECT_EQ(all().at(org), QueueSettings());
    EXPECT_EQ(revision(), 2);
}

}  // namespace

}  // namespace ph::test
