#include "engine/text.h"

#include "base/utf8.h"

#include <gtest/gtest.h>

namespace ph::engine {

TEST(Texts, InEveryScriptStayAsTheyAre) {
    for (const char* text : {"", "plain", "100%", "modèle", "模型", "данные", "\U0001F680", "tab\tline\nbell\a"})
        EXPECT_EQ(asText(text), text);
    EXPECT_EQ(asText(std::string_view("a\0b", 3)).size(), 3u);
}

TEST(Texts, ThatAreNoneAreToldByTheirBytes) {
    EXPECT_EQ(asText("bad\xff\xfe name"), "bad%FF%FE name");
    EXPECT_EQ(asText("folder\xc0\xaf/x"), "folder%C0%AF/x");
    EXPECT_EQ(asText("模\xed\xa0\x80"), "%E6%A8%A1%ED%A0%80") << "what is whole in it cannot be told from what is not";
}

TEST(Texts, ComeOutOfWhateverIsCutAnywhere) {
    const std::string whole = "a模\U0001F680z";
    for (std::size_t size = 0; size <= whole.size(); ++size)
        EXPECT_TRUE(isUtf8(asText(std::string_view(whole).substr(0, size)))) << size;
}

}  // namespace ph::engine
