#include "reflect/json_text.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

using reflect::parseJson;

std::string fault(std::string_view text, std::size_t most = 4 << 20) {
    const auto value = parseJson(text, most);
    if (value) return "none";
    return value.error().faults.empty() ? "" : value.error().faults[0].code;
}

TEST(ParseJson, ReadsOneValue) {
    const auto value = parseJson(" {\"a\": [1, 2.5, null, true, \"x\"]} \n");
    ASSERT_TRUE(value);
    EXPECT_EQ(value->at("a").as_array().size(), 5u);
}

TEST(ParseJson, RefusesWhatIsNotOneValidValue) {
    for (const auto* text : {"", " ", "{", "[1,]", "{\"a\":1} x", "{} {}", "nul", "'a'", "{a:1}", "// c\n1", "\"\xff\"",
                             "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "NaN", "01", "[1 2]", "\"a\nb\""})
        EXPECT_EQ(fault(text), "json") << text;
}

TEST(ParseJson, RefusesAKeyTwice) {
    EXPECT_EQ(fault(R"({"a": 1, "a": 2})"), "json");
    EXPECT_EQ(fault(R"({"a": {"b": 1, "c": 2, "b": 3}})"), "json");
    EXPECT_EQ(fault(R"([{"a": 1}, {"a": 2}])"), "none");
    EXPECT_EQ(fault(R"({"a": 1, "\u0061": 2})"), "json");
}

TEST(ParseJson, RefusesANumberThatWouldBeInfinite) {
    for (const auto* text : {"1e999", "[-1e999]", R"({"a": [1, 2e400]})"}) EXPECT_EQ(fault(text), "json") << text;
    for (const auto* text : {"1e308", "-1.7976931348623157e308", "1e-999"}) EXPECT_EQ(fault(text), "none") << text;
}

TEST(ParseJson, ShowsOnlyTheBeginningOfALongKeyThatStandsTwice) {
    const std::string key(100'000, 'k');
    const auto value = parseJson("{\"" + key + "\": 1, \"" + key + "\": 2}");
    ASSERT_FALSE(value);
    EXPECT_LE(value.error().faults[0].value.size(), 120u);
}

TEST(ParseJson, RefusesTooLargeAndTooDeep) {
    EXPECT_EQ(fault("[1, 2, 3]", 8), "json");
    EXPECT_EQ(fault(std::string(32, '[') + std::string(32, ']')), "none");
    EXPECT_EQ(fault(std::string(33, '[') + std::string(33, ']')), "json");
    EXPECT_EQ(fault(std::string(1'000'000, '[')), "json");
}

TEST(PrettyJson, EscapesWhatCouldSteerATerminalAndReadsBack) {
    const boost::json::value value{{"k\xE2\x80\xAE",
                                    "\xC2\x9B"
                                    "2J\xE2\x80\xA8"}};
    const auto text = reflect::prettyJson(value);
    EXPECT_EQ(text, "{\n  \"k\\u202e\": \"\\u009b2J\\u2028\"\n}\n");
    EXPECT_EQ(*parseJson(text), value);
}

TEST(PrettyJson, IndentsAndReadsBack) {
    const auto value = parseJson(R"({"a":[1,{"b":"c"}],"empty":[],"none":{},"text":"q\"\n"})");
    const auto text = reflect::prettyJson(*value);
    EXPECT_THAT(text, testing::StartsWith("{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c\"\n"));
    EXPECT_THAT(text, testing::HasSubstr("\"empty\": [],\n  \"none\": {},"));
    EXPECT_EQ(text.back(), '\n');
    EXPECT_EQ(*parseJson(text), *value);
}

}  // namespace

}  // namespace ph::test
