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

/// Which queued jobs are held by `after`. Ended jobs are looked up once and remembered while somebody waits for them.
/// Logic thread.
class Dependencies {
public:
    explicit Dependencies(Database& database) : m_database(database) {}

    /// Ids that `queue` waits for and whose end is not known yet.
    std::vector<JobId> unknown(const JobQueue& queue) const;
    boost::asio::awaitable<void> lookUp(std::vector<JobId> ids);
    /// Fills `held` anew and returns the jobs to fail.
    std::vector<BrokenDependency> settle(const JobQueue& queue, std::set<JobId>& held);

private:
    Database& m_database;
    std::map<JobId, std::optional<JobState>> m_ended;  ///< nullopt: deleted
};

/// Fails a queued job because of `broken`; nothing happens if it is queued no longer.
Result<std::optional<Job>> failBroken(Transaction& tx, const BrokenDependency& broken, Timestamp now);

}  // namespace ph
