#pragma once

#include "cli/output.h"
#include "domain/nodes/node.h"
#include "messages/language.h"

#include <vector>

namespace ph::cli {

Listing nodeListing(const std::vector<NodeSummary>& nodes, messages::Language language);
/// "4 x H100 (simulated)" for all cards of a node, or "-".
std::string cardsText(const NodeCapacity& capacity, messages::Language language);

}  // namespace ph::cli
