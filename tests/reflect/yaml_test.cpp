#include "reflect/yaml.h"

#include "domain/jobs/job_spec.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

namespace ph::test {

namespace {

using reflect::parseYaml;
using reflect::yamlText;

std::string json(std::string_view yaml) {
    const auto value = parseYaml(yaml);
    return value ? boost::json::serialize(*value) : value.error().faults[0].value;
}
std::string fault(std::string_view yaml) {
    const auto value = parseYaml(yaml);
    return value ? "none" : value.error().faults[0].code + ": " + value.error().faults[0].value;
}

TEST(ParseYaml, ReadsMapsListsAndPlainTypes) {
    EXPECT_EQ(json("a: 1\nb: [x, 2.5, true, null]\nc: {d: e}\n"), R"({"a":1,"b":["x",2.5E0,true,null],"c":{"d":"e"}})");
    EXPECT_EQ(json("- a\n-\n  - b\n"), R"(["a",["b"]])");
    EXPECT_EQ(json("text: |\n  one\n  two\n"), R"({"text":"one\ntwo\n"})");
    EXPECT_EQ(json(""), "null");
    EXPECT_EQ(json("# only a comment\n"), "null");
}

TEST(ParseYaml, KeepsTheTextOfWhatOnlyLooksLikeANumberOrABoolean) {
    for (const auto* text : {"yes", "no", "on", "Off", "0777", "1e3", "1_000", "0x10", "0.50", "1.0", "+5", "12:30",
                             "2026-01-02", "True", ".5", "1.2.3", "00"})
        EXPECT_EQ(json(std::string("v: ") + text), std::string(R"({"v":")") + text + R"("})") << text;
}

TEST(ParseYaml, QuotedScalarsAreText) {
    EXPECT_EQ(json("[\"5\", 'true', \"null\", 5]"), R"(["5","true","null",5])");
}

TEST(ParseYaml, ReadsAliases) {
    EXPECT_EQ(json("a: &x [1, 2]\nb: *x\n"), R"({"a":[1,2],"b":[1,2]})");
    EXPECT_EQ(json("&k key: v\nother: *k\n"), R"({"key":"v","other":"key"})");
}

TEST(ParseYaml, RefusesAnAliasBombAtOnce) {
    std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char c = 'b'; c <= 'i'; ++c) {
        bomb += std::string(1, c) + ": &" + c + " [";
        for (int i = 0; i < 9; ++i) bomb += std::string(i ? "," : "") + "*" + static_cast<char>(c - 1);
        bomb += "]\n";
    }
    EXPECT_LT(bomb.size(), 400u);
    EXPECT_THAT(fault(bomb), testing::HasSubstr("too many"));
}

TEST(ParseYaml, RefusesAliasesThatRepeatTooMuchText) {
    const auto repeated = [](std::size_t length, int times) {
        std::string text = "a: &a " + std::string(length, 'x') + "\nb: [";
        for (int i = 0; i < times; ++i) text += i ? ",*a" : "*a";
        return text + "]\n";
    };
    EXPECT_EQ(fault(repeated(1000, 100)), "none");
    EXPECT_THAT(fault(repeated(900'000, 100)), testing::HasSubstr("too much repeated text"));
    std::string keys = "a: &a {";
    for (int i = 0; i < 900; ++i) keys += std::to_string(1000 + i) + std::string(900, 'k') + ": 1, ";
    EXPECT_THAT(fault(keys + "}\nb: [*a, *a, *a, *a]\n"), testing::HasSubstr("too much repeated text"));
    // What an anchor keeps is a copy too.
    std::string nested = std::string(500'000, 'x');
    for (int i = 0; i < 30; ++i) nested = "&a" + std::to_string(i) + " [" + nested + "]";
    EXPECT_THAT(fault(nested), testing::HasSubstr("too much repeated text"));
}

TEST(ParseYaml, RefusesAnAliasInsideItsOwnAnchor) {
    EXPECT_THAT(fault("&x [*x]"), testing::HasSubstr("alias inside"));
    EXPECT_THAT(fault("a: &x {b: *x}"), testing::HasSubstr("alias inside"));
}

TEST(ParseYaml, RefusesAKeyTwiceWithItsPlace) {
    EXPECT_THAT(fault("a: 1\nb: 2\na: 3\n"),
                testing::AllOf(testing::HasSubstr("line 3, column 1"), testing::HasSubstr("a twice")));
    EXPECT_THAT(fault("x: {a: 1, a: 1}"), testing::HasSubstr("a twice"));
}

TEST(ParseYaml, RefusesSeveralDocuments) {
    EXPECT_THAT(fault("a: 1\n---\nb: 2\n"), testing::HasSubstr("more than one document"));
    EXPECT_EQ(fault("---\na: 1\n"), "none");
    EXPECT_EQ(fault("---\na: 1\n...\n"), "none");
}

TEST(ParseYaml, RefusesWhatIsTooDeepTooManyOrTooLarge) {
    EXPECT_EQ(fault(std::string(32, '[') + std::string(32, ']')), "none");
    EXPECT_THAT(fault(std::string(33, '[') + std::string(33, ']')), testing::HasSubstr("nested too deeply"));
    std::string many;
    for (int i = 0; i < 20'001; ++i) many += "- a\n";
    EXPECT_THAT(fault(many), testing::HasSubstr("too many values"));
    EXPECT_THAT(fault(std::string((1 << 20) + 1, ' ')), testing::HasSubstr("1048577 bytes"));
    EXPECT_THAT(fault(std::string(100'000, '[')), testing::HasSubstr("yaml"));
    EXPECT_THAT(fault(std::string(100'000, '{')), testing::HasSubstr("yaml"));
}

TEST(ParseYaml, RefusesKeysThatAreNotText) {
    EXPECT_THAT(fault("[a, b]: c"), testing::HasSubstr("key"));
    EXPECT_THAT(fault("{a: b}: c"), testing::HasSubstr("key"));
    EXPECT_EQ(json("5: x\ntrue: y\n"), R"({"5":"x","true":"y"})");
    EXPECT_THAT(fault("? \n: x"), testing::HasSubstr("key"));
}

TEST(ParseYaml, SaysWhereSyntaxIsWrong) {
    EXPECT_THAT(fault("a: [1, 2\nb: 3\n"), testing::StartsWith("yaml: line "));
    EXPECT_THAT(fault("a: b: c"), testing::StartsWith("yaml: line 1"));
    EXPECT_THAT(fault("\tx: 1"), testing::StartsWith("yaml"));
    EXPECT_THAT(fault("a: *unknown"), testing::StartsWith("yaml"));
    EXPECT_THAT(fault("%YAML 9.9\n---\na"), testing::StartsWith("yaml"));
    EXPECT_THAT(fault("a: \"un\\x00nul\""), testing::HasSubstr("NUL"));
}

TEST(ParseYaml, RefusesTextThatIsNotUtf8) {
    for (const auto* text : {"a: \"\xFF\"", "a: \xC3", "[\xED\xA0\x80]", "\xC0\x80: 1"})
        EXPECT_THAT(fault(text), testing::HasSubstr("not UTF-8")) << text;
}

TEST(ParseYaml, ShowsOnlyTheBeginningOfALongKeyThatStandsTwice) {
    const std::string key(1000, 'k');
    const auto value = parseYaml(key + ": 1\n" + key + ": 2\n");
    ASSERT_FALSE(value);
    EXPECT_LE(value.error().faults[0].value.size(), 150u);
}

TEST(ParseYaml, NeverFailsOtherwiseOnBrokenBytes) {
    const std::string sample =
        "a: &x [1, 'b', \"c\"]\n? q\n: {d: *x, e: !!str 5, f: |\n   t\n }\n--- >\n text\n...\n%TAG ! a:\n";
    for (std::size_t cut = 0; cut <= sample.size(); ++cut) {
        (void)parseYaml(sample.substr(0, cut));
        (void)parseYaml(sample.substr(cut));
        for (const char with : {'\0', '\xff', ':', '[', '}', '*', '&', '\n', '\t'}) {
            auto changed = sample;
            if (cut < changed.size()) changed[cut] = with;
            (void)parseYaml(changed);
        }
    }
}

TEST(YamlText, QuotesEveryStringThatWouldReadBackAsAnotherType) {
    for (const auto* text : {"yes",
                             "no",
                             "0777",
                             "5",
                             "1e3",
                             "true",
                             "null",
                             "~",
                             "",
                             " lead",
                             "trail ",
                             "a: b",
                             "a #b",
                             "- a",
                             "[x",
                             "{x",
                             "*x",
                             "&x",
                             "!x",
                             "|",
                             ">",
                             "%x",
                             "@x",
                             "`x",
                             "'x",
                             "\"x",
                             "x:",
                             "line\nbreak",
                             "tab\there",
                             "=",
                             "<<",
                             "1.5",
                             "-5",
                             ".inf",
                             "0x1f",
                             "12:30",
                             "2026-01-02",
                             "ümlaut 中文",
                             "back\\slash",
                             "\x7f",
                             "a,b",
                             "? x",
                             "---",
                             "...",
                             "No",
                             "NULL",
                             "a\xc2\x85"
                             "b",
                             "a\xe2\x80\xa8"
                             "b"}) {
        const boost::json::value value(text);
        for (const boost::json::value& shape : {boost::json::value(value), boost::json::value{value, value},
                                                boost::json::value(boost::json::object{{"k", value}, {text, 1}})}) {
            const auto back = parseYaml(yamlText(shape));
            ASSERT_TRUE(back) << yamlText(shape);
            EXPECT_EQ(*back, shape) << yamlText(shape);
        }
    }
    EXPECT_EQ(yamlText("plain text"), "plain text\n");
}

TEST(YamlText, EscapesWhatCouldMisleadATerminalOrAParser) {
    EXPECT_EQ(yamlText("a\xC2\x85z"), "\"a\\u0085z\"\n");
    EXPECT_EQ(yamlText("a\xC2\x9Bz"), "\"a\\u009bz\"\n");
    EXPECT_EQ(yamlText("\x7F"), "\"\\u007f\"\n");
    EXPECT_EQ(yamlText("a\xE2\x80\xA8 \xE2\x80\xA9z"), "\"a\\u2028 \\u2029z\"\n");
    EXPECT_EQ(yamlText(boost::json::object{{"gpj\xE2\x80\xAE", "\xE2\x81\xA6x\xE2\x81\xA9"}}),
              "\"gpj\\u202e\": \"\\u2066x\\u2069\"\n");
    EXPECT_EQ(yamlText("\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F\xEF\xBB\xBF"), "\"\\u061c\\u200e\\u200f\\ufeff\"\n");
    EXPECT_EQ(yamlText("na\xC3\xAFve \xC2\xA0 \xE4\xB8\xAD \xE2\x80\x94"),
              "na\xC3\xAFve \xC2\xA0 \xE4\xB8\xAD \xE2\x80\x94\n");
}

TEST(YamlText, EveryDoubleStaysTheSameNumber) {
    for (const double number : {4742e222, 1.8787878888787878e19, 0.1, 5e-324, 1.7976931348623157e308, 1e22, -2.5})
        EXPECT_EQ(parseYaml(yamlText(boost::json::value(number)))->to_number<double>(), number) << number;
}

TEST(YamlText, AKeyOfAnyLengthIsReadBack) {
    for (const std::size_t length : {1023U, 1024U, 1025U, 5000U}) {
        const std::string key(length, 'k'), odd(length, '\x1e');
        const boost::json::value value{
            {"list", {{{key, {{"inner", 1}}}, {odd, {1, 2}}}}}, {key, "text"}, {odd, {{"x", 2}}}};
        const auto back = parseYaml(yamlText(value));
        ASSERT_TRUE(back) << length << ": " << back.error().faults.front().value;
        EXPECT_EQ(*back, value) << length;
    }
}

TEST(YamlText, ANegativeZeroStaysANumber) {
    EXPECT_EQ(parseYaml(yamlText(boost::json::value(-0.0)))->to_number<double>(), 0.0);
}

TEST(YamlText, ReadsBackNestedValues) {
    const auto value = *parseYaml("a:\n  - b: [1, {c: d}]\n    e: []\n  - - x\n    - {}\n  - null\nf: 2.5\ng: -7\n");
    EXPECT_EQ(*parseYaml(yamlText(value)), value);
}

TEST(YamlText, AJobSpecComesBackAsItWas) {
    JobSpec spec;
    spec.name = "yes";
    spec.command = {"sleep", "60", "0777", "- x", "1e3", "true"};
    spec.environment = {{"A", "no"}, {"B", "1.0"}, {"C", "multi\nline: x"}};
    spec.resources.cpu = {1250};
    spec.resources.accelerators = {{"H100", 2}};
    spec.timeLimit = {5400};
    const auto back = reflect::decode<JobSpec>(*parseYaml(yamlText(reflect::encode(spec))), reflect::Scalars::Lenient);
    ASSERT_TRUE(back);
    EXPECT_EQ(reflect::encode(*back), reflect::encode(spec));
}

TEST(YamlText, PeopleMayWriteNumbersInACommand) {
    const auto spec =
        reflect::decode<JobSpec>(*parseYaml("command: [sleep, 60, 1.5, 0.50, true, 0777]\ntime_limit: 15m\n"
                                            "resources: {cpu: 0.5, memory: 2GiB}\n"),
                                 reflect::Scalars::Lenient);
    ASSERT_TRUE(spec);
    EXPECT_THAT(spec->command, testing::ElementsAre("sleep", "60", "1.5", "0.50", "true", "0777"));
    EXPECT_EQ(spec->timeLimit, Seconds{900});
    EXPECT_EQ(spec->resources.cpu, MilliCpu{500});
}

}  // namespace

}  // namespace ph::test
