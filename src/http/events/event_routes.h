#pragma once

#include "base/hop.h"
#include "events/event_hub.h"
#include "http/router.h"
#include "service/events/event_service.h"

namespace ph::http {

/// events.stream and events.page
void registerEventRoutes(Router& router, Hop logic, EventService& events, EventHub& hub);

}  // namespace ph::http
