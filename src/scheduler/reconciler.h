#pragma once

#include "base/task_scope.h"
#include "ports/blob_store.h"
#include "ports/database.h"
#include "ports/metrics.h"
#include "scheduler/outcome.h"
#include "scheduler/scheduler_state.h"

#include <functional>

namespace ph {

/// Compares what engines see with what should be and writes the difference: running, ended, lost. Each transition reads
/// the stored job inside its transaction, so that a stop in between is never overwritten. Logic thread.
class Reconciler {
public:
    /// `freed` is called after resources came free.
    Reconciler(Database& database, SchedulerState& state, TaskScope& scope, BlobStore& blobs, Metrics& metrics,
               const Clock& clock, std::function<void()> freed);

    boost::asio::awaitable<void> observed(std::vector<TaskObservation> seen);
    /// A launch that failed for good, or a decided run that was stopped before it was launched.
    void neverStarted(TaskRunId id, Reason reason);

private:
    struct Ended {
        TaskObservation seen;
        Collected collected;
    };
    struct Moved {
        std::vector<Job> jobs;
        std::vector<TaskRunId> ended;
    };
    static Result<> writeRunning(Transaction& tx, const TaskObservation& seen, Timestamp now, Moved& moved);
    static Result<> writeEnded(Transaction& tx, const Ended& ended, Timestamp now, Moved& moved);
    boost::asio::awaitable<void> write(std::vector<TaskObservation> running, std::vector<Ended> ended);
    boost::asio::awaitable<void> collectThenEnd(TaskObservation seen, std::vector<std::string> outputs, Engine& engine);
    void settle(Moved moved);

    Database& m_database;
    SchedulerState& m_state;
    TaskScope& m_scope;
    BlobStore& m_blobs;
    Metrics& m_metrics;
    const Clock& m_clock;
    std::function<void()> m_freed;
};

}  // namespace ph
