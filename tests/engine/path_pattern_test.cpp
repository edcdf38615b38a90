#include "engine/path_pattern.h"

#include <gtest/gtest.h>

namespace ph::engine {

TEST(PathPatterns, MatchAsWritten) {
    const struct {
        const char* pattern;
        const char* path;
        bool matches;
    } rows[] = {
        {"a.txt", "a.txt", true},
        {"a.txt", "b/a.txt", false},
        {"*.txt", "a.txt", true},
        {"*.txt", "b/a.txt", false},
        {"*/a.txt", "b/a.txt", true},
        {"**/a.txt", "a.txt", true},
        {"**/a.txt", "b/c/a.txt", true},
        {"out/**", "out/x/y", true},
        {"out/**", "other/x", false},
        {"out", "out/x/y", true},
        {"out/", "out/x", true},
        {"./out/x", "out/x", true},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a*c*e", "abcde", true},
        {"a*c*e", "abcd", false},
        {"**/b/**/d", "a/b/c/d", true},
        {"**/b/**/d", "b/d", true},
        {"*", ".hidden", true},
        {"out*", "output/a", true},
        {"x", "xy", false},
    };
    for (const auto& row : rows)
        EXPECT_EQ(PathPattern(row.pattern).matches(row.path), row.matches) << row.pattern << " " << row.path;
}

TEST(PathPatterns, SayWhereToSearch) {
    EXPECT_TRUE(PathPattern("a/b/*.txt").mayMatchBelow("a"));
    EXPECT_TRUE(PathPattern("a/b/*.txt").mayMatchBelow("a/b"));
    EXPECT_FALSE(PathPattern("a/b/*.txt").mayMatchBelow("b"));
    EXPECT_TRUE(PathPattern("**/x").mayMatchBelow("any/where"));
}

TEST(PathPatterns, NoPatternIsSlow) {
    std::string pattern, path;
    for (int i = 0; i < 60; ++i) pattern += "**/a*a*a*a*b/";
    for (int i = 0; i < 200; ++i) path += std::string(60, 'a') + "/";
    EXPECT_FALSE(PathPattern(pattern).matches(path));
}

TEST(PathPatterns, WithoutWildcardsTheyArePlain) {
    EXPECT_TRUE(PathPattern("a/b").plain());
    EXPECT_FALSE(PathPattern("a/*").plain());
}

}  // namespace ph::engine
