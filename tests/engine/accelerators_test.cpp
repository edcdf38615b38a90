#include "engine/accelerators.h"

#include "engine/node_sampler.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ph::engine {

namespace {

/// A vendor whose devices and values are plain files.
void writeVendor(const std::string& folder) {
    std::filesystem::create_directories(folder + "/dev");
    std::filesystem::create_directories(folder + "/vendors");
    for (const char* name : {"card2", "card5", "control", "extra5"}) test::writeFile(folder + "/dev/" + name, "");
    test::writeFile(folder + "/info2", "Model:   Big One \nMemory: 123\n");
    test::writeFile(folder + "/use2", "37\n");
    test::writeFile(folder + "/heat2", "41500\n");
    test::writeFile(folder + "/vendors/v.yaml",
                    "vendor: acme\n"
                    "devices: " +
                        folder +
                        "/dev/card[0-9]*\n"
                        "companions: [" +
                        folder +
                        "/dev/control]\n"
                        "per_card: [\"" +
                        folder +
                        "/dev/extra{index}\"]\n"
                        "visibility: ACME_VISIBLE\n"
                        "default_model: Unknown\n"
                        "model: [{file: \"" +
                        folder +
                        "/info{index}\", key: \"Model:\"}]\n"
                        "memory: [{file: \"" +
                        folder +
                        "/info{index}\", key: \"Memory:\", times: 1024}]\n"
                        "use: [{file: \"" +
                        folder +
                        "/use{index}\"}]\n"
                        "temperature: [{file: \"" +
                        folder + "/heat{index}\", per: 1000}]\n");
}

}  // namespace

TEST(Accelerators, AreFoundByTheirVendorsFile) {
    test::TemporaryFolder folder;
    writeVendor(folder.path());
    test::writeFile(folder.path() + "/vendors/broken.yaml", "vendor: [\n");
    const auto found = AcceleratorCatalogue::find(folder.path() + "/vendors", {});
    const auto cards = found.cards();
    ASSERT_EQ(cards.size(), 2u);
    EXPECT_EQ(cards[0].id, "acme2");
    EXPECT_EQ(cards[0].model, "Big One");
    EXPECT_EQ(cards[0].memory, kibibytes(123));
    EXPECT_EQ(cards[1].model, "Unknown");
    EXPECT_FALSE(cards[0].simulated);
    const std::string dev = folder.path() + "/dev/";
    EXPECT_EQ(found.devicesOf({"acme5"}), (std::vector<std::string>{dev + "card5", dev + "extra5", dev + "control"}));
    EXPECT_TRUE(found.devicesOf({}).empty());
    EXPECT_EQ(found.variablesOf({"acme5"}).at("ACME_VISIBLE"), "0");
    EXPECT_EQ(found.variablesOf({"acme2", "acme5"}).at("ACME_VISIBLE"), "0,1");
    EXPECT_EQ(found.variablesOf({}).at("ACME_VISIBLE"), "");
}

TEST(Accelerators, AreSampledWhereTheVendorSaysAndAbsentElsewhere) {
    test::TemporaryFolder folder;
    writeVendor(folder.path());
    const auto samples = AcceleratorCatalogue::find(folder.path() + "/vendors", {}).sample({1'000'000});
    ASSERT_EQ(samples.size(), 2u);
    EXPECT_EQ(samples[0].usePercent, 37);
    EXPECT_EQ(samples[0].temperatureCelsius, 42);
    EXPECT_EQ(samples[0].powerWatts, -1);
    EXPECT_EQ(samples[1].usePercent, -1);
}

TEST(Accelerators, TheVendorsOfTheRepositoryAreRead) {
    const char* source = std::getenv("PH_SOURCE");
    const std::string folder = std::string(source ? source : ".") + "/resources/accelerators";
    const auto variables = AcceleratorCatalogue::find(folder, {}).variablesOf({});
    for (const char* name :
         {"CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES", "XPU_VISIBLE_DEVICES"})
        EXPECT_TRUE(variables.count(name)) << name;
}

TEST(Accelerators, SimulatedOnesSaySoAndReadTheSameAtTheSameTime) {
    const auto found = AcceleratorCatalogue::find("", {"H100x2", "MI300x", "Axel"});
    const auto cards = found.cards();
    ASSERT_EQ(cards.size(), 4u);
    EXPECT_EQ(cards[0].model, "H100");
    EXPECT_EQ(cards[2].model, "MI300x");
    EXPECT_EQ(cards[3].id, "sim3");
    for (const auto& card : cards) EXPECT_TRUE(card.simulated);
    EXPECT_TRUE(found.devicesOf({"sim0"}).empty());
    EXPECT_EQ(found.variablesOf({"sim1"}).at("PH_SIMULATED_ACCELERATORS"), "sim1");
    const auto one = found.sample({5'000'000}), two = found.sample({5'000'000});
    EXPECT_EQ(one[0].usePercent, two[0].usePercent);
    EXPECT_NE(one[0].usePercent, one[1].usePercent);
    EXPECT_TRUE(one[0].simulated);
}

TEST(NodeSamples, AreKeptInOrderAndNoMoreThanTheirNumber) {
    const AcceleratorCatalogue none;
    NodeSampler sampler(none);
    for (int i = 1; i <= 500; ++i) sampler.take({i * 2'000'000});
    EXPECT_EQ(sampler.last(1000).size(), NodeSampler::kKept);
    const auto two = sampler.last(2);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[1].at, Timestamp{1'000'000'000});
    EXPECT_LT(two[0].at, two[1].at);
    EXPECT_GT(two[1].memoryBytes, 0);
}

}  // namespace ph::engine
