#pragma once

#include "domain/jobs/job.h"

#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ph {

/// Every job that is not final, in memory, with the waiting ones in order: higher priority first, then older first. The
/// store stays the truth; this is refreshed from it. Who waits for others is held, and costs nothing until that
/// changes. Logic thread.
class JobQueue {
public:
    /// Whether a job may start, as far as it alone is concerned.
    struct Turn {
        JobId job;
        bool startable = false;
    };

    /// Takes a job's newest form; older ones than what is known are ignored, final ones are dropped. One that begins to
    /// wait and names others in `after` is held.
    void put(Job job);
    void drop(JobId id);
    const Job* find(JobId id) const;
    const std::unordered_map<JobId, Job>& jobs() const { return m_jobs; }

    /// Holds a waiting job back, or lets it go.
    void hold(JobId id, bool held);
    bool isHeld(JobId id) const { return m_held.contains(id); }
    /// Up to `most` of those that are held and have not been given by this before.
    std::vector<JobId> takeNewlyHeld(std::size_t most);

    /// The jobs that were put or dropped since the last call, each once.
    std::vector<JobId> takeChanged();
    /// Those that became startable since the last call, in order, and those that were and are no longer.
    std::vector<Turn> takeTurns(Timestamp now);
    /// The first `most` jobs that wait, are not held and whose back-off is over.
    std::vector<const Job*> startable(Timestamp now, std::size_t most) const;
    /// The next time at which a back-off ends; zero if none runs.
    Timestamp nextBackOff(Timestamp now) const;
    std::size_t waiting() const { return m_open.size() + m_held.size(); }

private:
    using Place = std::tuple<int, std::int64_t, std::int64_t, JobId>;  ///< (-priority, queued at, number, id)
    static Place placeOf(const Job& job);

    std::unordered_map<JobId, Job> m_jobs;
    std::set<Place> m_open;  ///< waiting and not held
    std::set<JobId> m_held;
    std::set<JobId> m_newlyHeld;
    std::set<std::pair<Timestamp, JobId>> m_backOffs;  ///< waiting jobs by when they may start at the earliest
    std::set<JobId> m_changed;
    std::set<JobId> m_turned;
    std::set<JobId> m_offered;  ///< were startable at the last takeTurns()
};

}  // namespace ph
