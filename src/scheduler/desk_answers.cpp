// What the planner computes for those who wait, in the scheduler's words.
#include "scheduler/planning_desk.h"

#include <algorithm>

namespace ph {

namespace {

constexpr std::int64_t kMebibyte = 1 << 20;

Timestamp wallTime(planning::Micros at, DeskTime time) {
    return at == planning::kNoLimit ? Timestamp() : time.wall + (at - time.now);
}

StartEstimate estimateOf(const explanation::Estimate& known, DeskTime time) {
    using explanation::Basis;
    switch (known.basis) {
        case Basis::Now:
            return {EstimateBasis::Now, time.wall, 0};
        case Basis::Promised:
            return {EstimateBasis::Promised, wallTime(std::max(known.at, time.now), time), known.ends};
        case Basis::Ends:
            return {EstimateBasis::Computed, wallTime(std::max(known.at, time.now), time), known.ends};
        case Basis::Unknown:
            break;
    }
    return {EstimateBasis::Unknown, {}, known.ends};
}

}  // namespace

std::optional<Foresight> PlanningDesk::explain(JobId job, DeskTime time) {
    time.now = std::max(time.now, m_now);
    if (const auto misfit = m_misfits.find(job); misfit != m_misfits.end()) {
        const auto& known = misfit->second;
        return foresee({known.org, known.owner, known.priority, known.timeLimit, known.resources}, time);
    }
    const auto known = m_requests.find(job);
    if (known == m_requests.end()) return std::nullopt;
    if (m_planner.running().find(known->second)) {
        Foresight decided{true, {}};
        decided.verdict.estimate = {EstimateBasis::Now, time.wall, 0};
        return decided;
    }
    const auto answer = m_explainer.explain(known->second, time.now);
    return answer ? std::optional(tell(*answer->verdict, time)) : std::nullopt;
}

Foresight PlanningDesk::whatIf(const ProposedJob& job, DeskTime time) {
    time.now = std::max(time.now, m_now);
    return foresee(job, time);
}

Foresight PlanningDesk::foresee(const ProposedJob& job, DeskTime time) {
    explanation::Wanted wanted;
    wanted.shape = shapeOf(job.resources);
    wanted.queue = queueOf(job.org, job.owner);
    wanted.limit = limitOf(job.timeLimit);
    wanted.priority = job.priority;
    return tell(m_explainer.whatIf(wanted, time.now), time);
}

Foresight PlanningDesk::tell(const explanation::Explanation& known, DeskTime time) const {
    Foresight told;
    told.starts = known.cause == explanation::Cause::Binding;
    auto& verdict = told.verdict;
    verdict.estimate = estimateOf(known.estimate, time);
    for (const auto& relaxation : known.relaxations) {
        Relaxation weaker;
        for (const auto& change : relaxation.changes)
            if (auto said = changeOf(change)) weaker.changes.push_back(std::move(*said));
        if (weaker.changes.size() == relaxation.changes.size()) verdict.relaxations.push_back(std::move(weaker));
    }
    const auto jobs = jobsOf(known.blockers);
    for (const auto& blocker : known.blockers) {
        Blocker said;
        if (const auto job = jobs.find(blocker.id); job != jobs.end()) said.job = job->second;
        said.endsBy = wallTime(blocker.endsBy, time);
        said.cards = static_cast<int>(queues::at(blocker.amounts, queues::kCards) / placement::kWholeCard);
        said.cpu = MilliCpu{queues::at(blocker.amounts, queues::kCpu)};
        said.memory = Bytes{queues::at(blocker.amounts, queues::kMemory) * kMebibyte};
        verdict.blockers.push_back(std::move(said));
    }
    for (const auto& keeper : known.keepers)
        verdict.keepers.push_back({m_jobs.at(keeper.id), 0, {}, wallTime(keeper.until, time), keeper.nodes});
    return told;
}

/// What runs is known by its run, or as decided.
std::map<PlanningDesk::RequestId, JobId> PlanningDesk::jobsOf(const std::vector<explanation::Blocker>& blockers) const {
    std::map<RequestId, JobId> jobs;
    if (blockers.empty()) return jobs;
    for (const auto& blocker : blockers)
        if (const auto decided = m_jobs.find(blocker.id); decided != m_jobs.end()) jobs[blocker.id] = decided->second;
    for (const auto& [id, run] : m_runs)
        if (std::ranges::find(blockers, run.request, &explanation::Blocker::id) != blockers.end())
            jobs[run.request] = run.begun.held.job;
    return jobs;
}

/// nullopt for a time limit so short that nothing is left of it beside the grace of a stop.
std::optional<RequestChange> PlanningDesk::changeOf(const explanation::Change& change) const {
    using explanation::Softer;
    const auto scaled = [&](const char* what, std::int64_t unit) {
        return RequestChange{what, change.from * unit, change.to * unit};
    };
    const auto seconds = [&](std::int64_t micros) {
        return std::chrono::floor<std::chrono::seconds>(Micros(micros) - m_endSlack).count();
    };
    switch (change.what) {
        case Softer::Model:
            return RequestChange{"model", 0, 0};
        case Softer::Domain:
            return RequestChange{"domain", 0, 0};
        case Softer::Limit:
            if (seconds(change.to) <= 0) return std::nullopt;
            return RequestChange{"time_limit", seconds(change.from), seconds(change.to)};
        case Softer::Tasks:
            return scaled("tasks", 1);
        case Softer::Cards:
            return scaled("accelerators", 1);
        case Softer::Share:
            return scaled("share", 1);
        case Softer::Cpu:
            return scaled("cpu", 1);
        case Softer::Memory:
            return scaled("memory", kMebibyte);
        case Softer::Scratch:
            return scaled("scratch", kMebibyte);
    }
    return std::nullopt;
}

}  // namespace ph
