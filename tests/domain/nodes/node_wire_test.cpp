#include "domain/nodes/node.h"
#include "domain/wire.h"
#include "support/seeded_random.h"

namespace ph::test {

namespace {

TEST(NodeWords, AreTheseAndStay) {
    EXPECT_EQ(words<NodeState>(), "ready, cordoned, down");
    EXPECT_EQ(words<LimitStrength>(), "kernel, watched, none");
}

TEST(NodeWire, ASummaryReadsBackWithItsCardsAndCapabilities) {
    SeededRandom random;
    NodeSummary node;
    node.id = NodeId::random(random);
    node.name = "workstation";
    node.state = NodeState::Down;
    node.stateDetail = "no answer";
    node.capacity = {cores(64), gibibytes(512), gibibytes(900), {{"nvidia0", "nvidia", "H100", gibibytes(80), false}}};
    node.cpuAllocated = {500};
    node.acceleratorsAllocated = {"nvidia0"};
    node.capabilities.engine = "process";
    node.capabilities.memoryLimit = LimitStrength::Watched;
    node.capabilities.remarks = {"network-not-isolated"};
    node.labels = {{"zone", "a"}};
    expectReadsBack(node);
}

TEST(NodeWire, ASimulatedCardSaysSo) {
    EXPECT_EQ(wire(Accelerator{"sim0", "simulated", "H100", gibibytes(80), true}),
              R"({"id":"sim0","vendor":"simulated","model":"H100","memory":"80GiB","simulated":true})");
}

TEST(NodeWire, ReadingsThatAreNotReportedAreNegative) {
    const AcceleratorSample sample;
    EXPECT_EQ(sample.usePercent, -1);
    EXPECT_EQ(sample.memoryUsed, -1);
    EXPECT_EQ(sample.temperatureCelsius, -1);
    EXPECT_EQ(sample.powerWatts, -1);
}

TEST(NodeWire, SamplesAndMetricPointsReadBack) {
    UsageSample sample;
    sample.at = {1'800'000'000'000'000};
    sample.cpuMilli = 1500;
    sample.memoryBytes = 1LL << 40;
    sample.accelerators = {{"nvidia0", 97, 1LL << 33, 61, 350, false}};
    expectReadsBack(sample);
    for (const double value : {0.0, -1.5, 1e-300, 1e300, 0.1, 123456789.125})
        expectReadsBack(MetricPoint{7, "loss", value, {5}});
}

}  // namespace

}  // namespace ph::test
