#pragma once

#include "cli/exit_code.h"
#include "domain/jobs/job.h"

namespace ph::cli {

class Context;

/// Says on the error stream how the job ended; the code is Ok only if it succeeded.
ExitCode tellOutcome(Context& context, const JobSummary& job);

}  // namespace ph::cli
