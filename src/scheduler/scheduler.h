#pragma once

#include "base/hop.h"
#include "ports/explainer.h"
#include "ports/job_control.h"
#include "ports/node_view.h"
#include "scheduler/dependencies.h"
#include "scheduler/dispatcher.h"
#include "scheduler/planning_desk.h"
#include "scheduler/reconciler.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace ph {

struct SchedulerOptions {
    std::chrono::milliseconds stopGrace{10'000};
    std::chrono::seconds timeLimitGuard{60};  ///< past its limit a task is ended even if its shim does not
};

/// The loop "snapshot, decide, act, requeue" with its reconciler: the only part that starts and stops TaskRuns.
/// Planning runs on its own thread, everything else on the logic thread.
class Scheduler final : public JobControl, public Explainer, public NodeView {
public:
    Scheduler(boost::asio::any_io_executor logic, Database& database, std::vector<Engine*> engines, BlobStore& blobs,
              LaunchSite site, Metrics& metrics, const Clock& clock, RandomSource& random,
              SchedulerOptions options = {});
    ~Scheduler() override;

    /// Loads what the store has, adopts what the engines run, then begins to decide. Awaited on the logic thread.
    Async<> start();
    boost::asio::awaitable<void> stop();

    /// Whether every engine answered when it was last asked. Thread-safe.
    bool enginesAnswer() const { return m_silentEngines == 0; }

    void wake() override;
    /// A job's rows were deleted: its run folders go as well. Thread-safe.
    void jobRemoved();
    std::optional<Verdict> why(JobId job) const override;
    Verdict couldEverFit(const Resources& resources) const override;
    Async<std::optional<Verdict>> explain(JobId job) override;
    Async<Verdict> whatIf(ProposedJob job) override;
    std::vector<NodeSummary> nodes() const override;
    Async<std::vector<UsageSample>> samples(NodeId id, std::size_t count) override;

private:
    Async<> loadNode(Engine& engine);
    Async<> loadJobs();
    boost::asio::awaitable<void> decideLoop();
    boost::asio::awaitable<void> observeLoop(Engine& engine);
    boost::asio::awaitable<void> housekeepingLoop();
    boost::asio::awaitable<void> refresh();
    bool refreshMayWait() const;
    boost::asio::awaitable<void> settleDependencies();
    boost::asio::awaitable<void> planAndStart();
    DeskNews news();
    std::optional<Verdict> explainNow(const Job& job, const std::vector<NodeFree>& nodes) const;
    bool waitsForRoom(const Job& job) const;
    struct Question;
    using Asked = std::function<std::optional<Foresight>(PlanningDesk& desk, DeskTime time)>;
    Async<std::optional<Foresight>> ask(Asked asked);
    boost::asio::awaitable<void> answer(std::shared_ptr<Question> question);
    std::chrono::microseconds planTime() const { return m_clock.monotonic() + m_planTimeAhead; }
    boost::asio::awaitable<void> stopTask(TaskRunId id, Engine& engine);
    /// An engine that could not be asked at the start may be there now: its node takes work from then on.
    boost::asio::awaitable<void> lookAgain(Engine& engine);
    boost::asio::awaitable<void> publishNodes();
    boost::asio::awaitable<void> publishWaitReasons();
    boost::asio::awaitable<void> removeRunsOfDeletedJobs(Engine& engine);
    boost::asio::awaitable<void> waitForWork();
    void adopt(const std::vector<TaskObservation>& known);
    void stopWhatShouldStop();
    void launched(TaskRunId id, const Result<>& done);
    void again();

    boost::asio::any_io_executor m_logic;
    Database& m_database;
    std::vector<Engine*> m_engines;
    Metrics& m_metrics;
    const Clock& m_clock;
    RandomSource& m_random;
    const SchedulerOptions m_options;
    const LaunchSite m_site;

    SchedulerState m_state;
    Dependencies m_dependencies;
    std::int64_t m_seenSeq = 0;
    std::int64_t m_seenQueues = 0;                                ///< revision
    std::optional<std::map<OrgId, QueueSettings>> m_freshQueues;  ///< that the planner has not been told
    std::atomic<bool> m_wakePosted{false};
    std::atomic<bool> m_sweepWanted{true};  // an earlier process may have been killed before it swept
    std::atomic<int> m_silentEngines{0};
    bool m_refreshWanted = true;
    std::chrono::microseconds m_refreshNotBefore{};  ///< monotonic
    bool m_planWanted = true;
    std::map<NodeId, std::string> m_publishedNodes;
    std::map<NodeId, std::int64_t> m_nodeSeq;
    boost::asio::steady_timer m_work;
    boost::asio::thread_pool m_planner{1};
    Hop m_planning{m_planner.get_executor()};
    PlanningDesk m_desk;                              ///< on the planner's thread
    std::vector<JobId> m_undone;                      ///< since the last plan
    int m_questions = 0;                              ///< that the planner's thread has not answered
    const std::chrono::microseconds m_planTimeAhead;  ///< of the monotonic clock: the wall's time at the start
    TaskScope m_scope;
    Dispatcher m_dispatcher;
    Reconciler m_reconciler;
};

}  // namespace ph
