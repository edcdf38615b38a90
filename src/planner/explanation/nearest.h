#pragma once

#include "planner/explanation/explanation.h"

namespace ph::explanation {

/// Of the classes that have nodes the one that keeps a task from ever running for the fewest reasons, and the reasons;
/// among equals the one with more nodes. nullopt if there are no nodes, or some class could run it. Pure.
std::optional<Nearest> nearestOf(const placement::Catalogue& catalogue, const placement::Census& census,
                                 const placement::JobShape& shape);

}  // namespace ph::explanation
