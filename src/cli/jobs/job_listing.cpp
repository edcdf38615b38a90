#include "cli/jobs/job_listing.h"

#include "cli/texts.h"
#include "cli/time_text.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

#include <fmt/format.h>

namespace ph::cli {

Colour colourOf(JobState state) {
    switch (state) {
        case JobState::Running:
            return Colour::Blue;
        case JobState::Succeeded:
            return Colour::Green;
        case JobState::Failed:
            return Colour::Red;
        case JobState::Starting:
        case JobState::Stopping:
            return Colour::Yellow;
        case JobState::Stopped:
            return Colour::Grey;
        case JobState::AwaitingApproval:
        case JobState::Queued:
            break;
    }
    return Colour::None;
}

std::string jobTitle(const JobSummary& job) {
    return fmt::format("#{} {}", job.number, job.name);
}

std::string acceleratorsText(const Resources& resources, messages::Language language) {
    std::string text;
    for (const auto& wanted : resources.accelerators)
        text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", wanted.count,
                            wanted.model == "any" ? textOf("any-model", {}, language) : wanted.model);
    return text.empty() ? "-" : text;
}

Listing jobListing(const std::vector<JobSummary>& jobs, messages::Language language, bool single) {
    const Timestamp now = currentTime();
    Listing listing;
    listing.columns = {{"JOB", false, true},
                       {"NAME", false, false, Fit::Shrinks},
                       {"STATE"},
                       {"REASON", false, false, Fit::Shrinks},
                       {"CPU", false, true, Fit::Yields},
                       {"MEMORY", false, true, Fit::Yields},
                       {"ACCELERATORS", false, false, Fit::Yields},
                       {"NODE", false, false, Fit::Shrinks},
                       {"AGE", false, true},
                       {"RAN", false, true},
                       {"OWNER", true},
                       {"PRIORITY", true, true},
                       {"ATTEMPT", true, true},
                       {"QUEUED", true},
                       {"ENDED", true},
                       {"ID", true}};
    for (const auto& job : jobs) {
        listing.rows.push_back({fmt::format("#{}", job.number), job.name,
                                Cell(messages::stateText(job.state, language), colourOf(job.state)),
                                messages::reasonText(job.reason, language), cpuText(job.resources.cpu),
                                bytesForPeople(job.resources.memory), acceleratorsText(job.resources, language),
                                job.nodeName.empty() ? "-" : job.nodeName, ageText(job.queuedAt, now, language),
                                spanText(job.startedAt, job.endedAt, now, language), job.ownerName,
                                std::to_string(job.priority), std::to_string(job.attempt), localText(job.queuedAt),
                                localText(job.endedAt), job.id.str()});
        listing.names.push_back(job.id.str());
    }
    listing.data = single && !jobs.empty() ? reflect::encode(jobs.front()) : reflect::encode(jobs);
    return listing;
}

}  // namespace ph::cli
