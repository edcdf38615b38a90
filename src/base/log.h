#pragma once

#include <spdlog/spdlog.h>

#include <string>

namespace ph {

/// Sets the process-wide logger: stderr, UTC times, one line a record. Levels: error, warn, info, debug.
/// Call once from main before any thread starts. Secrets never go into a record.
void startLogging(const std::string& level);

}  // namespace ph
