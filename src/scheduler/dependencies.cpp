#include "scheduler/dependencies.h"

#include "scheduler/job_transition.h"

#include <utility>

namespace ph {

void Dependencies::begin(const JobQueue& queue, const Job& job) {
    auto& needs = m_needs[job.summary.id];
    for (const auto& text : job.spec.after) {
        const auto on = JobId::parse(text);
        if (!on) continue;
        needs.push_back(*on);
        m_waiters[*on].insert(job.summary.id);
        if (!queue.find(*on) && !m_ended.contains(*on)) m_unknown.insert(*on);
    }
    m_dirty.insert(job.summary.id);
}

void Dependencies::forget(JobId id) {
    const auto needs = m_needs.extract(id);
    if (!needs) return;
    for (const JobId on : needs.mapped()) {
        const auto waiters = m_waiters.find(on);
        if (waiters == m_waiters.end()) continue;
        waiters->second.erase(id);
        if (!waiters->second.empty()) continue;
        m_waiters.erase(waiters);
        m_ended.erase(on);
        m_unknown.erase(on);
    }
    m_dirty.erase(id);
    m_broken.erase(id);
}

void Dependencies::take(JobQueue& queue) {
    for (const JobId id : queue.takeChanged()) {
        const Job* job = queue.find(id);
        const bool waits = job && job->summary.state == JobState::Queued && !job->spec.after.empty();
        if (!waits)
            forget(id);
        else if (!m_needs.contains(id))
            begin(queue, *job);
        const auto waiters = m_waiters.find(id);
        if (waiters == m_waiters.end()) continue;
        // Those who wait for it stay held while it moves on, and while its end is being looked up.
        if (!job && !m_ended.contains(id)) m_unknown.insert(id);
        if (job) m_unknown.erase(id);
        if (job && m_ended.erase(id) > 0) m_dirty.insert(waiters->second.begin(), waiters->second.end());
    }
}

std::vector<JobId> Dependencies::unknown(JobQueue& queue) {
    take(queue);
    return {m_unknown.begin(), m_unknown.end()};
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
    for (const auto& [id, state] : *states) {
        const auto waiters = m_waiters.find(id);
        if (waiters == m_waiters.end() || (state && !isFinal(*state))) continue;
        m_ended[id] = state;
        m_unknown.erase(id);
        m_dirty.insert(waiters->second.begin(), waiters->second.end());
    }
}

void Dependencies::judge(JobQueue& queue, JobId id) {
    bool held = false;
    std::optional<JobId> broken;
    for (const JobId on : m_needs.at(id)) {
        const auto ended = m_ended.find(on);
        if (queue.find(on) || ended == m_ended.end())
            held = true;
        else if (ended->second != JobState::Succeeded && !broken)
            broken = on;
    }
    queue.hold(id, held || broken);
    if (broken)
        m_broken.insert_or_assign(id, *broken);
    else
        m_broken.erase(id);
}

Dependencies::Settled Dependencies::settle(JobQueue& queue) {
    take(queue);
    Settled settled;
    for (const JobId id : std::exchange(m_dirty, {})) {
        judge(queue, id);
        ++settled.judged;
    }
    for (const auto& [job, on] : m_broken) settled.broken.push_back({job, on.str()});
    return settled;
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
