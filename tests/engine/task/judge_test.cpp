#include "engine/task/run_ending.h"
#include "reflect/codec.h"

#include <gtest/gtest.h>

namespace ph::engine {

namespace {

constexpr std::int64_t kLimit = 1000;

struct Case {
    RunClaim claim;
    shim::ExitRecord record;
    EndingFacts facts;

    Case() {
        claim.command = "train";
        claim.timeLimit = {60};
        claim.memory = {kLimit};
        claim.bootId = facts.bootId = "boot";
        facts.nodeName = "node";
        record.startedMicros = 1;
    }
    Case& exited(int code) {
        record.kind = shim::EndKind::Exited;
        record.code = code;
        record.endedMicros = 2;
        return *this;
    }
    Case& signalled(int number) {
        record.kind = shim::EndKind::Signalled;
        record.signal = number;
        record.endedMicros = 2;
        return *this;
    }
    Case& because(shim::EndCause cause) {
        record.cause = cause;
        return *this;
    }
    Case& kernelKilled(std::int64_t peak) {
        facts.usage.outOfMemoryKills = 1;
        facts.usage.peakMemory = peak;
        return *this;
    }
    std::string verdict() const {
        const RunEnding ending = judge(claim, record, facts);
        std::string text = reflect::word(ending.state) + " " + reflect::word(ending.reason.code);
        for (const auto& [name, value] : ending.reason.arguments) text += " " + name + "=" + value;
        return text + (ending.exit ? " exit" : "");
    }
};

}  // namespace

TEST(Judge, SaysHowTheCommandEnded) {
    EXPECT_EQ(Case().exited(0).verdict(), "ended completed exit");
    EXPECT_EQ(Case().exited(3).verdict(), "ended exit_code code=3 exit");
    EXPECT_EQ(Case().signalled(11).verdict(), "ended signal signal=11 exit");
}

TEST(Judge, PutsTheShimsCauseFirst) {
    EXPECT_EQ(Case().exited(0).because(shim::EndCause::TimeLimit).verdict(), "ended time_limit limit=60 exit");
    Case scratch;
    scratch.record.used = 5;
    scratch.record.limit = 4;
    EXPECT_EQ(scratch.signalled(15).because(shim::EndCause::Scratch).verdict(),
              "ended scratch_full limit=4 used=5 exit");
    EXPECT_EQ(scratch.because(shim::EndCause::Memory).verdict(), "ended out_of_memory limit=4 used=5 exit");
}

TEST(Judge, BelievesTheKernelAboutMemoryUnlessTheTaskWentWell) {
    EXPECT_EQ(Case().signalled(9).kernelKilled(kLimit + 5).verdict(), "ended out_of_memory limit=1000 used=1000 exit");
    EXPECT_EQ(Case().exited(1).kernelKilled(990).verdict(), "ended out_of_memory limit=1000 used=990 exit");
    EXPECT_EQ(Case().exited(0).kernelKilled(990).verdict(), "ended completed exit");
    EXPECT_EQ(Case().signalled(15).kernelKilled(990).because(shim::EndCause::Stopped).verdict(),
              "ended signal signal=15 exit");
    EXPECT_EQ(Case().kernelKilled(990).verdict(), "ended out_of_memory limit=1000 used=990 exit");
}

TEST(Judge, KnowsCommandsThatNeverRan) {
    Case missing;
    missing.record.startedMicros = 0;
    missing.record.kind = shim::EndKind::NotFound;
    EXPECT_EQ(missing.verdict(), "ended command_not_found command=train");
    missing.record.kind = shim::EndKind::NotExecutable;
    EXPECT_EQ(missing.verdict(), "ended command_not_executable command=train");
    missing.record.kind = shim::EndKind::LaunchFailed;
    missing.record.detail = "user: no";
    EXPECT_EQ(missing.verdict(), "ended launch_failed detail=user: no");
}

TEST(Judge, WithoutARecordItAsksWhoKilled) {
    EXPECT_EQ(Case().verdict(), "lost node_lost node=node");
    Case ours;
    ours.facts.killedByUs = true;
    EXPECT_EQ(ours.verdict(), "ended signal signal=9 exit");
    Case refused;
    refused.record.startedMicros = 0;
    refused.facts.complaints = "first\nbwrap: no namespaces\n";
    EXPECT_EQ(refused.verdict(), "ended launch_failed detail=bwrap: no namespaces");
    refused.claim.bootId = "before";
    EXPECT_EQ(refused.verdict(), "lost node_lost node=node");
}

TEST(Judge, TakesFiguresFromTheKernelBeforeTheShims) {
    Case both;
    both.exited(0);
    both.record.cpuMicros = 5;
    both.record.peakBytes = 6;
    EXPECT_EQ(judge(both.claim, both.record, both.facts).exit->cpuMicros, 5);
    both.facts.usage.cpuMicros = 50;
    both.facts.usage.peakMemory = 60;
    const RunEnding ending = judge(both.claim, both.record, both.facts);
    EXPECT_EQ(ending.exit->cpuMicros, 50);
    EXPECT_EQ(ending.exit->peakMemory, Bytes{60});
}

}  // namespace ph::engine
