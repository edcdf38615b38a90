#pragma once

#include "planner/planning/planner.h"

#include <functional>
#include <vector>

namespace ph::simulation {

using Micros = std::chrono::microseconds;

/// A job of a trace: what it asked for, and how long it really ran.
struct TraceJob {
    planning::Request request;  ///< `queuedAt` is when it arrives; ids count from zero in that order
    Micros runs{};
};

/// What became of a trace.
struct ReplayResult {
    std::vector<Micros> started;  ///< by id; negative if it never did
    /// Compute milli of cards in use, summed over the microseconds of the window.
    long double used = 0;
    std::size_t cycles = 0;
};

/// Runs a trace through a planner on a clock of its own: a cycle for each time at which something arrives or ends.
/// `progress` is told the number of jobs that have ended, now and then. One thread.
ReplayResult replay(planning::Planner& planner, const std::vector<TraceJob>& jobs, Micros windowBegin, Micros windowEnd,
                    const std::function<void(std::size_t)>& progress = {});

}  // namespace ph::simulation
