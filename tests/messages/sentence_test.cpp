#include "messages/sentence.h"

#include <gtest/gtest.h>

namespace ph::messages {
namespace {

std::string english(std::string_view pattern, const Arguments& arguments) {
    return filled(pattern, arguments, Language::English);
}

TEST(Sentence, PutsArgumentsWhereTheirNamesStand) {
    EXPECT_EQ(english("{b} before {a}.", {{"a", "1"}, {"b", "2"}}), "2 before 1.");
}

TEST(Sentence, ShowsBytesAndTimesWithUnits) {
    EXPECT_EQ(english("{n|bytes}", {{"n", "536870912"}}), "512 MiB");
    EXPECT_EQ(english("{n|time}", {{"n", "60"}}), "60 s");
    EXPECT_EQ(english("{n|time}", {{"n", "5400"}}), "1 h 30 min");
}

TEST(Sentence, CountsTimeInTheReadersLanguage) {
    const auto chinese = [](std::int64_t seconds) { return durationText({seconds}, Language::Chinese); };
    EXPECT_EQ(chinese(0), "0 秒");
    EXPECT_EQ(chinese(180), "3 分钟");
    EXPECT_EQ(chinese(192), "3 分 12 秒");
    EXPECT_EQ(chinese(5400), "1 小时 30 分");
    EXPECT_EQ(chinese(86400), "1 天");
    EXPECT_EQ(filled("{n|time}", {{"n", "60"}}, Language::Chinese), "60 秒");
    EXPECT_EQ(durationText({5400}, Language::English), "1 h 30 min");
}

TEST(Sentence, TakesTheUnitOfAnAmountFromTheResource) {
    EXPECT_EQ(english("{n|amount}", {{"resource", "cpu"}, {"n", "1500"}}), "1.5 cores");
    EXPECT_EQ(english("{n|amount}", {{"resource", "cpu"}, {"n", "1000"}}), "1 core");
    EXPECT_EQ(english("{n|amount}", {{"resource", "memory"}, {"n", "1073741824"}}), "1 GiB");
    EXPECT_EQ(english("{n|amount}", {{"resource", "accelerators"}, {"n", "4"}}), "4");
    EXPECT_EQ(filled("{n|amount}", {{"resource", "cpu"}, {"n", "2000"}}, Language::Chinese), "2 核");
}

TEST(Sentence, ShowsWhatIsNoNumberAsItStands) {
    EXPECT_EQ(english("{n|bytes}", {{"n", "plenty"}}), "plenty");
}

TEST(Sentence, LeavesOutBracketsWhoseArgumentsAreMissing) {
    EXPECT_EQ(english("gone[: {name}].", {}), "gone.");
    EXPECT_EQ(english("gone[: {name}].", {{"name", "x"}}), "gone: x.");
}

TEST(Sentence, TellsMissingArgumentsOutsideOfBrackets) {
    std::vector<std::string> missing;
    EXPECT_EQ(filled("{a} [{b}] {c}", {{"a", "1"}}, Language::English, &missing), "1  ?");
    EXPECT_EQ(missing, std::vector<std::string>{"c"});
}

TEST(Sentence, DoesNotReadArgumentsAsPatterns) {
    EXPECT_EQ(english("{a}", {{"a", "{b} [x] %s <b>"}, {"b", "no"}}), "{b} [x] %s <b>");
}

TEST(Language, IsChineseForChineseLocalesOnly) {
    for (const auto* locale : {"zh", "zh_CN.UTF-8", "zh-Hans", "zh.UTF-8"})
        EXPECT_EQ(languageOf(locale), Language::Chinese) << locale;
    for (const auto* locale : {"", "C", "en_US.UTF-8", "de", "zhx"})
        EXPECT_EQ(languageOf(locale), Language::English) << locale;
}

}  // namespace
}  // namespace ph::messages
