#include "scheduler/job_queue.h"

#include <iterator>

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
    if (job.summary.state == JobState::Queued) m_places.emplace(id, *m_order.insert(placeOf(job)).first);
    m_jobs.emplace(id, std::move(job));
}

void JobQueue::drop(JobId id) {
    if (const auto place = m_places.find(id); place != m_places.end()) {
        m_order.erase(place->second);
        m_places.erase(place);
    }
    m_jobs.erase(id);
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
    const auto place = m_places.find(id);
    if (place == m_places.end()) return 0;
    return static_cast<std::size_t>(std::distance(m_order.begin(), m_order.find(place->second)));
}

Timestamp JobQueue::nextBackOff(Timestamp now) const {
    Timestamp next;
    for (const auto& place : m_order) {
        const Timestamp at = m_jobs.at(std::get<JobId>(place)).notBefore;
        if (at > now && (!next || at < next)) next = at;
    }
    return next;
}

}  // namespace ph
