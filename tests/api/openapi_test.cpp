#include "api/accounts.h"
#include "api/jobs.h"
#include "api/routes.h"
#include "api/version.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

namespace ph::api {
namespace {

using boost::json::object;
using boost::json::value;

/// Every "$ref" below a value.
void references(const value& json, std::set<std::string>& found) {
    if (const auto* list = json.if_array())
        for (const auto& item : *list) references(item, found);
    if (const auto* map = json.if_object())
        for (const auto& member : *map) {
            if (member.key() == "$ref") found.insert(std::string(member.value().as_string()));
            references(member.value(), found);
        }
}

object operationOf(const object& document, const Route& route) {
    std::string method(methodName(route.method));
    std::transform(method.begin(), method.end(), method.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return document.at("paths").at(std::string(kPrefix) + std::string(route.path)).at(method).as_object();
}

TEST(OpenApi, IsJsonThatReadsBackAsItself) {
    const object document = openApiDocument();
    const auto parsed = reflect::parseJson(boost::json::serialize(document));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(*parsed, value(document));
    EXPECT_EQ(document.at("openapi").as_string(), "3.1.0");
    EXPECT_EQ(document.at("info").at("version").as_string(), std::string(kProgramVersion));
}

TEST(OpenApi, EveryReferenceIsDescribed) {
    const object document = openApiDocument();
    const auto& schemas = document.at("components").at("schemas").as_object();
    std::set<std::string> found;
    references(document, found);
    EXPECT_GT(found.size(), 20U);
    constexpr std::string_view kPlace = "#/components/schemas/";
    for (const auto& reference : found) {
        ASSERT_TRUE(reference.starts_with(kPlace)) << reference;
        EXPECT_TRUE(schemas.contains(reference.substr(kPlace.size()))) << reference;
    }
}

TEST(OpenApi, NothingIsDescribedThatNobodyRefersTo) {
    const object document = openApiDocument();
    std::set<std::string> found;
    references(document, found);
    for (const auto& schema : document.at("components").at("schemas").as_object())
        EXPECT_TRUE(found.contains("#/components/schemas/" + std::string(schema.key()))) << schema.key();
}

TEST(OpenApi, EachSchemaNameBelongsToOneType) {
    // Each route described alone names the same things the same way as all of them together.
    const object document = openApiDocument();
    const auto& together = document.at("components").at("schemas").as_object();
    for (const auto& route : routes()) {
        reflect::Schemas alone;
        if (route.requestSchema) route.requestSchema(alone);
        if (route.responseSchema) route.responseSchema(alone);
        for (const auto& schema : alone.all())
            EXPECT_EQ(schema.value(), together.at(schema.key())) << route.id << ' ' << schema.key();
    }
}

TEST(OpenApi, EveryRouteIsAnOperationWithItsParametersAndAnswers) {
    const object document = openApiDocument();
    for (const auto& route : routes()) {
        const object operation = operationOf(document, route);
        EXPECT_EQ(operation.at("operationId").as_string(), std::string(route.id));
        EXPECT_FALSE(operation.at("summary").as_string().empty()) << route.id;
        std::set<std::string> names;
        for (const auto& parameter : operation.at("parameters").as_array())
            EXPECT_TRUE(names.insert(std::string(parameter.at("name").as_string())).second) << route.id;
        for (const auto query : route.query)
            EXPECT_TRUE(names.contains(std::string(query))) << route.id << ' ' << query;
        const auto& responses = operation.at("responses").as_object();
        EXPECT_FALSE(responses.contains("default")) << route.id << ": every status is named";
        for (const auto* status : {"400", "403", "408", "413", "421", "429", "431", "5XX"})
            EXPECT_TRUE(responses.contains(status)) << route.id << ' ' << status;
        EXPECT_EQ(responses.contains("426"), route.response == Body::WebSocket) << route.id;
        EXPECT_EQ(responses.contains("415"), route.request == Body::Json) << route.id;
        EXPECT_EQ(responses.contains("411"), operation.contains("requestBody")) << route.id;
        EXPECT_TRUE(responses.at("429").at("headers").as_object().contains("Retry-After")) << route.id;
        for (const int status : route.refusals)
            EXPECT_TRUE(responses.contains(std::to_string(status))) << route.id << ' ' << status;
        EXPECT_EQ(operation.contains("requestBody"), route.request == Body::Json || route.request == Body::Bytes)
            << route.id;
        EXPECT_EQ(operation.contains("security"), route.access == Access::Public) << route.id;
    }
}

TEST(OpenApi, ParametersSayWhatTheyTake) {
    const object document = openApiDocument();
    const auto schemaOf = [&document](std::string_view id, std::string_view name) {
        const object operation = operationOf(document, route(id));
        for (const auto& parameter : operation.at("parameters").as_array())
            if (parameter.at("name").as_string() == name) return parameter.at("schema").as_object();
        return object();
    };
    EXPECT_EQ(schemaOf("jobs.get", "id").at("pattern").as_string(), "^j[a-z2-7]{13}$");
    EXPECT_EQ(schemaOf("nodes.samples", "id").at("pattern").as_string(), "^n[a-z2-7]{13}$");
    EXPECT_EQ(schemaOf("jobs.port", "port").at("maximum").as_int64(), 65535);
    EXPECT_EQ(schemaOf("jobs.list", "limit").at("maximum").as_int64(), 1000);
    EXPECT_LT(schemaOf("jobs.log", "offset").at("minimum").as_int64(), 0);
    EXPECT_EQ(schemaOf("jobs.metrics", "offset").at("minimum").as_int64(), 0);
    EXPECT_EQ(schemaOf("jobs.submit", "dry_run").at("type").as_string(), "boolean");
    EXPECT_EQ(schemaOf("jobs.submit", "Idempotency-Key").at("maxLength").as_int64(), 128);
    EXPECT_TRUE(schemaOf("tokens.create", "Idempotency-Key").empty()) << "nobody looks at it there";
}

TEST(OpenApi, ExamplesAreBodiesThatDecode) {
    const object document = openApiDocument();
    const auto exampleOf = [&document](std::string_view id) {
        const object operation = operationOf(document, route(id));
        return operation.at("requestBody").at("content").at("application/json").at("example");
    };
    EXPECT_TRUE(reflect::decode<JobSpec>(exampleOf("jobs.submit")));
    EXPECT_TRUE(reflect::decode<NewToken>(exampleOf("tokens.create")));
    EXPECT_TRUE(reflect::decode<SecretValue>(exampleOf("secrets.put")));
}

TEST(OpenApi, PathParametersAreRequired) {
    const object document = openApiDocument();
    const object operation = operationOf(document, route("jobs.port"));
    int inPath = 0;
    for (const auto& parameter : operation.at("parameters").as_array()) {
        if (parameter.at("in").as_string() != "path") continue;
        ++inPath;
        EXPECT_TRUE(parameter.at("required").as_bool());
    }
    EXPECT_EQ(inPath, 2);
}

TEST(OpenApi, SuccessHasTheRoutesStatusAndUpgradesSay101) {
    const object document = openApiDocument();
    EXPECT_TRUE(operationOf(document, route("jobs.submit")).at("responses").as_object().contains("201"));
    EXPECT_TRUE(operationOf(document, route("jobs.list")).at("responses").as_object().contains("200"));
    EXPECT_TRUE(operationOf(document, route("events.stream")).at("responses").as_object().contains("101"));
}

TEST(OpenApi, RequiredMembersAreNamedAsOnTheWire) {
    const object document = openApiDocument();
    const auto& spec = document.at("components").at("schemas").at("JobSpec").as_object();
    EXPECT_EQ(spec.at("required"), value(boost::json::array{"command"}));
    const auto& properties = spec.at("properties").as_object();
    for (const auto* name : {"template", "time_limit", "resources", "after", "array"})
        EXPECT_TRUE(properties.contains(name)) << name;
    for (const auto& schema : document.at("components").at("schemas").as_object()) {
        const auto* required = schema.value().as_object().if_contains("required");
        if (!required) continue;
        for (const auto& name : required->as_array())
            EXPECT_TRUE(schema.value().at("properties").as_object().contains(name.as_string())) << schema.key();
    }
}

}  // namespace
}  // namespace ph::api
