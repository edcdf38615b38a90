#pragma once

#include "base/random.h"
#include "base/task_scope.h"
#include "ports/database.h"
#include "scheduler/desk_news.h"
#include "scheduler/launch_request.h"
#include "scheduler/scheduler_state.h"

#include <functional>

namespace ph {

/// Carries out a plan: each decision is written before the engine is called, so that a controller that dies in between
/// finds it again. Logic thread.
class Dispatcher {
public:
    /// `launched` is called after each launch; an error means that nothing was or will be started.
    using Launched = std::function<void(TaskRunId, Result<>)>;
    Dispatcher(Database& database, SchedulerState& state, TaskScope& scope, const LaunchSite& site, const Clock& clock,
               RandomSource& random, Launched launched);

    /// Writes the starts that are still wanted in one transaction, then launches them side by side. Gives the jobs of
    /// those that were not written.
    boost::asio::awaitable<std::vector<JobId>> carryOut(std::vector<Placement> starts);
    /// Launches a decided TaskRun again after a restart; the engine starts it only if it never was.
    void launchAgain(TaskRunId id);

private:
    struct Decided {
        Job job;
        TaskRun run;
        Allocation allocation;
        std::map<std::string, std::string> secrets;
    };
    struct Decision {
        Placement placement;
        TaskRunId run;
        std::string nodeName;
    };
    static Result<std::optional<Decided>> decide(Transaction& tx, const Decision& decision, Timestamp now);
    static Result<std::optional<Decided>> recall(Transaction& tx, JobId job, TaskRunId run);
    void launch(Decided decided);
    boost::asio::awaitable<void> launchTask(TaskRunId id, LaunchRequest request, Engine& engine);
    boost::asio::awaitable<void> launchAgainTask(TaskRunId id, JobId job);

    Database& m_database;
    SchedulerState& m_state;
    TaskScope& m_scope;
    const LaunchSite& m_site;
    const Clock& m_clock;
    RandomSource& m_random;
    Launched m_launched;
};

}  // namespace ph
