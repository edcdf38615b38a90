#pragma once

#include "reflect/schema.h"

#include <boost/json/object.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace ph::api {

enum class Method { Get, Post, Put, Patch, Delete };

/// Who may call: anybody, anybody logged in, or those of a role (services check the object besides).
enum class Access { Public, LoggedIn, OrgAdmin, SuperAdmin };

/// How a body travels: JSON, raw bytes, or a WebSocket after the upgrade.
enum class Body { None, Json, Bytes, WebSocket };

using SchemaFunction = boost::json::object (*)(reflect::Schemas&);

/// One operation of the interface. The table is the only place that names paths: the router, the clients and the OpenAPI
/// document read it.
struct Route {
    std::string_view id;    ///< "jobs.submit"
    Method method;
    std::string_view path;  ///< below /api/v1, with {parameters}
    std::string_view summary;
    Access access;
    Body request;
    SchemaFunction requestSchema;  ///< null unless request is Json
    Body response;
    SchemaFunction responseSchema;
    std::vector<std::string_view> query;  ///< names of the accepted query parameters
    int success = 200;
    std::vector<int> refusals{};  ///< statuses of failures besides those that follow from the rest
};

std::span<const Route> routes();
/// The route of an id; asking for an unknown one is a bug and throws.
const Route& route(std::string_view id);
std::string_view methodName(Method method);

/// The OpenAPI 3.1 document of all routes.
boost::json::object openApiDocument();

}  // namespace ph::api
