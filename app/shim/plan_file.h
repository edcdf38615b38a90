#pragma once

#include "shim/plan.h"

#include <optional>

namespace ph::shim {

/// The plan in descriptor kPlanFd, whatever its position.
std::optional<Plan> readPlan();

}  // namespace ph::shim
