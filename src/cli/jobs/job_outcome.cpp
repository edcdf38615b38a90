#include "cli/jobs/job_outcome.h"

#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_listing.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"

namespace ph::cli {

ExitCode tellOutcome(Context& context, const JobSummary& job) {
    context.note("job-outcome", {{"job", printable(jobTitle(job))},
                                 {"state", messages::stateText(job.state, context.language())},
                                 {"reason", printable(messages::reasonText(job.reason, context.language()))}});
    return job.state == JobState::Succeeded ? ExitCode::Ok : ExitCode::WorkFailed;
}

}  // namespace ph::cli
