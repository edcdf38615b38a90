#include "store/sql/postgres_text.h"

#include <gtest/gtest.h>

namespace ph::test {

namespace {

TEST(PostgresText, StaysAsItIsWhereItCan) {
    for (const char* text : {"", "plain", "中文 ünïcode", "\n\t \x7f"}) EXPECT_EQ(postgresText(text), text);
}

TEST(PostgresText, ComesBackWhateverItsBytes) {
    for (int first = 0; first < 256; ++first)
        for (const int second : {0, 1, 0x30, 0x61, 0x80, 0xbf, 0xc3, 0xff}) {
            const std::string text{'x', static_cast<char>(first), static_cast<char>(second)};
            auto stored = postgresText(text);
            EXPECT_EQ(stored.find('\0'), std::string::npos);
            restorePostgresText(stored);
            EXPECT_EQ(stored, text) << first << " " << second;
        }
}

TEST(PostgresText, OfAnotherMakerIsTakenAsItIs) {
    for (const char* stored : {"\x01",
                               "\x01"
                               "0",
                               "\x01zz", "end\x01"}) {
        std::string text = stored;
        restorePostgresText(text);
        EXPECT_EQ(text, stored);
    }
}

}  // namespace

}  // namespace ph::test
