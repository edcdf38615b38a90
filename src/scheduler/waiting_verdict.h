#pragma once

#include "domain/jobs/job.h"
#include "ports/explainer.h"
#include "scheduler/desk_news.h"
#include "scheduler/no_room.h"

#include <functional>
#include <optional>

namespace ph {

/// What explanations are made of: the nodes as they are now and what the last plan left waiting.
struct WaitingScene {
    const std::vector<NodeFree>& nodes;
    const Outlook& outlook;
    std::chrono::microseconds now{};         ///< on the clock of `PromisedRoom::at`
    std::function<const Job*(JobId)> jobOf;  ///< null if it waits no longer
    std::function<std::string(NodeId)> nodeNameOf;
};

/// Why a job that is neither held nor backing off does not start: NoNodeReady and NeverFits before QueueLimit before
/// NotEnoughFree, with what it has been promised, before BehindInQueue; nullopt if nothing is known against it. Pure.
std::optional<Verdict> explainWaiting(const Job& job, const WaitingScene& scene);

/// Why a new job would not start at once, in the same order; no reason if it would. Pure.
Verdict explainNew(const ProposedJob& job, const WaitingScene& scene);

}  // namespace ph
