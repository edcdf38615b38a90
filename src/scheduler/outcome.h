#pragma once

#include "domain/jobs/job.h"

#include <vector>

namespace ph {

/// How a TaskRun ended, with what its outputs lacked.
struct Ending {
    Reason reason;
    Timestamp startedAt;
    Timestamp endedAt;
    std::vector<Reason> outputFailures;
};

/// Moves `job` on after its TaskRun ended: to its final state, or back to Queued with a back-off where its retry policy
/// has an attempt left for this class of ending. Pure.
void applyEnding(Job& job, const Ending& ending, Timestamp now);

}  // namespace ph
