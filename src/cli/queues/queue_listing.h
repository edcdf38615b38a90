#pragma once

#include "cli/output.h"
#include "domain/queues/queue.h"

#include <vector>

namespace ph::cli {

/// One row a queue; `single`: the data is the only one's instead of a list. What is more than the site has is marked.
Listing queueListing(const std::vector<Queue>& queues, bool single = false);

}  // namespace ph::cli
