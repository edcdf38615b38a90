#pragma once

#include "base/async.h"
#include "base/id.h"
#include "domain/jobs/job_spec.h"
#include "domain/jobs/verdict.h"

#include <optional>

namespace ph {

/// A job that was not submitted, as far as the planner looks at it.
struct ProposedJob {
    OrgId org;
    UserId owner;
    int priority = 0;
    Seconds timeLimit;
    Resources resources;
};

/// Answers "why does it wait". Verdicts name jobs by their ids, whoever owns them. Logic thread.
class Explainer {
public:
    virtual ~Explainer() = default;
    /// From the planner's last look, at once and without estimate; nullopt if the job does not wait (or has not been
    /// looked at yet).
    virtual std::optional<Verdict> why(JobId job) const = 0;
    /// Whether any node could ever run it, were it empty; the reason is NeverFits if none can.
    virtual Verdict couldEverFit(const Resources& resources) const = 0;
    /// As why(), with what the planner computes for it. Takes milliseconds, or seconds while the planner is busy; then
    /// the estimate is absent.
    virtual Async<std::optional<Verdict>> explain(JobId job) = 0;
    /// The same of a job that is not submitted; no reason if it would start at once.
    virtual Async<Verdict> whatIf(ProposedJob job) = 0;
};

}  // namespace ph
