#include "store/group_writer.h"

#include "base/fail_point.h"
#include "store/sql/query.h"
#include "store/sql_database.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>

namespace ph {

namespace {

/// More events than a group of works can have.
constexpr int kMostMissed = 1'000'000;

}  // namespace

GroupWriter::GroupWriter(SqlConnection& connection, const SecretKey& key, const Clock& clock, bool newEpoch)
    : m_connection(connection), m_transaction(connection, &m_state, key, clock) {
    connection.begin();
    Query begin(connection, "UPDATE controller_state SET term = term + 1, epoch = epoch + :epochs");
    begin.bind(newEpoch).run();
    load();
    connection.execute("COMMIT");
    m_timesOpened = connection.timesOpened();
}

void GroupWriter::load() {
    Query state(m_connection, "SELECT term, epoch, (SELECT coalesce(max(seq), 0) FROM events) FROM controller_state");
    state.into(m_term, m_state.epoch, m_state.seq).next();
    Query audit(m_connection, "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1");
    audit.into(m_state.auditNumber, m_state.auditHash).next();
}

void GroupWriter::begin() {
    m_connection.begin();
    if (m_connection.timesOpened() != m_timesOpened && storedTerm() == m_term) {
        // A connection that was lost in a commit does not tell whether the commit came about.
        const auto known = m_state.seq;
        load();
        auto missed = m_transaction.events().read(known, kMostMissed);
        if (missed) std::move(missed->begin(), missed->end(), std::back_inserter(m_state.events));
        m_timesOpened = m_connection.timesOpened();
    }
    m_start = m_state.mark();
}

std::vector<Result<>> GroupWriter::run(std::vector<QueuedWork>& works) {
    m_state.events.clear();
    if (m_fenced) return std::vector<Result<>>(works.size(), Error(kFenced));
    m_start = m_state.mark();
    std::vector<Result<>> results(works.size());
    Result<> group;
    try {
        if (runTogether(works, results)) {
            group = commit();
        } else {
            rollBack();
            m_state.backTo(m_start);
            if (works.size() > 1) group = runApart(works, results);
        }
    } catch (const std::exception& e) {
        group = m_connection.errorOf(e);
    }
    if (group) return results;

    if (group.error().id == kInternal) group = Error(kUnavailable, group.error().detail);
    spdlog::error("a group of {} works was not committed: {}", works.size(), group.error().detail);
    rollBack();
    m_state.backTo(m_start);
    for (auto& result : results)
        if (result) result = group;
    return results;
}

bool GroupWriter::runTogether(const std::vector<QueuedWork>& works, std::vector<Result<>>& results) {
    begin();
    for (std::size_t i = 0; i < works.size(); ++i) {
        results[i] = call(works[i].work);
        if (results[i] && !m_connection.inTransaction()) results[i] = Error(kUnavailable, "the transaction was lost");
        if (!results[i]) return false;
    }
    return true;
}

Result<> GroupWriter::runApart(const std::vector<QueuedWork>& works, std::vector<Result<>>& results) {
    begin();
    for (std::size_t i = 0; i < works.size(); ++i) {
        results[i] = runOne(works[i].work);
        // A full disk ends the whole transaction, not just the work that met it.
        if (!m_connection.inTransaction())
            return results[i] ? Error(kUnavailable, "the transaction was lost") : results[i].error();
    }
    const bool any = std::any_of(results.begin(), results.end(), [](const Result<>& r) { return r.has_value(); });
    if (any) return commit();
    rollBack();
    return {};
}

Result<> GroupWriter::runOne(const Database::Work& work) {
    const auto before = m_state.mark();
    Query(m_connection, "SAVEPOINT work").run();
    const Result<> result = call(work);
    if (result) {
        Query(m_connection, "RELEASE work").run();
    } else if (m_connection.inTransaction()) {
        Query(m_connection, "ROLLBACK TO work").run();
        Query(m_connection, "RELEASE work").run();
        m_state.backTo(before);
    }
    return result;
}

Result<> GroupWriter::call(const Database::Work& work) {
    try {
        Result<> result = work(m_transaction);
        if (result && m_connection.transaction() == SqlConnection::Transaction::Failed)
            return Error(kInternal, "the work went on after a statement had failed");
        return result;
    } catch (const std::exception& e) {
        return m_connection.errorOf(e);
    }
}

Result<> GroupWriter::commit() {
    // Read under the write lock: nobody can begin a later term before this commit.
    if (storedTerm() != m_term) {
        m_fenced = true;
        return Error(kFenced, "another controller has begun a later term");
    }
    // No other statement may stand on a row here: SQLite would never copy its log back into the file.
    failPoint("store.commit");
    Query(m_connection, "COMMIT").run();
    failPoint("store.committed");
    return {};
}

std::int64_t GroupWriter::storedTerm() {
    std::int64_t term = 0;
    Query(m_connection, "SELECT term FROM controller_state").into(term).next();
    return term;
}

void GroupWriter::rollBack() {
    try {
        if (m_connection.inTransaction()) Query(m_connection, "ROLLBACK").run();
    } catch (const std::exception& e) {
        spdlog::error("a transaction could not be rolled back: {}", e.what());
    }
}

}  // namespace ph
