#pragma once

#include "store/sql_transaction.h"
#include "store/work_queue.h"

#include <functional>
#include <vector>

namespace ph {

/// Runs works in groups on the writer's connection, one transaction a group; what a failed work did is taken back.
/// Used by one thread.
class GroupWriter {
public:
    /// Loads the log's and the chain's ends and begins a new term. Throws what the connection throws.
    GroupWriter(SqlConnection& connection, const SecretKey& key, const Clock& clock, bool newEpoch);

    /// The outcome of each work, in order, once what succeeded is durable. Appended events are in committedEvents().
    std::vector<Result<>> run(std::vector<QueuedWork>& works);
    /// Of the last run(); empty if it did not commit, but for events that an earlier one turns out to have committed.
    const std::vector<Event>& committedEvents() const { return m_state.events; }
    EventPosition position() const { return {m_state.epoch, m_state.seq}; }
    std::int64_t term() const { return m_term; }
    /// Whether another controller has begun a later term.
    bool fenced() const { return m_fenced; }

private:
    /// The usual case: all succeed, and none pays for a savepoint. False at the first that does not.
    bool runTogether(const std::vector<QueuedWork>& works, std::vector<Result<>>& results);
    /// Each in a savepoint, so that one that fails takes back only what it did itself; commits.
    Result<> runApart(const std::vector<QueuedWork>& works, std::vector<Result<>>& results);
    Result<> runOne(const Database::Work& work);
    Result<> call(const Database::Work& work);
    /// What the log and the chain end with, as it is stored.
    void load();
    void begin();
    Result<> commit();
    std::int64_t storedTerm();
    void rollBack();

    SqlConnection& m_connection;
    WriterState m_state;
    WriterState::Mark m_start{};  ///< what a group that fails goes back to
    int m_timesOpened = 0;
    SqlTransaction m_transaction;
    std::int64_t m_term = 0;
    bool m_fenced = false;
};

}  // namespace ph
