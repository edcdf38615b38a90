#include "reflect/codec.h"

#include "reflect/json_text.h"
#include "reflect/sample.h"
#include "support/seeded_random.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

namespace ph::test {

namespace {

using reflect::Scalars;

Result<Car> car(std::string_view json, Scalars scalars = Scalars::Strict) {
    const auto value = reflect::parseJson(json);
    EXPECT_TRUE(value) << json;
    return reflect::decode<Car>(*value, scalars);
}

/// "path code value -> allowed" of each fault.
std::vector<std::string> faults(std::string_view json, Scalars scalars = Scalars::Strict) {
    std::vector<std::string> list;
    const auto decoded = car(json, scalars);
    if (!decoded)
        for (const auto& fault : decoded.error().faults) list.push_back(fault.path + " " + fault.code);
    return list;
}

TEST(Codec, WritesWireNamesWordsAndUnits) {
    Car value;
    value.ownerName = "ada";
    value.cpu = {1500};
    value.wheels = {{"front", 2}};
    const auto json = reflect::encode(value);
    EXPECT_EQ(
        boost::json::serialize(json),
        R"({"owner_name":"ada","colour":"dark_blue","sold":false,"mileage":0,"price":1.5E0,"memory":"64MiB","cpu":1.5E0,)"
        R"("warranty":"1h","built_at":null,"job":"","node":null,"seats":null,"wheels":[{"name":"front","size":2}],)"
        R"("labels":{},"anything":null})");
}

TEST(Codec, ReadsBackWhatItWrites) {
    SeededRandom random;
    Car value;
    value.ownerName = "a \"quoted\" \n nul \0 name";
    value.colour = Colour::Red;
    value.sold = true;
    value.mileage = std::numeric_limits<std::int64_t>::min();
    value.price = -0.1;
    value.memory = {12'345};
    value.cpu = {1};
    value.warranty = {61};
    value.builtAt = {1'767'323'045'000'006};
    value.job = JobId::random(random);
    value.node = NodeId::random(random);
    value.seats = 0;
    value.wheels = {{"a", 1}, {"b", -1}};
    value.labels = {{"", "empty key"}, {"k", ""}};
    value.anything = {1, "two", nullptr};
    const auto json = reflect::encode(value);
    const auto back = reflect::decode<Car>(json);
    ASSERT_TRUE(back);
    EXPECT_EQ(reflect::encode(*back), json);
    const auto throughText = reflect::decode<Car>(*reflect::parseJson(boost::json::serialize(json)));
    ASSERT_TRUE(throughText);
    EXPECT_EQ(reflect::encode(*throughText), json);
}

TEST(Codec, MissingAndNullMembersKeepTheirDefaults) {
    const auto value = car(R"({"owner_name": "ada", "mileage": null, "wheels": [{"name": "w"}]})");
    ASSERT_TRUE(value);
    EXPECT_EQ(value->price, 1.5);
    EXPECT_EQ(value->memory, mebibytes(64));
    EXPECT_EQ(value->wheels[0].size, 3);
}

TEST(Codec, ReportsEveryFaultAtOnceWithItsPath) {
    EXPECT_THAT(
        faults(R"({"owner_name": 5, "colour": "green", "sold": "yes", "mileage": 1.5, "price": "x", "memory": "lots",
                           "cpu": -1, "warranty": [], "built_at": "yesterday", "job": "j1", "node": "jaaaaaaaaaaaaa",
                           "wheels": [{}, {"name": "w", "size": 3000000000}], "labels": {"a": {}}})"),
        testing::ElementsAre("owner_name type", "colour word", "sold type", "mileage type", "price type",
                             "memory format", "cpu range", "warranty type", "built_at format", "job id", "node id",
                             "wheels[0].name required", "wheels[1].size range", "labels.a type"));
}

TEST(Codec, UnknownFieldsAreFaultsWithTheNearestKnownOne) {
    const auto decoded = car(R"({"ownr_name": "ada", "zzzzzzzz": 1, "wheels": [{"name": "w", "siz": 1}]})");
    ASSERT_FALSE(decoded);
    const auto& list = decoded.error().faults;
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0].path, "ownr_name");
    EXPECT_EQ(list[0].code, "unknown-field");
    EXPECT_EQ(list[0].allowed, "owner_name");
    EXPECT_THAT(list[1].allowed, testing::HasSubstr("owner_name, colour"));
    EXPECT_EQ(list[2].path, "wheels[0].siz");
    EXPECT_EQ(list[2].allowed, "size");
}

TEST(Codec, AWrongTopIsOneFault) {
    EXPECT_THAT(faults("[]"), testing::ElementsAre(" type"));
    EXPECT_THAT(faults("null"), testing::ElementsAre(" type"));
}

TEST(Codec, KeepsAtMostAHundredFaultsAndShortValues) {
    std::string json = R"({"wheels": [)";
    for (int i = 0; i < 500; ++i) json += R"({"name": [")" + std::string(1000, 'x') + R"("]},)";
    json.back() = ']';
    const auto decoded = car(json + "}");
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().faults.size(), 100u);
    EXPECT_LE(decoded.error().faults[0].value.size(), 83u);
}

TEST(Codec, AKeyOfAMegabyteIsNeitherRepeatedNorCompared) {
    const std::string key(1 << 20, 'k');
    const auto decoded = car(R"({"labels": {")" + key + R"(": {}}, ")" + key + R"(": 1})");
    ASSERT_FALSE(decoded);
    ASSERT_EQ(decoded.error().faults.size(), 2u);
    for (const auto& fault : decoded.error().faults) {
        EXPECT_LE(fault.path.size(), 100u);
        EXPECT_LE(fault.value.size(), 100u);
    }
    EXPECT_EQ(reflect::nearest(std::string(200, 'a'), std::vector<std::string>{std::string(200, 'b')}), "");
}

TEST(Codec, WordsOfAFaultListTheEnumeration) {
    const auto decoded = car(R"({"colour": "DarkBlue"})");
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().faults[0].allowed, "red, dark_blue");
    EXPECT_EQ(reflect::word(Colour::DarkBlue), "dark_blue");
    EXPECT_EQ(reflect::parseWord<Colour>("dark_blue"), Colour::DarkBlue);
    EXPECT_FALSE(reflect::parseWord<Colour>("blue"));
}

TEST(Codec, PlainScalarsStandForTextOnlyWhereYamlIsRead) {
    const auto* json = R"({"owner_name": 60, "labels": {"a": true, "b": 1.5, "c": -7}})";
    EXPECT_EQ(faults(json).size(), 4u);
    const auto lenient = car(json, Scalars::Lenient);
    ASSERT_TRUE(lenient);
    EXPECT_EQ(lenient->ownerName, "60");
    EXPECT_EQ(lenient->labels.at("a"), "true");
    EXPECT_EQ(lenient->labels.at("b"), "1.5");
    EXPECT_EQ(lenient->labels.at("c"), "-7");
}

TEST(Codec, IntegersKeepTheirRange) {
    EXPECT_THAT(faults(R"({"mileage": 9223372036854775808})"), testing::ElementsAre("mileage range"));
    EXPECT_THAT(faults(R"({"seats": 2147483648})"), testing::ElementsAre("seats range"));
    EXPECT_EQ(car(R"({"mileage": 9223372036854775807})")->mileage, std::numeric_limits<std::int64_t>::max());
    EXPECT_THAT(faults(R"({"mileage": 1e3})"), testing::ElementsAre("mileage type"));
}

TEST(Codec, WhatIsToldBackIsShortHoweverLongItWas) {
    const auto refused =
        car("{\"colour\": \"" + std::string(5000, 'x') + "\", \"sold\": \"" + std::string(5000, 'y') + "\"}");
    ASSERT_FALSE(refused);
    EXPECT_GE(refused.error().faults.size(), 2u);
    for (const auto& fault : refused.error().faults) EXPECT_LE(fault.value.size(), 100u) << fault.path;
}

TEST(Codec, AmountsTakeNumbersAndText) {
    const auto value = car(R"({"memory": 1048576, "cpu": 0.25, "warranty": 90})");
    ASSERT_TRUE(value);
    EXPECT_EQ(value->memory, mebibytes(1));
    EXPECT_EQ(value->cpu, MilliCpu{250});
    EXPECT_EQ(value->warranty, Seconds{90});
    EXPECT_EQ(car(R"({"cpu": "500m"})")->cpu, MilliCpu{500});
    EXPECT_THAT(faults(R"({"cpu": 0.0001, "memory": -5, "warranty": 1.5})"),
                testing::ElementsAre("memory range", "cpu format", "warranty type"));
    const auto allowed = [](std::string_view text) {
        const auto refused = car(text);
        return refused ? std::string() : refused.error().faults.front().allowed;
    };
    EXPECT_EQ(allowed(R"({"cpu": -1})"), "0.001 to 1000000 cores");
    EXPECT_EQ(allowed(R"({"cpu": -0.5})"), "0.001 to 1000000 cores");
    EXPECT_EQ(allowed(R"({"cpu": 18446744073709551615})"), "0.001 to 1000000 cores");
    EXPECT_EQ(allowed(R"({"memory": -1})"), "0 B to 8 EiB");
    EXPECT_EQ(allowed(R"({"memory": 9223372036854775808})"), "0 B to 8 EiB");
    EXPECT_EQ(allowed(R"({"warranty": -1})"), "at least 0s");
}

}  // namespace

}  // namespace ph::test
