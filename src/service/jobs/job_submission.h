#pragma once

#include "base/random.h"
#include "domain/accounts/access.h"
#include "domain/jobs/job_validation.h"
#include "domain/jobs/verdict.h"
#include "ports/blob_store.h"
#include "ports/database.h"
#include "service/jobs/site_catalogue.h"

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// One request to submit; its spec has the site's defaults. Shared by the works of a submission, never changed by them.
struct Submission {
    Principal who;
    JobSpec spec;
    std::string key;
    std::string bodyHash;
};

/// Whether the spec names things that only the store and the disk know: files, areas, secrets, other jobs.
bool namesOthers(const JobSpec& spec);

/// The faults of a shape that no node could ever run; empty unless the verdict says NeverFits.
std::vector<Fault> neverFitsFaults(const Resources& resources, const Verdict& verdict);

/// What was answered to the submission's key before: the jobs that are still there. nullopt: nothing;
/// kIdempotencyMismatch: to another body; kJobNotFound: all of them were deleted since.
Result<std::optional<std::vector<JobSummary>>> earlierAnswer(Transaction& tx, const Submission& submission);

/// Every fault of the spec as a member of the organisation sees it, with those of what it names. Touches the disk for
/// files.
Result<std::vector<Fault>> allFaults(Transaction& tx, const Submission& submission, const SiteCatalogue& catalogue,
                                     const BlobStore& blobs);

/// The jobs that the spec asks for, one or N, without numbers and, if `random` is null, without ids.
std::vector<Job> expandedJobs(const Submission& submission, Timestamp now, RandomSource* random);

/// Writes the jobs with one audit record and remembers the answer to the key; what the spec names is looked for once
/// more.
Result<std::vector<JobSummary>> writeJobs(Transaction& tx, const Submission& submission, std::vector<Job> jobs);

}  // namespace ph
