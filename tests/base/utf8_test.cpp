#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace ph::test {

TEST(Utf8, TextOfEveryLengthIsUtf8) {
    for (const auto* good :
         {"", "plain", "é", "中文", "\xF0\x9F\x91\xA8", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
        EXPECT_TRUE(isUtf8(good)) << good;
    EXPECT_TRUE(isUtf8(std::string("a\0b", 3)));
}

TEST(Utf8, WhatDecodersDisagreeAboutIsNot) {
    for (const auto* bad : {"\xFF", "a\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                            "\xF4\x90\x80\x80", "\xE4\xB8", "\xE4\xB8x"})
        EXPECT_FALSE(isUtf8(bad));
}

TEST(Utf8, AnExcerptIsTheTextItselfWhereItIsShortAndWellFormed) {
    for (const auto* good : {"", "plain", "中文"}) EXPECT_EQ(excerpt(good), good);
    EXPECT_EQ(excerpt(std::string(80, 'x')), std::string(80, 'x'));
}

TEST(Utf8, AnExcerptIsCutAtACharacterAndWellFormedWhateverTheBytes) {
    EXPECT_EQ(excerpt(std::string(81, 'x')), std::string(80, 'x') + "…");
    EXPECT_EQ(excerpt(std::string(79, 'x') + "€"), std::string(79, 'x') + "…");
    EXPECT_EQ(excerpt("a\xFF\xC3"), "a\uFFFD\uFFFD");
    EXPECT_EQ(excerpt("\xE4\xB8x", 10), "\uFFFD\uFFFDx");
    EXPECT_EQ(excerpt("中文", 3), "中…");
}

}  // namespace ph::test
