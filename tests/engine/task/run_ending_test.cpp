#include "engine/task/run_ending.h"

#include "reflect/json_text.h"
#include "support/lacks.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

/// The folder of a run whose processes are gone, as a controller finds it.
class Settling : public ::testing::Test {
protected:
    Settling() {
        test::SeededRandom random(3);
        claim.id = TaskRunId::random(random);
        claim.bootId = bootId();
        claim.command = "train";
        claim.memory = mebibytes(64);
        fs::create_directories(folder.path());
    }
    ~Settling() override {
        for (const int pid : processesIn(claim.groups)) ::kill(pid, SIGKILL);
        test::eventually([this] { return removeGroups(claim.groups); });
    }
    void record(const shim::ExitRecord& record) {
        test::writeFile(folder.record(), shim::startedLine(1000) + (record.ended() ? shim::endedLine(record) : ""));
    }
    static shim::ExitRecord exited(int code) {
        shim::ExitRecord record;
        record.kind = shim::EndKind::Exited;
        record.code = code;
        record.endedMicros = 2000;
        return record;
    }
    /// False where the kernel gives us none.
    bool makeGroups() {
        const ControlGroups all = ControlGroups::find();
        if (all.memory() != LimitStrength::Kernel) return false;
        const auto made = all.create("settling" + std::to_string(::getpid()));
        if (made) claim.groups = *made;
        return made.has_value();
    }
    /// A program in the groups that has done some work.
    std::unique_ptr<test::BackgroundProgram> leftBehind() const {
        const std::string work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; exec sleep 60";
        auto program =
            std::make_unique<test::BackgroundProgram>(std::vector<std::string>{"sh", "-c", work}, "/dev/null");
        const std::string pid = std::to_string(program->pid());
        for (const auto& group : claim.groups.folders()) EXPECT_TRUE(writeFile(group + "/cgroup.procs", pid));
        EXPECT_TRUE(test::eventually([&] { return readFile("/proc/" + pid + "/comm") == "sleep\n"; }));
        return program;
    }
    RunEnding settle(bool killedByUs = false) const { return settleRun(folder, claim, "node7", killedByUs); }

private:
    test::TemporaryFolder m_folder;

protected:
    const RunFolder folder{m_folder.path() + "/run"};
    RunClaim claim;
};

}  // namespace

TEST_F(Settling, TakesTheEndFromTheRecord) {
    record(exited(3));
    const RunEnding ending = settle();
    EXPECT_EQ(ending.state, TaskRunState::Ended);
    EXPECT_EQ(ending.reason.code, ReasonCode::ExitCode);
    EXPECT_EQ(ending.startedAt, Timestamp{1000});
    EXPECT_EQ(ending.endedAt, Timestamp{2000});
    ASSERT_TRUE(ending.exit);
    EXPECT_EQ(ending.exit->code, 3);
}

TEST_F(Settling, WithoutAnEndInTheRecordDatesItNow) {
    record({});
    const Timestamp before = SystemClock().now();
    const RunEnding ending = settle();
    EXPECT_EQ(ending.state, TaskRunState::Lost);
    EXPECT_EQ(ending.reason.arguments.at("node"), "node7");
    EXPECT_GE(ending.endedAt, before);
    EXPECT_EQ(settle(true).reason.arguments.at("signal"), "9");
}

TEST_F(Settling, OfAnEmptyFolderFindsItLost) {
    fs::remove_all(folder.path());
    EXPECT_EQ(settle().state, TaskRunState::Lost);
    fs::create_directories(folder.path());
    test::writeFile(folder.record(), "ended ended ended\n\xff\xff\n");
    EXPECT_EQ(settle().state, TaskRunState::Lost);
}

TEST_F(Settling, SaysWhatTheSandboxComplainedAbout) {
    test::writeFile(folder.complaints(), "bwrap: warning\nbwrap: Can't mkdir /data/x: Read-only file system\n\n");
    const RunEnding ending = settle();
    EXPECT_EQ(ending.state, TaskRunState::Ended);
    EXPECT_EQ(ending.reason.code, ReasonCode::LaunchFailed);
    EXPECT_EQ(ending.reason.arguments.at("detail"), "bwrap: Can't mkdir /data/x: Read-only file system");
}

TEST_F(Settling, ComplainsInTextThatCanBePassedOn) {
    // Cut after 300 bytes, which is in the middle of a sign here.
    std::string complaint = "bwrap: Can't mkdir /";
    while (complaint.size() < 500) complaint += "\xe6\xa8\xa1";
    for (const std::string& text : {complaint, std::string("bwrap: \xff\xfe\n")}) {
        test::writeFile(folder.complaints(), text);
        const std::string detail = settle().reason.arguments.at("detail");
        EXPECT_EQ(detail.rfind("bwrap: ", 0), 0u);
        EXPECT_LE(detail.size(), 300u);
        EXPECT_TRUE(detail.ends_with("\xe6\xa8\xa1") || detail == "bwrap: %FF%FE") << detail;
        const auto parsed =
            reflect::parseJson("{\"a\":" + boost::json::serialize(boost::json::string(detail)) + "}", 1000);
        EXPECT_TRUE(parsed) << detail;
    }
}

TEST_F(Settling, EndsWhatIsLeftInTheGroupsAndRemovesThem) {
    if (!makeGroups()) return test::lacks("control-groups");
    record(exited(0));
    const auto left = leftBehind();
    const RunEnding ending = settle();
    EXPECT_EQ(ending.reason.code, ReasonCode::Completed);
    EXPECT_GT(ending.exit->cpuMicros, 1000) << "read before the groups were gone";
    EXPECT_EQ(left->wait(std::chrono::seconds(20)), 128 + SIGKILL);
    for (const auto& group : claim.groups.folders())
        EXPECT_TRUE(test::eventually([&] { return !fs::exists(group); })) << group;
}

TEST_F(Settling, LeavesAloneWhatRunsUnderTheSameNameAfterAnotherBoot) {
    if (!makeGroups()) return test::lacks("control-groups");
    claim.bootId = "the one before";
    record(exited(0));
    const auto other = leftBehind();
    EXPECT_EQ(settle().reason.code, ReasonCode::Completed);
    EXPECT_TRUE(other->running());
}

}  // namespace ph::engine
