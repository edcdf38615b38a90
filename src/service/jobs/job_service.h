#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "domain/accounts/access.h"
#include "domain/jobs/job_validation.h"
#include "ports/blob_store.h"
#include "ports/database.h"
#include "ports/explainer.h"
#include "ports/job_control.h"
#include "service/jobs/site_catalogue.h"

namespace ph {

struct SubmittedJobs {
    std::vector<JobSummary> jobs;
    Verdict forecast;
};

struct JobQuery {
    JobFilter filter;
    std::int64_t before = 0;
    int limit = 100;  ///< 1 to 1000
};

struct JobPage {
    std::vector<JobSummary> items;
    std::int64_t next = 0;  ///< `before` of the next page; 0 at the end
    EventPosition position;
};

struct JobView {
    Job job;
    std::vector<TaskRun> taskRuns;
    std::vector<JobTransition> history;
};

/// What people do with jobs. Each call authorises, each change is one transaction with its event and audit record. A
/// job that the caller may not see does not exist for them (kJobNotFound). Logic thread.
class JobService {
public:
    JobService(Database& database, const BlobStore& blobs, const SiteCatalogue& catalogue, Explainer& explainer,
               JobControl& control, const Clock& clock, RandomSource& random);

    /// `key` empty: not idempotent. The same key of the same user with the same body within 24 h answers with the first
    /// jobs, with another body kIdempotencyMismatch. kInvalid with every fault; kNoSpace below the disk's reserve.
    Async<SubmittedJobs> submit(Principal who, JobSpec spec, std::string key, std::string bodyHash, bool dryRun);
    Async<JobPage> list(Principal who, JobQuery query);
    Async<JobView> get(Principal who, JobId id);
    /// Queued ones end at once, running ones go to Stopping; stopping twice is no error, an ended one is kJobEnded.
    Async<JobSummary> stop(Principal who, JobId id);
    /// kJobNotEnded while it runs.
    Async<> remove(Principal who, JobId id);
    /// Jobs in its way that the caller may not see are told by their amounts only.
    Async<Verdict> why(Principal who, JobId id);
    Async<std::vector<Artifact>> artifacts(Principal who, JobId id);
    /// The artifact of an attempt (0: the last that has it); kArtifactNotFound.
    Async<Artifact> artifact(Principal who, JobId id, std::string path, int attempt);
    /// The TaskRun whose streams are asked for (attempt 0: the current one); kJobNotStarted before the first.
    Async<TaskRun> taskRun(Principal who, JobId id, int attempt);
    /// The running TaskRun that the caller is about to change from within, recorded as `action`; kJobNotRunning.
    Async<TaskRun> enter(Principal who, JobId id, std::string action);

private:
    Async<Verdict> wouldStart(Principal who, JobSpec spec);

    static constexpr std::size_t kLongestKey = 128;

    Database& m_database;
    const BlobStore& m_blobs;
    const SiteCatalogue& m_catalogue;
    Explainer& m_explainer;
    JobControl& m_control;
    const Clock& m_clock;
    RandomSource& m_random;
};

}  // namespace ph
