#pragma once

#include "planner/explanation/sight.h"

namespace ph::explanation {

/// Running jobs whose end would let the request start beside the promises, none of which could be left out; those that
/// end soon rather than late. Empty if the end of everything would not help, or nothing is in the way. Pure.
std::vector<Blocker> blockersOf(const Sight& sight, const Wanted& wanted);

/// When the request has room at the latest behind everything that runs and everything that is promised, if nothing else
/// comes. Pure.
Estimate openingBehind(const Sight& sight, const Wanted& wanted);

}  // namespace ph::explanation
