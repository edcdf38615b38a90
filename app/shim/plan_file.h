#pragma once

#include "shim/plan.h"

#include <optional>

namespace ph::shim {

/// The plan in descriptor kPlanFd, whatever its position.
std::optional<Plan> readPlan();
/// The same of the preparation in kPreparationFd.
std::optional<Preparation> readPreparation();

}  // namespace ph::shim
