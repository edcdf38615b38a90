#include "messages/foresight_text.h"

#include "messages/reason_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::messages {
namespace {

using testing::ElementsAre;

constexpr Timestamp kNow{1'000'000'000};

Timestamp in(std::int64_t seconds) {
    return kNow + std::chrono::seconds(seconds);
}

TEST(ForesightText, SaysWhenAndOnWhatThatRests) {
    Verdict verdict;
    const auto text = [&](Language language = Language::English) { return estimateText(verdict, language, kNow); };
    EXPECT_EQ(text(), "") << "nothing was computed";
    verdict.estimate = {EstimateBasis::Promised, in(7200), 1};
    EXPECT_EQ(text(), "Starts in 2 h at the latest: its room is promised");
    EXPECT_EQ(text(Language::Chinese), "最迟 2 小时后开始：资源已预留");
    verdict.estimate = {EstimateBasis::Computed, in(-3), 1};
    EXPECT_EQ(text(), "Starts in 0 s if what is before it runs to its time limits; others may still come before");
    verdict.estimate = {EstimateBasis::Unknown, {}, 0};
    EXPECT_EQ(text(), "When it starts is not known: what is in its way has no time limit");
    verdict.reason.code = ReasonCode::NeverFits;
    EXPECT_EQ(text(), "It does not start as long as the nodes stay as they are");
}

TEST(ForesightText, SaysWhatWouldStartAtOnce) {
    Verdict verdict;
    verdict.relaxations = {{{{"cpu", 4000, 2000}}},
                           {{{"accelerators", 2, 1}, {"memory", 2 << 20, 1 << 20}}},
                           {{{"time_limit", 7200, 1800}}},
                           {{{"model", 0, 0}}}};
    EXPECT_THAT(relaxationLines(verdict, Language::English),
                ElementsAre("Would start at once with 2 cores instead of 4 cores",
                            "Would start at once with 1 accelerator instead of 2 and 1 MiB of memory instead of 2 MiB",
                            "Would start at once with a time limit of 30 min instead of 2 h",
                            "Would start at once with any accelerator model"));
    EXPECT_EQ(relaxationLines(verdict, Language::Chinese).front(),
              "改为以下要求即可立即开始：处理器 2 核（原为 4 核）");
    EXPECT_EQ(relaxationLines(verdict, Language::English, 2).size(), 2u);
}

TEST(ForesightText, NamesWhoIsInTheWayIfThatMayBeKnown) {
    Verdict verdict;
    verdict.blockers = {{std::nullopt, 7, "ada", in(3600), 1, {4000}, {1 << 30}},
                        {std::nullopt, 0, "", {}, 0, {1000}, {}}};
    verdict.keepers = {{std::nullopt, 0, "", in(60), 1}};
    EXPECT_THAT(
        inTheWayLines(verdict, Language::English, kNow),
        ElementsAre("In its way: #7 of ada, ends in 1 h at the latest, holds 4 cores, 1 GiB of memory, 1 "
                    "accelerator",
                    "In its way: a job of somebody else, holds 1 core",
                    "Room on 1 node is promised to a job of somebody else, which starts in 60 s at the latest"));
    verdict.blockers.resize(9);
    EXPECT_EQ(inTheWayLines(verdict, Language::English, kNow).back(), "And 5 more");
    EXPECT_EQ(verdictLines(verdict, Language::Chinese, kNow).size(), 6u);
}

TEST(ForesightText, IsWholeInBothLanguages) {
    for (const auto& sentence : foresightSentences())
        for (const auto language : {Language::English, Language::Chinese})
            EXPECT_FALSE(sentence.in(language).empty()) << sentence.key;
}

}  // namespace
}  // namespace ph::messages
