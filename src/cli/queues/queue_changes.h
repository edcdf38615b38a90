#pragma once

#include "domain/queues/queue.h"

#include <string_view>

namespace ph::cli {

/// Applies "cpu=64", "memory=256GiB", "accelerators=4" or "cpu=none" to `amounts`; false, and nothing is changed, if
/// that is something else. Pure.
bool applyAmount(QueueAmounts& amounts, std::string_view text);

}  // namespace ph::cli
