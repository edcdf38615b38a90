#include "engine/docker/json_lines.h"

#include "engine/docker/docker_json.h"

#include <gtest/gtest.h>

namespace ph::engine {

TEST(JsonLines, AreTheSameWhereverTheyAreCut) {
    const std::string text = "{\"n\":1}\r\n\n  \n{\"n\":2,\"t\":\"a\\nb\"}\n{\"n\":3";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        JsonLines lines;
        std::vector<std::int64_t> numbers;
        for (const auto& part : {text.substr(0, cut), text.substr(cut)})
            for (const auto& value : lines.feed(part)) numbers.push_back(numberAt(value, "/n"));
        EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2})) << cut;
        EXPECT_FALSE(lines.broken());
        EXPECT_EQ(lines.feed("}\n").size(), 1u) << cut;
    }
}

TEST(JsonLines, ALineThatIsNoneBreaksThemForGood) {
    JsonLines lines;
    EXPECT_EQ(lines.feed("{\"n\":1}\nnonsense\n{\"n\":2}\n").size(), 1u);
    EXPECT_TRUE(lines.broken());
    EXPECT_TRUE(lines.feed("{\"n\":3}\n").empty());
}

TEST(JsonLines, ALineWithoutEndIsNotKept) {
    JsonLines lines;
    const std::string part(JsonLines::kLongest / 2, ' ');
    EXPECT_TRUE(lines.feed(part).empty());
    EXPECT_TRUE(lines.feed(part).empty());
    EXPECT_FALSE(lines.broken());
    EXPECT_TRUE(lines.feed("x").empty());
    EXPECT_TRUE(lines.broken());
}

TEST(DockerJson, WhatIsAbsentOrOfAnotherTypeIsEmpty) {
    const auto json = *parseAnswer(R"({"a":{"b":"text","n":7,"f":true},"list":[1]})");
    EXPECT_EQ(textAt(json, "/a/b"), "text");
    EXPECT_EQ(numberAt(json, "/a/n"), 7);
    EXPECT_TRUE(flagAt(json, "/a/f"));
    for (const char* pointer : {"/a/x", "/a", "/list/b", "/a/b/c", ""}) {
        EXPECT_EQ(textAt(json, pointer), "") << pointer;
        EXPECT_EQ(numberAt(json, pointer), 0) << pointer;
        EXPECT_FALSE(flagAt(json, pointer)) << pointer;
    }
    EXPECT_FALSE(parseAnswer(std::string(100, '[')));
}

TEST(DockerJson, NamesAreEncodedForAddresses) {
    EXPECT_EQ(urlEncoded("a/b:c d%\xc3\xa9-._~"), "a%2Fb%3Ac%20d%25%C3%A9-._~");
}

}  // namespace ph::engine
