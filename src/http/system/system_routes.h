#pragma once

#include "api/version.h"
#include "base/hop.h"
#include "http/router.h"
#include "ports/metrics.h"
#include "service/upkeep/store_health.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace ph::http {

/// What is wrong with each part of the controller, by name: an error's name, empty if it works.
using Health = std::function<Async<std::map<std::string, std::string>>()>;

/// The store as it is tried out, which counts as failed ("deadline") if it does not answer within `patience`, and
/// whether the engines answer, which is asked on the connection's thread.
Health healthOf(Hop logic, StoreHealth& store, std::function<bool()> enginesAnswer,
                std::chrono::milliseconds patience = std::chrono::seconds(2));

/// server.info, server.openapi, /healthz (503 with the reasons if a part does not work) and /metrics (without a token
/// from this machine only).
void registerSystemRoutes(Router& router, api::ServerInfo info, Health health, const Metrics& metrics);

}  // namespace ph::http
