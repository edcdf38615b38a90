#pragma once

#include "api/routes.h"

#include <boost/json/array.hpp>

namespace ph::api {

/// The OpenAPI parameters of a route: those of its path, its query and its headers.
boost::json::array parametersOf(const Route& route);

}  // namespace ph::api
