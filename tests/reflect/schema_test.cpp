#include "reflect/schema.h"

#include "reflect/sample.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

namespace ph::test {

namespace {

TEST(Schemas, DescribeEachStructOnceByReference) {
    reflect::Schemas schemas;
    const auto reference = reflect::schemaOf<Car>(schemas);
    EXPECT_EQ(boost::json::serialize(reference), R"({"$ref":"#/components/schemas/Car"})");
    EXPECT_EQ(schemas.all().size(), 2u);
    EXPECT_EQ(reflect::schemaOf<std::vector<Wheel>>(schemas).at("items").at("$ref"), "#/components/schemas/Wheel");
    EXPECT_EQ(schemas.all().size(), 2u);
}

TEST(Schemas, NameRequiredMembersWordsAndFormats) {
    reflect::Schemas schemas;
    reflect::schemaOf<Car>(schemas);
    const auto& wheel = schemas.all().at("Wheel");
    EXPECT_EQ(wheel.at("required"), boost::json::array{"name"});
    EXPECT_EQ(wheel.at("additionalProperties"), false);
    EXPECT_EQ(wheel.at("properties").at("size").at("format"), "int32");
    const auto& car = schemas.all().at("Car").at("properties");
    EXPECT_EQ(car.at("colour").at("enum"), (boost::json::array{"red", "dark_blue"}));
    EXPECT_EQ(car.at("built_at").at("format"), "date-time");
    EXPECT_EQ(car.at("seats").at("anyOf").as_array().size(), 2u);
    EXPECT_EQ(car.at("labels").at("additionalProperties").at("type"), "string");
    EXPECT_FALSE(schemas.all().at("Car").as_object().contains("required"));
}

}  // namespace

}  // namespace ph::test
