#include "api/parameters.h"
#include "api/problem.h"
#include "api/routes.h"
#include "api/version.h"
#include "reflect/codec.h"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <cctype>
#include <set>

namespace ph::api {

namespace {

using boost::json::array;
using boost::json::object;

object content(std::string_view type, object schema) {
    return {{type, object{{"schema", std::move(schema)}}}};
}

/// The statuses of failures that a caller can bring about. What fails in the server is 5XX.
std::set<int> refusalsOf(const Route& route) {
    // Of every request: what is malformed, of a foreign origin, too slow, too long, for another host, or too much.
    std::set<int> statuses{400, 403, 408, 413, 421, 429, 431};
    if (route.access != Access::Public) statuses.insert(401);
    if (route.path.find('{') != std::string_view::npos) statuses.insert(404);
    if (route.request == Body::Json) statuses.insert(415);
    if (route.request == Body::Json || route.request == Body::Bytes) statuses.insert(411);
    if (route.response == Body::WebSocket) statuses.insert(426);
    statuses.insert(route.refusals.begin(), route.refusals.end());
    return statuses;
}

object responsesOf(const Route& route, reflect::Schemas& schemas) {
    object responses;
    object success{{"description", route.summary}};
    if (route.response == Body::Json) success["content"] = content("application/json", route.responseSchema(schemas));
    if (route.response == Body::Bytes) success["content"] = content("application/octet-stream", {});
    if (route.id == "jobs.submit") responses["200"] = success;  // of a dry run
    responses[route.response == Body::WebSocket ? "101" : fmt::format("{}", route.success)] = std::move(success);
    const object problem = content("application/problem+json", reflect::schemaOf<Problem>(schemas));
    for (const int status : refusalsOf(route))
        responses[fmt::format("{}", status)] = object{{"description", "Refused"}, {"content", problem}};
    // Not of every count that is full: how long one that empties by itself will take.
    responses.at("429").as_object()["headers"] =
        object{{"Retry-After", object{{"description", "Seconds until the next try"},
                                      {"schema", object{{"type", "integer"}, {"minimum", 1}}}}}};
    responses["5XX"] = object{{"description", "Failed in the server"}, {"content", problem}};
    return responses;
}

/// A body that succeeds, for people and for the tools that try the interface out; empty if there is none.
object exampleFor(const Route& route) {
    if (route.id == "jobs.submit") return {{"command", array{"echo", "hello"}}, {"name", "example"}};
    if (route.id == "tokens.create") return {{"name", "notebook"}, {"expires_in", "30d"}};
    if (route.id == "secrets.put") return {{"value", "what nobody else may read"}};
    return {};
}

object operationOf(const Route& route, reflect::Schemas& schemas) {
    object operation{{"operationId", route.id}, {"summary", route.summary}, {"parameters", parametersOf(route)}};
    if (route.access == Access::Public) operation["security"] = array();
    if (route.request == Body::Json) {
        object body = content("application/json", route.requestSchema(schemas));
        if (auto example = exampleFor(route); !example.empty())
            body.at("application/json").as_object()["example"] = std::move(example);
        operation["requestBody"] = object{{"required", true}, {"content", std::move(body)}};
    }
    if (route.request == Body::Bytes)
        operation["requestBody"] = object{{"required", true}, {"content", content("application/octet-stream", {})}};
    operation["responses"] = responsesOf(route, schemas);
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
            {"info", object{{"title", "Pilothouse"},
                            {"description", "In what is sent, a member that is null counts as one that is absent."},
                            {"version", kProgramVersion},
                            {"license", object{{"name", "GPL-3.0-or-later"}, {"identifier", "GPL-3.0-or-later"}}}}},
            {"security", array{object{{"bearer", array()}}}},
            {"paths", std::move(paths)},
            {"components",
             object{{"schemas", schemas.all()},
                    {"securitySchemes", object{{"bearer", object{{"type", "http"}, {"scheme", "bearer"}}}}}}}};
}

}  // namespace ph::api
