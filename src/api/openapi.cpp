#include "api/problem.h"
#include "api/routes.h"
#include "api/version.h"
#include "reflect/codec.h"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <cctype>

namespace ph::api {

namespace {

using boost::json::array;
using boost::json::object;

object content(std::string_view type, object schema) { return {{type, object{{"schema", std::move(schema)}}}}; }

array parametersOf(const Route& route) {
    array list;
    for (std::size_t open = route.path.find('{'); open != std::string_view::npos; open = route.path.find('{', open + 1)) {
        const auto name = route.path.substr(open + 1, route.path.find('}', open) - open - 1);
        list.push_back(object{{"name", name}, {"in", "path"}, {"required", true}, {"schema", object{{"type", "string"}}}});
    }
    for (const auto name : route.query)
        list.push_back(object{{"name", name}, {"in", "query"}, {"required", false}, {"schema", object{{"type", "string"}}}});
    if (route.method == Method::Post && route.access != Access::Public)
        list.push_back(object{{"name", "Idempotency-Key"}, {"in", "header"}, {"required", false},
                              {"schema", object{{"type", "string"}, {"maxLength", 128}}}});
    return list;
}

object operationOf(const Route& route, reflect::Schemas& schemas) {
    object operation{{"operationId", route.id}, {"summary", route.summary}, {"parameters", parametersOf(route)}};
    if (route.access == Access::Public) operation["security"] = array();
    if (route.request == Body::Json)
        operation["requestBody"] = object{{"required", true}, {"content", content("application/json", route.requestSchema(schemas))}};
    if (route.request == Body::Bytes)
        operation["requestBody"] = object{{"required", true}, {"content", content("application/octet-stream", {})}};
    object responses;
    object success{{"description", route.summary}};
    if (route.response == Body::Json) success["content"] = content("application/json", route.responseSchema(schemas));
    if (route.response == Body::Bytes) success["content"] = content("application/octet-stream", {});
    responses[route.response == Body::WebSocket ? "101" : fmt::format("{}", route.success)] = std::move(success);
    responses["default"] = object{{"description", "The request failed"},
                                  {"content", content("application/problem+json", reflect::schemaOf<Problem>(schemas))}};
    operation["responses"] = std::move(responses);
    return operation;
}

}  // namespace

object openApiDocument() {
    reflect::Schemas schemas;
    object paths;
    for (const auto& route : routes()) {
        std::string method(methodName(route.method));
        for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        auto& path = paths[std::string(kPrefix) + std::string(route.path)];
        if (!path.is_object()) path = object();
        path.get_object()[method] = operationOf(route, schemas);
    }
    return {{"openapi", "3.1.0"},
            {"info", object{{"title", "Pilothouse"}, {"version", kProgramVersion}, {"license", object{{"name", "GPL-3.0-or-later"}, {"identifier", "GPL-3.0-or-later"}}}}},
            {"security", array{object{{"bearer", array()}}}},
            {"paths", std::move(paths)},
            {"components", object{{"schemas", schemas.all()},
                                  {"securitySchemes", object{{"bearer", object{{"type", "http"}, {"scheme", "bearer"}}}}}}}};
}

}  // namespace ph::api
