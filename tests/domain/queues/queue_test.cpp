#include "domain/queues/queue.h"

#include "domain/wire.h"

namespace ph::test {

namespace {

QueueSettings settingsOf(std::int64_t weight, QueueAmounts guaranteed, QueueAmounts limit) {
    return {weight, guaranteed, limit};
}

std::vector<std::string> faultPaths(const QueueSettings& settings) {
    std::vector<std::string> paths;
    for (const auto& fault : validateQueueSettings(settings)) paths.push_back(fault.path);
    return paths;
}

}  // namespace

using testing::ElementsAre;
using testing::IsEmpty;

TEST(QueueSettings, MayBeAnythingWithinTheBounds) {
    EXPECT_THAT(faultPaths({}), IsEmpty());
    EXPECT_THAT(faultPaths(settingsOf(1'000'000, {cores(1), Bytes{0}, 0}, {cores(1), gibibytes(4), 0})), IsEmpty());
}

TEST(QueueSettings, NameEveryAmountThatIsNegativeOrHuge) {
    EXPECT_THAT(faultPaths(settingsOf(0, {MilliCpu{-1}, Bytes{-1}, -1}, {})),
                ElementsAre("weight", "guaranteed.cpu", "guaranteed.memory", "guaranteed.accelerators"));
    EXPECT_THAT(faultPaths(settingsOf(1'000'001, {}, {MilliCpu{INT64_MAX}, Bytes{INT64_MAX}, INT64_MAX})),
                ElementsAre("weight", "limit.cpu", "limit.memory", "limit.accelerators"));
}

TEST(QueueSettings, GuaranteeNoMoreThanTheLimit) {
    EXPECT_THAT(faultPaths(settingsOf(1, {cores(2), gibibytes(2), 2}, {cores(1), gibibytes(1), 1})),
                ElementsAre("guaranteed.cpu", "guaranteed.memory", "guaranteed.accelerators"));
    EXPECT_THAT(faultPaths(settingsOf(1, {cores(2), {}, {}}, {{}, gibibytes(1), {}})), IsEmpty());
}

TEST(QueueSettings, MayHaveTheLargestAmountsThatAreAllowedAndNoMore) {
    EXPECT_THAT(faultPaths(settingsOf(1, {}, {cores(1), gibibytes(1), 0})), IsEmpty()) << "no card is a limit too";
    EXPECT_THAT(faultPaths(settingsOf(-5, {}, {})), ElementsAre("weight"));
    const auto faults = validateQueueSettings(settingsOf(1, {{}, {}, 3}, {{}, {}, 2}));
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].path, "guaranteed.accelerators");
    EXPECT_THAT(faults[0].value, testing::HasSubstr("3"));
    EXPECT_FALSE(faults[0].allowed.empty()) << "what would do is said";
}

TEST(QueueSettings, AreEqualIfAllOfThemAre) {
    EXPECT_EQ(settingsOf(1, {}, {}), QueueSettings());
    EXPECT_NE(settingsOf(1, {cores(1), {}, {}}, {}), QueueSettings());
}

TEST(QueueSettings, WhatIsNotSaidIsBeyondNoSite) {
    EXPECT_THAT(beyondSite({}, {cores(1), gibibytes(1), 0}), IsEmpty());
    EXPECT_THAT(beyondSite(settingsOf(7, {}, {}), {}), IsEmpty());
    EXPECT_THAT(beyondSite(settingsOf(1, {}, {cores(1), {}, {}}), {cores(1), {}, {}}), IsEmpty());
}

TEST(QueueSettings, TellWhatIsBeyondTheSite) {
    const QueueAmounts site{cores(8), gibibytes(32), 0};
    EXPECT_THAT(beyondSite(settingsOf(1, {cores(8), {}, {}}, {cores(8), gibibytes(32), {}}), site), IsEmpty());
    EXPECT_THAT(beyondSite(settingsOf(1, {cores(9), {}, 1}, {{}, gibibytes(33), 2}), site),
                ElementsAre("guaranteed.cpu", "guaranteed.accelerators", "limit.memory", "limit.accelerators"));
}

TEST(QueueSettings, AreSpeltLikeThis) {
    expectReadsBack(settingsOf(2, {cores(1), {}, {}}, {{}, gibibytes(1), 3}));
    EXPECT_EQ(wire(settingsOf(2, {}, {MilliCpu{500}, {}, 3}).limit), R"({"cpu":5E-1,"memory":null,"accelerators":3})");
    EXPECT_EQ(*reflect::decode<QueueSettings>(*reflect::parseJson("{}")), QueueSettings()) << "nothing has to be said";
}

TEST(QueueWire, TellsWhatAnOrganisationHoldsBesideWhatItMay) {
    Queue queue;
    queue.name = "vision";
    queue.held = {cores(1), gibibytes(1), 2};
    queue.beyondSite = {"limit.cpu"};
    const auto text = wire(queue);
    EXPECT_THAT(text, testing::HasSubstr(R"("held":{"cpu":1,"memory":"1GiB","accelerators":2})"));
    EXPECT_THAT(text, testing::HasSubstr(R"("beyond_site":["limit.cpu"])"));
}

TEST(QueueSettings, TakeNoOtherResourceAndNoWord) {
    EXPECT_THAT(wireFaults<QueueSettings>(R"({"limit":{"disks":3}})"), ElementsAre("limit.disks unknown-field"));
    EXPECT_EQ(wireFaults<QueueSettings>(R"({"limit":{"accelerators":"many"}})").size(), 1u);
    EXPECT_EQ(wireFaults<QueueSettings>(R"({"guaranteed":{"accelerators":1.5}})").size(), 1u);
}

}  // namespace ph::test
