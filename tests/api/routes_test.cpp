#include "api/routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace ph::api {
namespace {

std::set<std::string> parametersOf(std::string_view path) {
    std::set<std::string> names;
    for (auto open = path.find('{'); open != std::string_view::npos; open = path.find('{', open + 1))
        names.insert(std::string(path.substr(open + 1, path.find('}', open) - open - 1)));
    return names;
}

TEST(Routes, EveryIdStandsForOneRoute) {
    std::set<std::string_view> ids;
    for (const auto& route : routes()) EXPECT_TRUE(ids.insert(route.id).second) << route.id << " twice";
}

TEST(Routes, NoTwoAnswerTheSameMethodAndPath) {
    std::map<std::pair<std::string_view, std::string>, std::string_view> known;
    for (const auto& route : routes()) {
        // Parameters with different names still match the same requests.
        std::string shape;
        bool inside = false;
        for (const char c : route.path) {
            if (c == '{') inside = true;
            if (!inside) shape += c;
            if (c == '}') {
                inside = false;
                shape += '*';
            }
        }
        const auto [place, isNew] = known.try_emplace({methodName(route.method), shape}, route.id);
        EXPECT_TRUE(isNew) << route.id << " and " << place->second;
    }
}

TEST(Routes, PathsAreAbsoluteWithWholeParametersAndNoQuery) {
    for (const auto& route : routes()) {
        EXPECT_TRUE(route.path.starts_with('/')) << route.id;
        EXPECT_FALSE(route.path.ends_with('/')) << route.id;
        EXPECT_EQ(route.path.find('?'), std::string_view::npos) << route.id;
        EXPECT_EQ(std::count(route.path.begin(), route.path.end(), '{'),
                  std::count(route.path.begin(), route.path.end(), '}'))
            << route.id;
        for (const auto& name : parametersOf(route.path))
            EXPECT_TRUE(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos)
                << route.id << ' ' << name;
    }
}

TEST(Routes, JsonBodiesHaveASchemaAndOthersHaveNone) {
    for (const auto& route : routes()) {
        EXPECT_EQ(route.requestSchema != nullptr, route.request == Body::Json) << route.id;
        EXPECT_EQ(route.responseSchema != nullptr, route.response == Body::Json) << route.id;
    }
}

TEST(Routes, EverySchemaBuilds) {
    for (const auto& route : routes()) {
        reflect::Schemas schemas;
        if (route.requestSchema) {
            EXPECT_FALSE(route.requestSchema(schemas).empty()) << route.id;
        }
        // Only the description of the interface itself is any JSON.
        if (route.responseSchema && route.id != "server.openapi") {
            EXPECT_FALSE(route.responseSchema(schemas).empty()) << route.id;
        }
    }
}

TEST(Routes, GettingHasNoBodyAndPublicRoutesAreFew) {
    std::set<std::string_view> open;
    for (const auto& route : routes()) {
        const bool bodyless = route.request == Body::None || route.request == Body::WebSocket;
        EXPECT_TRUE(route.method != Method::Get || bodyless) << route.id;
        if (route.access == Access::Public) open.insert(route.id);
    }
    EXPECT_EQ(open, (std::set<std::string_view>{"server.info", "server.openapi", "sessions.create"}));
}

TEST(Routes, AreFoundByIdAndAnUnknownIdIsABug) {
    EXPECT_EQ(route("jobs.submit").path, "/jobs");
    EXPECT_EQ(methodName(route("users.change").method), "PATCH");
    EXPECT_THROW(route("jobs.fly"), std::logic_error);
}

TEST(Routes, MethodsAreWrittenAsInHttp) {
    EXPECT_EQ(methodName(Method::Get), "GET");
    EXPECT_EQ(methodName(Method::Post), "POST");
    EXPECT_EQ(methodName(Method::Put), "PUT");
    EXPECT_EQ(methodName(Method::Patch), "PATCH");
    EXPECT_EQ(methodName(Method::Delete), "DELETE");
}

}  // namespace
}  // namespace ph::api
