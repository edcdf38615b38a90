#pragma once

#include "base/error.h"
#include "domain/jobs/job_spec.h"

#include <set>
#include <string>
#include <vector>

namespace ph {

/// What the site offers; the client asks for it once, so that a form and the server say the same.
struct JobLimits {
    Seconds defaultTimeLimit{24 * 3600};
    Seconds longestTimeLimit{30 * 86400};
    Bytes largestFile = gibibytes(1);
    Bytes largestFiles = gibibytes(4);  ///< all files of one job together
    int mostFiles = 10'000;
    int largestArray = 1'000;
    std::vector<std::string> templates;
    std::vector<std::string> areas;
    std::vector<std::string> writableAreas;
};
BOOST_DESCRIBE_STRUCT(JobLimits, (), (defaultTimeLimit, longestTimeLimit, largestFile, largestFiles, mostFiles, largestArray,
                                      templates, areas, writableAreas))

/// Every fault of the spec at once, each with its path. Pure: console, CLI and server call the same function.
std::vector<Fault> validateJob(const JobSpec& spec, const JobLimits& limits);

/// The spec with the defaults that depend on the site or on what else it asks for: name, time limit, shared memory.
JobSpec completedJob(JobSpec spec, const JobLimits& limits);

/// A relative path without "..", ".", empty parts, NUL or control characters, at most 1024 bytes and 255 a part.
bool isInnerPath(const std::string& path);

/// "sha256:" and 64 lower-case hexadecimal digits.
bool isDigest(const std::string& text);

}  // namespace ph
