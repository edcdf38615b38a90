#pragma once

#include "base/id.h"

#include <functional>
#include <string>
#include <vector>

namespace ph::cli {

class Context;

/// Finds the jobs that people name by id, "#142" or "142"; ends the run with kJobNotFound for the first that is none.
void resolveJobs(Context& context, std::vector<std::string> references, std::function<void(std::vector<JobId>)> next);
void resolveJob(Context& context, const std::string& reference, std::function<void(JobId)> next);

}  // namespace ph::cli
