#pragma once

#include "base/task_scope.h"
#include "ports/database.h"
#include "scheduler/job_queue.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ph {

/// A waiting job that can never start because a job it waits for did not succeed.
struct BrokenDependency {
    JobId job;
    std::string on;
};

/// Which queued jobs are held by `after`. Ended jobs are looked up once and remembered while somebody waits for them;
/// a job is judged again only if something that it waits for has changed. Logic thread.
class Dependencies {
public:
    explicit Dependencies(Database& database) : m_database(database) {}

    struct Settled {
        std::vector<BrokenDependency> broken;  ///< to fail
        std::size_t judged = 0;                ///< jobs that were looked at
    };

    /// Ids that somebody in `queue` waits for and whose end is not known yet.
    std::vector<JobId> unknown(JobQueue& queue);
    boost::asio::awaitable<void> lookUp(std::vector<JobId> ids);
    /// Holds and lets go what has changed since the last call.
    Settled settle(JobQueue& queue);

private:
    void take(JobQueue& queue);
    void begin(const JobQueue& queue, const Job& job);
    void forget(JobId id);
    void judge(JobQueue& queue, JobId id);

    Database& m_database;
    std::map<JobId, std::vector<JobId>> m_needs;       ///< of those that wait
    std::map<JobId, std::set<JobId>> m_waiters;        ///< the same the other way round
    std::map<JobId, std::optional<JobState>> m_ended;  ///< nullopt: deleted
    std::set<JobId> m_unknown;                         ///< neither in the queue nor known to have ended
    std::set<JobId> m_dirty;                           ///< to be judged
    std::map<JobId, JobId> m_broken;
};

/// Fails a queued job because of `broken`; nothing happens if it is queued no longer.
Result<std::optional<Job>> failBroken(Transaction& tx, const BrokenDependency& broken, Timestamp now);

}  // namespace ph
