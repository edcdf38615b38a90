#include "messages/reason_text.h"

#include "reflect/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

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
        {QueueLimit, {{"resource", "memory"}, {"asked", "1073741824"}, {"used", "0"}, {"limit", "536870912"}}},
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
        {ImageMissing, {{"image", "train:2"}, {"detail", "no such image"}}},
        {LaunchFailed, {{"detail", "no namespaces"}}},
        {NodeLost, {{"node", "n1"}}},
        {OutputFailed, {{"path", "model"}, {"detail", "quota"}}},
    };
    return table;
}

TEST(ReasonText, NamesReasonsWithTheirNumbers) {
    EXPECT_EQ(english(ReasonCode::OutOfMemory, promised().at(ReasonCode::OutOfMemory)),
              "Out of memory: used 512 MiB of 512 MiB");
    EXPECT_EQ(english(ReasonCode::TimeLimit, promised().at(ReasonCode::TimeLimit)), "Time limit reached: 60 s");
    EXPECT_EQ(english(ReasonCode::ExitCode, promised().at(ReasonCode::ExitCode)), "Exit code 3");
    EXPECT_EQ(english(ReasonCode::Signal, promised().at(ReasonCode::Signal)), "Ended by signal 11");
    EXPECT_EQ(english(ReasonCode::NeverFits, promised().at(ReasonCode::NeverFits)),
              "Fits on no node: asks 8 GiB of memory, the most on any of 3 nodes is 4 GiB");
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

TEST(ReasonText, IsRightForOneAndForMany) {
    EXPECT_EQ(english(ReasonCode::NoNodeReady, {{"nodes", "1"}}), "No node is ready: 1 node cordoned or down");
    EXPECT_EQ(english(ReasonCode::NotEnoughFree,
                      {{"resource", "accelerators"}, {"asked", "1"}, {"free", "0"}, {"nodes", "1"}}),
              "Not enough free: asks 1 accelerator, 0 free on the nearest of 1 node");
    EXPECT_EQ(english(ReasonCode::NeverFits, {{"resource", "cpu"}, {"asked", "1000"}, {"most", "500"}, {"nodes", "2"}}),
              "Fits on no node: asks 1 core, the most on any of 2 nodes is 0.5 cores");
    Verdict verdict;
    verdict.nodes = 1;
    verdict.funnel = {{"not-ready", 1}};
    EXPECT_THAT(verdictLines(verdict, Language::English, {}), testing::ElementsAre("1 of 1 node not ready"));
}

TEST(ReasonText, LeadsWithWordsAndNeverWithACode) {
    for (const auto& sentence : reasonSentences()) {
        const auto text = sentence.in(Language::English);
        const auto end = text.find_first_of(": ");
        EXPECT_EQ(std::count_if(text.begin(), end == std::string_view::npos ? text.end() : text.begin() + end,
                                [](unsigned char c) { return std::isupper(c); }),
                  text.empty() ? 0 : 1)
            << text;
    }
}

TEST(ReasonText, SaysTheCauseOfARetryWithoutItsNumbers) {
    EXPECT_EQ(english(ReasonCode::RetryAfter, {{"attempt", "2"}, {"seconds", "10"}, {"cause", "exit_code"}}),
              "Tries again in 10 s: attempt 2, after: Exit code");
}

TEST(ReasonText, SaysWhereAndByWhenRoomIsPromised) {
    auto arguments = promised().at(ReasonCode::NotEnoughFree);
    arguments["promised"] = "n1";
    arguments["within"] = "7200";
    EXPECT_EQ(english(ReasonCode::NotEnoughFree, arguments),
              "Not enough free: asks 4 cores, 0.5 cores free on the nearest of 2 nodes; gets room on n1 in 2 h at the "
              "latest");
    EXPECT_THAT(reasonText({ReasonCode::NotEnoughFree, arguments}, Language::Chinese),
                testing::HasSubstr("最迟 2 小时后可在 n1 上获得资源"));
}

TEST(ReasonText, SaysNothingForNoReason) {
    EXPECT_EQ(english(ReasonCode::None), "");
}

TEST(ReasonText, SaysTheCauseOfARetryAsAReason) {
    EXPECT_EQ(english(ReasonCode::RetryAfter, promised().at(ReasonCode::RetryAfter)),
              "Tries again in 10 s: attempt 2, after: Node lost");
}

TEST(VerdictLines, TellReasonFunnelAndGap) {
    Verdict verdict;
    verdict.reason = {ReasonCode::NotEnoughFree, promised().at(ReasonCode::NotEnoughFree)};
    verdict.nodes = 2;
    verdict.funnel = {{"not-ready", 1}, {"cpu", 1}};
    verdict.nearest = {{"cpu", 4000, 500, 8000}};
    EXPECT_THAT(verdictLines(verdict, Language::English, {}),
                testing::ElementsAre("Not enough free: asks 4 cores, 0.5 cores free on the nearest of 2 nodes",
                                     "1 of 2 nodes not ready", "1 of 2 nodes with too few free CPUs",
                                     "CPU: asks 4 cores, free 0.5 cores of 8 cores"));
    EXPECT_EQ(verdictLines(verdict, Language::Chinese, {}).size(), 4u);
}

}  // namespace
}  // namespace ph::messages
