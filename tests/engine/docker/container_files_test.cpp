#include "engine/docker/container_files.h"

#include "shim/container.h"
#include "shim/wire.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace ph::engine {

namespace {

class ContainerFiles : public ::testing::Test {
protected:
    ContainerFiles() { std::filesystem::create_directory(folder.path()); }
    std::string readPipe() const {
        const FileDescriptor pipe = openFile(folder.path() + "/" + shim::kPlanPipe, O_RDONLY | O_NONBLOCK);
        std::string bytes(shim::kMostPlan + 8, '\0');
        std::size_t got = 0;
        for (ssize_t n; (n = ::read(pipe.get(), bytes.data() + got, bytes.size() - got)) > 0;)
            got += static_cast<std::size_t>(n);
        bytes.resize(got);
        return bytes;
    }

    test::TemporaryFolder m_folder;
    RunFolder folder{m_folder.path() + "/run"};
};

}  // namespace

TEST_F(ContainerFiles, ThePlanWaitsInAPipeAndIsGoneWithItsHolder) {
    auto held = placeContainerFiles(folder, "the plan");
    ASSERT_TRUE(held);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path() + "/plan"));
    std::string expected;
    shim::WireWriter(expected).text("the plan");
    EXPECT_EQ(readPipe(), expected);
    std::filesystem::remove_all(folder.path());
    std::filesystem::create_directory(folder.path());
    held = placeContainerFiles(folder, "the plan");
    held->reset();
    EXPECT_EQ(readPipe(), "") << "what was in it went with its last holder";
}

TEST_F(ContainerFiles, ALargePlanFitsAndATooLargeOneIsRefused) {
    const auto held = placeContainerFiles(folder, std::string(shim::kMostPlan, 'x'));
    ASSERT_TRUE(held) << held.error().detail;
    EXPECT_EQ(readPipe().size(), shim::kMostPlan + 4);
    std::filesystem::remove_all(folder.path());
    std::filesystem::create_directory(folder.path());
    const auto refused = placeContainerFiles(folder, std::string(shim::kMostPlan + 1, 'x'));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kInvalid);
}

TEST_F(ContainerFiles, WhatTheHostSaidIsKeptForALaterController) {
    EXPECT_FALSE(readContainerEnd(folder));
    ASSERT_TRUE(writeContainerEnd(folder, {true, false, "words"}));
    const auto end = readContainerEnd(folder);
    ASSERT_TRUE(end);
    EXPECT_TRUE(end->outOfMemory);
    EXPECT_EQ(end->error, "words");
    test::writeFile(folder.path() + "/container.json", "{\"out_of");
    EXPECT_FALSE(readContainerEnd(folder));
}

TEST_F(ContainerFiles, AContainerWithoutARecordEndedAsTheHostSays) {
    RunClaim claim;
    claim.bootId = bootId();
    claim.memory = mebibytes(64);
    const auto reasonOf = [&](const ContainerEnd& end) {
        const RunEnding ending = containerEnding(folder, claim, end, "here");
        EXPECT_TRUE(ending.endedAt);
        return std::pair(ending.state, ending.reason);
    };
    EXPECT_EQ(reasonOf({true, false, {}}).second,
              (Reason{ReasonCode::OutOfMemory, {{"used", "67108864"}, {"limit", "67108864"}}}));
    EXPECT_EQ(reasonOf({false, true, {}}).second, (Reason{ReasonCode::Signal, {{"signal", "9"}}}));
    EXPECT_EQ(reasonOf({false, false, "no such program"}).second,
              (Reason{ReasonCode::LaunchFailed, {{"detail", "no such program"}}}));
    EXPECT_EQ(reasonOf({false, false, {}}).first, TaskRunState::Lost);
}

TEST_F(ContainerFiles, TheSitesNameIsMadeOnce) {
    const auto name = siteName(m_folder.path());
    ASSERT_TRUE(name);
    EXPECT_FALSE(name->empty());
    EXPECT_EQ(siteName(m_folder.path()).value(), *name);
    EXPECT_FALSE(siteName(m_folder.path() + "/nowhere"));
}

}  // namespace ph::engine
