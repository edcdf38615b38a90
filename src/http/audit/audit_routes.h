#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "service/audit/audit_service.h"

namespace ph::http {

/// audit.list and audit.verify
void registerAuditRoutes(Router& router, Hop logic, AuditService& audit);

}  // namespace ph::http
