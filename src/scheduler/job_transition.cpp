#include "scheduler/job_transition.h"

#include "domain/audit/audit_entry.h"
#include "domain/jobs/job_audit.h"
#include "reflect/codec.h"

#include <fmt/format.h>

namespace ph {

Result<> storeTransition(Transaction& tx, const JobSummary& before, Job& job, Timestamp now) {
    if (const auto done = tx.jobs().update(job); !done) return done;
    const auto& after = job.summary;
    if (before.state == after.state) return {};
    return tx.audit().append(systemAuditEntry(after.org, fmt::format("job.{}", reflect::word(after.state)),
                                              after.id.view(), {auditText(before), auditText(after)}, now));
}

}  // namespace ph
