#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/queues/queue_service.h"

namespace ph::http {

/// queues.list and queues.set
void registerQueueRoutes(Router& router, Hop logic, QueueService& queues);

}  // namespace ph::http
