#include "base/recent_table.h"

#include "base/network_address.h"

#include <gtest/gtest.h>

namespace ph::test {
namespace {

TEST(RecentTable, KeepsWhatWasUsedLast) {
    RecentTable<int> table(3);
    for (const auto* key : {"a", "b", "c"}) table.at(key) = 1;
    EXPECT_NE(table.find("a"), nullptr) << "a use";
    table.at("d") = 1;
    EXPECT_EQ(table.size(), 3U);
    EXPECT_EQ(table.find("b"), nullptr);
    for (const auto* key : {"a", "c", "d"}) EXPECT_NE(table.find(key), nullptr) << key;
}

TEST(RecentTable, MakesAndForgetsEntries) {
    RecentTable<int> table(3);
    EXPECT_EQ(table.at("a"), 0);
    table.at("a") = 7;
    EXPECT_EQ(table.at("a"), 7);
    table.erase("a");
    table.erase("never there");
    EXPECT_EQ(table.find("a"), nullptr);
    EXPECT_EQ(table.size(), 0U);
}

TEST(RecentTable, NeverHoldsMoreThanItMay) {
    RecentTable<int> table(10);
    for (int i = 0; i < 1000; ++i) ++table.at(std::to_string(i));
    EXPECT_EQ(table.size(), 10U);
}

TEST(NetworkAddress, CountsOneMachineAsOne) {
    struct Row {
        const char* address;
        const char* network;
    };
    for (const Row& row :
         {Row{"192.0.2.1", "192.0.2.1"}, Row{"::ffff:192.0.2.1", "192.0.2.1"},
          Row{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"}, Row{"2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"},
          Row{"2001:db8:1:3::1", "2001:db8:1:3::/64"}, Row{"fe80::1%eth0", "fe80::/64"}, Row{"::1", "::/64"},
          Row{"local", "local"}, Row{"", ""}})
        EXPECT_EQ(networkOf(row.address), row.network) << row.address;
}

}  // namespace
}  // namespace ph::test
