#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/nodes/node_service.h"

namespace ph::http {

/// nodes.list and nodes.samples
void registerNodeRoutes(Router& router, Hop logic, NodeService& nodes);

}  // namespace ph::http
