#pragma once

#include "domain/jobs/job.h"

#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ph {

/// Every job that is not final, in memory, with the waiting ones in the order in which they start: higher priority
/// first, then older first. The store stays the truth; this is refreshed from it. Logic thread.
class JobQueue {
public:
    /// Takes a job's newest form; older ones than what is known are ignored, final ones are dropped.
    void put(Job job);
    void drop(JobId id);
    const Job* find(JobId id) const;
    const std::unordered_map<JobId, Job>& jobs() const { return m_jobs; }

    /// The first `most` jobs that wait and whose back-off is over; held ones are left out.
    std::vector<const Job*> startable(Timestamp now, std::size_t most, const std::set<JobId>& held) const;
    /// The waiting jobs that name others in `after`.
    const std::set<JobId>& dependents() const { return m_dependents; }
    /// Whether both wait and `id` starts later than `other`.
    bool isBehind(JobId id, JobId other) const;
    /// How many waiting jobs come before `id`.
    std::size_t ahead(JobId id) const;
    /// How many would come before a new job of that priority.
    std::size_t aheadOf(int priority) const;
    /// The next time at which a back-off ends; zero if none runs.
    Timestamp nextBackOff(Timestamp now) const;
    std::size_t waiting() const { return m_order.size(); }

private:
    using Place = std::tuple<int, std::int64_t, JobId>;  ///< (-priority, queued at, id)
    static Place placeOf(const Job& job);

    std::unordered_map<JobId, Job> m_jobs;
    std::set<Place> m_order;
    std::set<JobId> m_dependents;
    std::set<std::pair<Timestamp, JobId>> m_backOffs;  ///< waiting jobs by when they may start at the earliest
};

}  // namespace ph
