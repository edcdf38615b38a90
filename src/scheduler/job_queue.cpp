#include "scheduler/job_queue.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace ph {

JobQueue::Place JobQueue::placeOf(const Job& job) {
    return {-job.summary.priority, job.summary.queuedAt.micros, job.summary.id};
}

void JobQueue::put(Job job) {
    const JobId id = job.summary.id;
    const auto known = m_jobs.find(id);
    if (known != m_jobs.end() && known->second.summary.seq > job.summary.seq) return;
    drop(id);
    if (isFinal(job.summary.state)) return;
    if (job.summary.state == JobState::Queued) {
        m_order.insert(placeOf(job));
        if (!job.spec.after.empty()) m_dependents.insert(id);
        if (job.notBefore) m_backOffs.emplace(job.notBefore, id);
    }
    m_jobs.emplace(id, std::move(job));
}

void JobQueue::drop(JobId id) {
    const auto known = m_jobs.find(id);
    if (known == m_jobs.end()) return;
    m_order.erase(placeOf(known->second));
    m_dependents.erase(id);
    m_backOffs.erase({known->second.notBefore, id});
    m_jobs.erase(known);
}

const Job* JobQueue::find(JobId id) const {
    const auto known = m_jobs.find(id);
    return known == m_jobs.end() ? nullptr : &known->second;
}

std::vector<const Job*> JobQueue::startable(Timestamp now, std::size_t most, const std::set<JobId>& held) const {
    std::vector<const Job*> list;
    for (const auto& place : m_order) {
        if (list.size() == most) break;
        const Job& job = m_jobs.at(std::get<JobId>(place));
        if (job.notBefore > now || held.contains(job.summary.id)) continue;
        list.push_back(&job);
    }
    return list;
}

std::size_t JobQueue::ahead(JobId id) const {
    const Job* job = find(id);
    const auto place = job ? m_order.find(placeOf(*job)) : m_order.end();
    if (place == m_order.end()) return 0;
    return static_cast<std::size_t>(std::distance(m_order.begin(), place));
}

std::size_t JobQueue::aheadOf(int priority) const {
    // Behind all of the same priority: whatever is queued from now on is later.
    const auto place = m_order.lower_bound(Place{1 - priority, std::numeric_limits<std::int64_t>::min(), JobId()});
    return static_cast<std::size_t>(std::distance(m_order.begin(), place));
}

bool JobQueue::isBehind(JobId id, JobId other) const {
    const Job* one = find(id);
    const Job* two = find(other);
    return one && two && one->summary.state == JobState::Queued && two->summary.state == JobState::Queued &&
           placeOf(*two) < placeOf(*one);
}

Timestamp JobQueue::nextBackOff(Timestamp now) const {
    const auto next =
        std::find_if(m_backOffs.begin(), m_backOffs.end(), [now](const auto& b) { return b.first > now; });
    return next == m_backOffs.end() ? Timestamp() : next->first;
}

}  // namespace ph
