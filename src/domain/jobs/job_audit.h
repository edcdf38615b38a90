#pragma once

#include "domain/jobs/job.h"

#include <cstddef>
#include <string>

namespace ph {

/// What the audit log keeps of a job, as JSON: number, name, owner, state and reason, and of how many jobs it is the
/// first. Commands and variables may hold secrets and stay out.
std::string auditText(const JobSummary& job, std::size_t jobs = 1);

}  // namespace ph
