#pragma once

#include <chrono>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ph::simulation {

using Micros = std::chrono::microseconds;

/// A job of a trace file.
struct TraceRow {
    std::chrono::seconds submitted{};  ///< since the first of the file
    std::chrono::microseconds runs{};  ///< how long it ran
    std::optional<std::chrono::microseconds> limit;
    int cards = 0;
    std::string tenant;
    std::size_t line = 0;  ///< of the file, from 1; 0: of none
};

/// What is wrong with a trace, and in which line (from 1; 0: in the whole file).
struct TraceFault {
    enum class Kind { Unreadable, Empty, ColumnMissing, FieldMissing, Value };
    Kind kind = Kind::Unreadable;
    std::size_t line = 0;
    std::string column;
    std::string value;
};

using Trace = std::vector<TraceRow>;

/// Comma-separated text with a line of names first; columns in any order, others are passed over. `timestamp` (date and
/// time of day, "2017-10-09 07:01:55"), `duration` in seconds and `num_gpus` must be there; `cluster` (the tenant) and
/// `time_limit` in seconds may. The result is in the order of submission. At most 10 million rows.
std::variant<Trace, TraceFault> readTrace(std::istream& in);

}  // namespace ph::simulation
