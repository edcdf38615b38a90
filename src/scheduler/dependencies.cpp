#include "scheduler/dependencies.h"

#include "scheduler/job_transition.h"

namespace ph {

namespace {

template <class Visit>
void forEachDependency(const JobQueue& queue, Visit visit) {
    for (const JobId id : queue.dependents()) {
        const Job& job = *queue.find(id);
        for (const auto& text : job.spec.after)
            if (const auto on = JobId::parse(text)) visit(job, *on);
    }
}

}  // namespace

std::vector<JobId> Dependencies::unknown(const JobQueue& queue) const {
    std::set<JobId> ids;
    forEachDependency(queue, [&](const Job&, JobId on) {
        if (!queue.find(on) && !m_ended.contains(on)) ids.insert(on);
    });
    return {ids.begin(), ids.end()};
}

boost::asio::awaitable<void> Dependencies::lookUp(std::vector<JobId> ids) {
    using States = std::map<JobId, std::optional<JobState>>;
    auto work = [ids = std::move(ids)](Transaction& tx) -> Result<States> {
        States states;
        for (const JobId id : ids) {
            const auto job = tx.jobs().find(OrgScope::everything(), id);
            if (!job) return job.error();
            states[id] = *job ? std::optional((*job)->summary.state) : std::nullopt;
        }
        return states;
    };
    auto pending = readFor(m_database, std::move(work));
    auto states = co_await std::move(pending);
    if (!states) co_return;
    for (const auto& [id, state] : *states)
        if (!state || isFinal(*state)) m_ended[id] = state;
}

std::vector<BrokenDependency> Dependencies::settle(const JobQueue& queue, std::set<JobId>& held) {
    std::map<JobId, std::string> broken;
    std::set<JobId> wanted;
    held.clear();
    forEachDependency(queue, [&](const Job& job, JobId on) {
        wanted.insert(on);
        const auto ended = m_ended.find(on);
        if (queue.find(on) || ended == m_ended.end())
            held.insert(job.summary.id);
        else if (ended->second != JobState::Succeeded)
            broken.emplace(job.summary.id, on.str());
    });
    std::erase_if(m_ended, [&](const auto& entry) { return !wanted.contains(entry.first); });
    std::vector<BrokenDependency> list;
    for (const auto& [job, on] : broken) {
        held.insert(job);
        list.push_back({job, on});
    }
    return list;
}

Result<std::optional<Job>> failBroken(Transaction& tx, const BrokenDependency& broken, Timestamp now) {
    auto job = tx.jobs().find(OrgScope::everything(), broken.job);
    if (!job) return job.error();
    if (!*job || (*job)->summary.state != JobState::Queued) return std::optional<Job>();
    const JobSummary before = (*job)->summary;
    (*job)->summary.state = JobState::Failed;
    (*job)->summary.reason = {ReasonCode::DependencyFailed, {{"job", broken.on}}};
    (*job)->summary.endedAt = now;
    if (const auto done = storeTransition(tx, before, **job, now); !done) return done.error();
    return job;
}

}  // namespace ph
