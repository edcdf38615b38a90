// What the scheduler does from time to time: rows of nodes, reasons of waiting, guards and the sweep of deleted jobs'
// runs.
#include "base/log.h"
#include "reflect/codec.h"
#include "scheduler/scheduler.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace ph {

namespace asio = boost::asio;

namespace {
constexpr std::size_t kMostReasons = 100;  ///< rows whose reason is rewritten in one turn
constexpr auto kTurn = std::chrono::seconds(1);

/// What is kept of a reason: for how long somebody has to wait yet is out of date at once.
Reason stored(Reason reason) {
    reason.arguments.erase("promised");
    reason.arguments.erase("within");
    return reason;
}
}  // namespace

asio::awaitable<void> Scheduler::housekeepingLoop() {
    asio::steady_timer pause(m_logic);
    for (;;) {
        for (Engine* engine : m_engines) {
            auto looking = lookAgain(*engine);
            co_await std::move(looking);
        }
        auto rows = publishNodes();
        co_await std::move(rows);
        auto reasons = publishWaitReasons();
        co_await std::move(reasons);
        for (auto& [id, live] : m_state.live) {
            const Job* job = m_state.queue.find(live.job);
            if (!job || live.runningSince.count() == 0 || live.stopping) continue;
            const auto limit = std::chrono::seconds(job->spec.timeLimit.value) + m_options.timeLimitGuard;
            if (m_clock.monotonic() - live.runningSince <= limit) continue;
            live.overdue = true;
            again();
        }
        if (m_sweepWanted.exchange(false)) {
            for (Engine* engine : m_engines) {
                auto swept = removeRunsOfDeletedJobs(*engine);
                co_await std::move(swept);
            }
        }
        m_metrics.gauge("pilothouse_jobs_waiting", {}, static_cast<double>(m_state.queue.waiting()));
        m_metrics.gauge("pilothouse_task_runs_live", {}, static_cast<double>(m_state.live.size()));
        pause.expires_after(kTurn);
        co_await pause.async_wait(asio::use_awaitable);
    }
}

asio::awaitable<void> Scheduler::lookAgain(Engine& engine) {
    const auto& nodes = m_state.board.nodes();
    const bool down = std::any_of(nodes.begin(), nodes.end(), [&](const auto& entry) {
        return entry.second.engine == &engine && entry.second.down;
    });
    if (!down) co_return;
    auto asking = engine.inventory();
    const auto inventory = co_await std::move(asking);
    if (!inventory) co_return;
    spdlog::info("node {} is up", inventory->name);
    auto loading = loadNode(engine);
    if (const auto loaded = co_await std::move(loading); loaded) again();
}

asio::awaitable<void> Scheduler::publishNodes() {
    std::vector<Event> changed;
    std::vector<std::pair<NodeId, std::string>> texts;
    for (const auto& row : m_state.board.summaries()) {
        auto text = boost::json::serialize(reflect::encode(row));
        if (m_publishedNodes[row.id] == text) continue;
        Event event;
        event.at = m_clock.now();
        event.kind = EventKind::NodeChanged;
        event.object = row.id.str();
        event.payload = text;
        changed.push_back(std::move(event));
        texts.emplace_back(row.id, std::move(text));
    }
    if (changed.empty()) co_return;
    auto work = [changed](Transaction& tx) -> Result<std::vector<std::int64_t>> {
        std::vector<std::int64_t> seqs;
        for (const auto& event : changed) {
            const auto seq = tx.events().append(event);
            if (!seq) return seq.error();
            seqs.push_back(*seq);
        }
        return seqs;
    };
    auto pending = writeFor(m_database, std::move(work));
    const auto seqs = co_await std::move(pending);
    if (!seqs) co_return;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        m_publishedNodes[texts[i].first] = std::move(texts[i].second);
        m_nodeSeq[texts[i].first] = (*seqs)[i];
    }
}

asio::awaitable<void> Scheduler::publishWaitReasons() {
    std::vector<std::pair<JobId, Reason>> changed;
    const auto look = [&, nodes = m_state.board.nodesFree()](const Job& job) {
        const auto verdict = explainNow(job, nodes);
        if (verdict && verdict->reason.code != job.summary.reason.code)
            changed.emplace_back(job.summary.id, stored(verdict->reason));
    };
    for (const Job* job : m_state.queue.startable(m_clock.now(), kMostReasons)) look(*job);
    for (const JobId id : m_state.queue.takeNewlyHeld(kMostReasons)) look(*m_state.queue.find(id));
    if (changed.empty()) co_return;
    auto work = [changed](Transaction& tx) -> Result<std::vector<Job>> {
        std::vector<Job> updated;
        for (const auto& [id, reason] : changed) {
            auto job = tx.jobs().find(OrgScope::everything(), id);
            if (!job) return job.error();
            if (!*job || (*job)->summary.state != JobState::Queued) continue;
            (*job)->summary.reason = reason;
            if (const auto done = tx.jobs().update(**job); !done) return done.error();
            updated.push_back(std::move(**job));
        }
        return updated;
    };
    auto pending = writeFor(m_database, std::move(work));
    auto updated = co_await std::move(pending);
    if (!updated) co_return;
    for (auto& job : *updated) m_state.queue.put(std::move(job));
}

asio::awaitable<void> Scheduler::removeRunsOfDeletedJobs(Engine& engine) {
    auto pending = engine.observe(0, std::chrono::milliseconds(0));
    auto known = co_await std::move(pending);
    if (!known) co_return;
    std::vector<TaskRunId> ids;
    for (const auto& seen : known->tasks)
        if (!m_state.live.contains(seen.id)) ids.push_back(seen.id);
    auto work = [ids = std::move(ids)](Transaction& tx) -> Result<std::vector<TaskRunId>> {
        std::vector<TaskRunId> deleted;
        for (const TaskRunId id : ids) {
            const auto run = tx.taskRuns().find(id);
            if (!run) return run.error();
            if (!*run) deleted.push_back(id);
        }
        return deleted;
    };
    auto reading = readFor(m_database, std::move(work));
    const auto deleted = co_await std::move(reading);
    if (!deleted) co_return;
    for (const TaskRunId id : *deleted) {
        auto removing = engine.remove(id);
        const Result<> done = co_await std::move(removing);
        if (!done) spdlog::warn("run {} not removed: {} {}", id.view(), done.error().id.name, done.error().detail);
    }
}

}  // namespace ph
