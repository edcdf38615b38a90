#pragma once

#include "api/version.h"
#include "http/router.h"
#include "ports/metrics.h"

#include <functional>
#include <map>
#include <string>

namespace ph::http {

/// Which parts of the controller work, by name. Thread-safe and quick.
using Health = std::function<std::map<std::string, bool>()>;

/// server.info, server.openapi, /healthz (503 if a part does not work) and /metrics (without a token from this machine
/// only).
void registerSystemRoutes(Router& router, api::ServerInfo info, Health health, const Metrics& metrics);

}  // namespace ph::http
