#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/support/support_service.h"

namespace ph::http {

/// support.bundle
void registerSupportRoutes(Router& router, Hop logic, SupportService& support);

}  // namespace ph::http
