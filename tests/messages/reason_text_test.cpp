#include "messages/reason_text.h"

#include "reflect/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::messages {
namespace {

std::string english(ReasonCode code, std::map<std::string, std::string> arguments = {}) {
    return reasonText({code, std::move(arguments)}, Language::English);
}

/// The arguments that job_state.h promises for each code.
const std::map<ReasonCode, std::map<std::string, std::string>>& promised() {
    using enum ReasonCode;
    static const std::map<ReasonCode, std::map<std::string, std::string>> table{
        {AfterOthers, {{"jobs", "#1, #2"}}},
        {NeverFits, {{"resource", "memory"}, {"asked", "8589934592"}, {"most", "4294967296"}, {"nodes", "3"}}},
        {BehindInQueue, {{"ahead", "4"}, {"job", "#9"}}},
        {NotEnoughFree, {{"resource", "cpu"}, {"asked", "4000"}, {"free", "500"}, {"nodes", "2"}}},
        {NoNodeReady, {{"nodes", "2"}}},
        {RetryAfter, {{"attempt", "2"}, {"seconds", "10"}, {"cause", "node_lost"}}},
        {ExitCode, {{"code", "3"}}},
        {Signal, {{"signal", "11"}}},
        {OutOfMemory, {{"used", "536870912"}, {"limit", "536870912"}}},
        {TimeLimit, {{"limit", "60"}}},
        {ScratchFull, {{"used", "2147483648"}, {"limit", "1073741824"}}},
        {StoppedBy, {{"user", "ada"}}},
        {DependencyFailed, {{"job", "#1"}}},
        {CommandNotFound, {{"command", "trian"}}},
        {CommandNotExecutable, {{"command", "./x"}}},
        {MissingFile, {{"path", "data.csv"}}},
        {LaunchFailed, {{"detail", "no namespaces"}}},
        {NodeLost, {{"node", "n1"}}},
        {OutputFailed, {{"path", "model"}, {"detail", "quota"}}},
    };
    return table;
}

TEST(ReasonText, NamesReasonsWithTheirNumbers) {
    EXPECT_EQ(english(ReasonCode::OutOfMemory, promised().at(ReasonCode::OutOfMemory)),
              "OutOfMemory: used 512 MiB of 512 MiB");
    EXPECT_EQ(english(ReasonCode::TimeLimit, promised().at(ReasonCode::TimeLimit)), "TimeLimit: 60 s");
    EXPECT_EQ(english(ReasonCode::ExitCode, promised().at(ReasonCode::ExitCode)), "ExitCode: 3");
    EXPECT_EQ(english(ReasonCode::Signal, promised().at(ReasonCode::Signal)), "Signal: 11");
    EXPECT_EQ(english(ReasonCode::NeverFits, promised().at(ReasonCode::NeverFits)),
              "NeverFits: asks 8 GiB memory, the most any of 3 nodes has is 4 GiB");
}

TEST(ReasonText, IsCompleteForEveryCodeInBothLanguages) {
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<ReasonCode>>([](auto described) {
        const ReasonCode code = described.value;
        const auto* sentence = findSentence(reasonSentences(), reflect::word(code));
        ASSERT_TRUE(sentence) << described.name;
        if (code == ReasonCode::None) return;
        const auto found = promised().find(code);
        const auto arguments = found == promised().end() ? Arguments{} : found->second;
        for (const auto language : {Language::English, Language::Chinese}) {
            std::vector<std::string> missing;
            const auto text = filled(sentence->in(language), arguments, language, &missing);
            EXPECT_FALSE(text.empty()) << described.name;
            EXPECT_TRUE(missing.empty()) << described.name << ": " << missing.front();
            // No number that was promised is kept back.
            for (const auto& [name, value] : arguments)
                if (name != "resource") {
                    EXPECT_NE(sentence->in(language).find("{" + name), std::string_view::npos)
                        << described.name << " " << name;
                }
        }
    });
}

TEST(ReasonText, SaysNothingForNoReason) {
    EXPECT_EQ(english(ReasonCode::None), "");
}

TEST(ReasonText, SaysTheCauseOfARetryAsAReason) {
    EXPECT_EQ(english(ReasonCode::RetryAfter, promised().at(ReasonCode::RetryAfter)),
              "RetryAfter: attempt 2 in 10 s after NodeLost");
}

TEST(VerdictLines, TellReasonFunnelAndGap) {
    Verdict verdict;
    verdict.reason = {ReasonCode::NotEnoughFree, promised().at(ReasonCode::NotEnoughFree)};
    verdict.nodes = 2;
    verdict.funnel = {{"not-ready", 1}, {"cpu", 1}};
    verdict.nearest = {{"cpu", 4000, 500, 8000}};
    EXPECT_THAT(verdictLines(verdict, Language::English),
                testing::ElementsAre("NotEnoughFree: asks 4 cores CPU, 0.5 cores free on the nearest of 2 nodes",
                                     "1 of 2 nodes not ready", "1 of 2 nodes with too few free CPUs",
                                     "CPU: asks 4 cores, free 0.5 cores of 8 cores"));
    EXPECT_EQ(verdictLines(verdict, Language::Chinese).size(), 4u);
}

}  // namespace
}  // namespace ph::messages
