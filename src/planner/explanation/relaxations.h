#pragma once

#include "planner/explanation/sight.h"

namespace ph::explanation {

/// Weaker requests that would start now, at most six, the smallest loss first: one thing less if that is enough, else
/// two together. Each was tried against the room that there is. Pure.
std::vector<Relaxation> relaxationsOf(const Sight& sight, const Wanted& wanted);

}  // namespace ph::explanation
