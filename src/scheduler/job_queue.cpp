#include "scheduler/job_queue.h"

#include <algorithm>

namespace ph {

JobQueue::Place JobQueue::placeOf(const Job& job) {
    return {-job.summary.priority, job.summary.queuedAt.micros, job.summary.number, job.summary.id};
}

void JobQueue::put(Job job) {
    const JobId id = job.summary.id;
    const auto known = m_jobs.find(id);
    if (known != m_jobs.end() && known->second.summary.seq > job.summary.seq) return;
    const bool waited = known != m_jobs.end() && known->second.summary.state == JobState::Queued;
    const bool wasHeld = isHeld(id);
    const bool wasNew = m_newlyHeld.contains(id);
    drop(id);
    m_changed.insert(id);
    m_turned.insert(id);
    if (isFinal(job.summary.state)) return;
    if (job.summary.state == JobState::Queued) {
        const bool held = wasHeld || (!waited && !job.spec.after.empty());
        if (held)
            m_held.insert(id);
        else
            m_open.insert(placeOf(job));
        if (held && (wasNew || !wasHeld)) m_newlyHeld.insert(id);
        if (job.notBefore) m_backOffs.emplace(job.notBefore, id);
    }
    m_jobs.emplace(id, std::move(job));
}

void JobQueue::drop(JobId id) {
    const auto known = m_jobs.find(id);
    if (known == m_jobs.end()) return;
    m_open.erase(placeOf(known->second));
    m_held.erase(id);
    m_newlyHeld.erase(id);
    m_backOffs.erase({known->second.notBefore, id});
    m_jobs.erase(known);
    m_changed.insert(id);
    m_turned.insert(id);
}

const Job* JobQueue::find(JobId id) const {
    const auto known = m_jobs.find(id);
    return known == m_jobs.end() ? nullptr : &known->second;
}

void JobQueue::hold(JobId id, bool held) {
    const Job* job = find(id);
    if (!job || job->summary.state != JobState::Queued || isHeld(id) == held) return;
    m_turned.insert(id);
    if (held) {
        m_open.erase(placeOf(*job));
        m_held.insert(id);
        m_newlyHeld.insert(id);
    } else {
        m_held.erase(id);
        m_newlyHeld.erase(id);
        m_open.insert(placeOf(*job));
    }
}

std::vector<JobId> JobQueue::takeNewlyHeld(std::size_t most) {
    std::vector<JobId> ids;
    while (!m_newlyHeld.empty() && ids.size() < most) ids.push_back(m_newlyHeld.extract(m_newlyHeld.begin()).value());
    return ids;
}

std::vector<JobId> JobQueue::takeChanged() {
    std::vector<JobId> ids(m_changed.begin(), m_changed.end());
    m_changed.clear();
    return ids;
}

std::vector<JobQueue::Turn> JobQueue::takeTurns(Timestamp now) {
    while (!m_backOffs.empty() && m_backOffs.begin()->first <= now)
        m_turned.insert(m_backOffs.extract(m_backOffs.begin()).value().second);
    std::vector<std::pair<Place, JobId>> begun;
    std::vector<Turn> turns;
    for (const JobId id : m_turned) {
        const Job* job = find(id);
        if (job && job->summary.state == JobState::Queued && !isHeld(id) && job->notBefore <= now) {
            m_offered.insert(id);
            begun.emplace_back(placeOf(*job), id);
        } else if (m_offered.erase(id) > 0) {
            turns.push_back({id, false});
        }
    }
    m_turned.clear();
    std::sort(begun.begin(), begun.end());
    for (const auto& [place, id] : begun) turns.push_back({id, true});
    return turns;
}

std::vector<const Job*> JobQueue::startable(Timestamp now, std::size_t most) const {
    std::vector<const Job*> list;
    for (const auto& place : m_open) {
        if (list.size() == most) break;
        const Job& job = m_jobs.at(std::get<JobId>(place));
        if (job.notBefore <= now) list.push_back(&job);
    }
    return list;
}

Timestamp JobQueue::nextBackOff(Timestamp now) const {
    const auto next =
        std::find_if(m_backOffs.begin(), m_backOffs.end(), [now](const auto& b) { return b.first > now; });
    return next == m_backOffs.end() ? Timestamp() : next->first;
}

}  // namespace ph
