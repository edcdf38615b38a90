#pragma once

#include "base/id.h"
#include "domain/jobs/job_spec.h"
#include "domain/jobs/verdict.h"

#include <optional>

namespace ph {

/// Answers "why does it wait" from the planner's last look. Logic thread, never blocks.
class Explainer {
public:
    virtual ~Explainer() = default;
    /// nullopt if the job does not wait (or has not been looked at yet).
    virtual std::optional<Verdict> why(JobId job) const = 0;
    /// Whether any node could ever run it, were it empty; the reason is NeverFits if none can.
    virtual Verdict couldEverFit(const Resources& resources) const = 0;
    /// Why a new job of that priority would not start at once; no reason if it would.
    virtual Verdict couldStartNow(const Resources& resources, int priority) const = 0;
};

}  // namespace ph
