#pragma once

#include "ports/task_stream.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ph::engine {

/// Reads lines of a shim's metrics file: UTC microseconds, a space, and a JSON object {step, name, value}. User code
/// wrote the object: what is no such object, too long, or no finite number is skipped.
MetricsPiece parseMetrics(std::string_view bytes, std::int64_t offset, std::size_t most);

/// The points from `offset` on, at most `most` of them and about 1 MiB of lines. Blocking.
MetricsPiece readMetricsFile(const std::string& path, std::int64_t offset, std::size_t most);

}  // namespace ph::engine
