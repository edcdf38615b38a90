#include "engine/inventory.h"

#include "engine/node_sampler.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <ctime>
#include <sched.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace ph::engine {

namespace {

std::string firstLine(const std::vector<std::string>& command) {
    const std::string out = test::runProgram(command).out;
    return out.substr(0, out.find('\n'));
}

/// Uses the processor, so that the node's own counters move.
void burn(std::chrono::milliseconds time) {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    const auto spent = [&now] { return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec); };
    for (const auto end = spent() + time; spent() < end;) ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
}

}  // namespace

TEST(Inventory, SaysNoMoreThanTheMachineHas) {
    test::TemporaryFolder folder;
    const NodeCapacity capacity = readCapacity(folder.path());
    struct sysinfo machine {};
    ASSERT_EQ(::sysinfo(&machine), 0);
    EXPECT_GT(capacity.cpu, MilliCpu{0});
    EXPECT_LE(capacity.cpu, cores(::sysconf(_SC_NPROCESSORS_CONF)));
    EXPECT_GT(capacity.memory, mebibytes(64));
    EXPECT_LE(capacity.memory.value, static_cast<std::int64_t>(machine.totalram) * machine.mem_unit);
    struct statvfs disk {};
    ASSERT_EQ(::statvfs(folder.path().c_str(), &disk), 0);
    EXPECT_GT(capacity.scratch, Bytes{0});
    EXPECT_LT(capacity.scratch.value, static_cast<std::int64_t>(disk.f_blocks * disk.f_frsize));
    EXPECT_TRUE(capacity.accelerators.empty());
}

TEST(Inventory, CountsTheProcessorsThatThisProcessMayUse) {
    cpu_set_t before, one;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; ++i)
        if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    const NodeCapacity capacity = readCapacity("/");
    ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
    EXPECT_LE(capacity.cpu, cores(1));
    EXPECT_GT(capacity.cpu, MilliCpu{0});
}

TEST(Inventory, WithoutAFolderHasNoScratch) {
    EXPECT_EQ(readCapacity("/no/such/folder").scratch, Bytes{0});
}

TEST(Inventory, NamesTheNodeAndItsSystemAsTheSystemDoes) {
    EXPECT_EQ(hostName(), firstLine({"uname", "-n"}));
    const auto labels = systemLabels();
    EXPECT_EQ(labels.at("kernel"), firstLine({"uname", "-r"}));
    EXPECT_EQ(labels.at("architecture"), firstLine({"uname", "-m"}));
    EXPECT_EQ(labels.at("os").find('"'), std::string::npos);
    EXPECT_FALSE(labels.at("os").empty());
}

TEST(NodeSamples, BeginWithoutAProcessorFigureAndThenHaveOne) {
    const AcceleratorCatalogue none;
    NodeSampler sampler(none);
    EXPECT_TRUE(sampler.last(10).empty());
    sampler.take({1'000'000});
    burn(std::chrono::milliseconds(100));
    sampler.take({2'000'000});
    const auto samples = sampler.last(10);
    ASSERT_EQ(samples.size(), 2u);
    EXPECT_EQ(samples[0].cpuMilli, 0);
    EXPECT_GE(samples[1].cpuMilli, 50) << "a tenth of a second in what it takes for a second";
}

TEST(NodeSamples, SurviveAClockThatGoesBackwards) {
    const AcceleratorCatalogue none;
    NodeSampler sampler(none);
    for (const std::int64_t at : {5'000'000, 3'000'000, 3'000'000, 4'000'000}) sampler.take({at});
    for (const auto& sample : sampler.last(3)) EXPECT_GE(sample.cpuMilli, 0);
    EXPECT_EQ(sampler.last(3)[0].cpuMilli, 0);
    EXPECT_EQ(sampler.last(2)[0].cpuMilli, 0) << "no time has passed";
}

TEST(NodeSamples, CountDiskAndNetworkUpwards) {
    const AcceleratorCatalogue none;
    NodeSampler sampler(none);
    sampler.take({1'000'000});
    sampler.take({2'000'000});
    const auto samples = sampler.last(2);
    EXPECT_GE(samples[1].diskReadBytes, samples[0].diskReadBytes);
    EXPECT_GE(samples[1].diskWriteBytes, samples[0].diskWriteBytes);
    EXPECT_GE(samples[1].networkReceivedBytes, samples[0].networkReceivedBytes);
    EXPECT_GE(samples[1].networkSentBytes, samples[0].networkSentBytes);
    EXPECT_TRUE(sampler.last(0).empty());
}

TEST(NodeSamples, CarryTheReadingsOfEveryCard) {
    const auto cards = AcceleratorCatalogue::find("", {"H100x3"});
    NodeSampler sampler(cards);
    sampler.take({1'000'000});
    ASSERT_EQ(sampler.last(1).size(), 1u);
    EXPECT_EQ(sampler.last(1)[0].accelerators.size(), 3u);
}

}  // namespace ph::engine
