#pragma once

#include "domain/jobs/job.h"
#include "ports/database.h"

namespace ph {

/// Stores `job`, which was `before`, as the system's own act: a change of state gets its audit record, from the state
/// to the state, in the same transaction. What a person does is recorded by the service that was asked.
Result<> storeTransition(Transaction& tx, const JobSummary& before, Job& job, Timestamp now);

}  // namespace ph
