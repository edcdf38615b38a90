#pragma once

#include "cli/output.h"
#include "domain/jobs/job.h"
#include "messages/language.h"

#include <vector>

namespace ph::cli {

/// `single`: the data is the one job instead of a list. Names are ids.
Listing jobListing(const std::vector<JobSummary>& jobs, messages::Language language, bool single = false);
Colour colourOf(JobState state);
/// "#142 name".
std::string jobTitle(const JobSummary& job);
/// "2 x H100, 1 x any" or "-".
std::string acceleratorsText(const Resources& resources, messages::Language language);

}  // namespace ph::cli
