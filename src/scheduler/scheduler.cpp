#include "scheduler/scheduler.h"

#include "base/log.h"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <variant>

namespace ph {

namespace asio = boost::asio;

namespace {
/// While somebody has no room, what is submitted is read this often at most, so that many share a plan.
constexpr auto kRefreshPause = std::chrono::milliseconds(50);
/// After decisions could not be written.
constexpr auto kWritePause = std::chrono::milliseconds(200);
}  // namespace

Scheduler::Scheduler(asio::any_io_executor logic, Database& database, std::vector<Engine*> engines, BlobStore& blobs,
                     LaunchSite site, Metrics& metrics, const Clock& clock, RandomSource& random,
                     SchedulerOptions options)
    : m_logic(logic),
      m_database(database),
      m_engines(std::move(engines)),
      m_metrics(metrics),
      m_clock(clock),
      m_random(random),
      m_options(options),
      m_site(std::move(site)),
      m_dependencies(database),
      m_work(logic),
      m_desk(options.stopGrace),
      m_planTimeAhead(std::chrono::microseconds(clock.now().micros) - clock.monotonic()),
      m_scope(logic),
      m_dispatcher(database, m_state, m_scope, m_site, clock, random,
                   [this](TaskRunId id, const Result<>& done) { launched(id, done); }),
      m_reconciler(database, m_state, m_scope, blobs, metrics, clock, [this] { again(); }) {}

Scheduler::~Scheduler() {
    m_planner.join();
}

void Scheduler::wake() {
    if (m_wakePosted.exchange(true)) return;
    asio::post(m_logic, [this] {
        m_wakePosted = false;
        if (!std::exchange(m_refreshWanted, true)) m_work.cancel();
    });
}

void Scheduler::jobRemoved() {
    m_sweepWanted = true;
}

void Scheduler::again() {
    m_planWanted = true;
    m_work.cancel();
}

std::vector<NodeSummary> Scheduler::nodes() const {
    auto rows = m_state.board.summaries();
    for (auto& row : rows)
        if (const auto seq = m_nodeSeq.find(row.id); seq != m_nodeSeq.end()) row.seq = seq->second;
    return rows;
}

Async<std::vector<UsageSample>> Scheduler::samples(NodeId id, std::size_t count) {
    BoardNode* node = m_state.board.find(id);
    if (!node) co_return Error(kNodeNotFound).with("node", id.str());
    auto pending = node->engine->nodeSamples(count);
    co_return co_await std::move(pending);
}

bool Scheduler::refreshMayWait() const {
    return m_state.outlook.waiting > 0 && m_clock.monotonic() < m_refreshNotBefore;
}

asio::awaitable<void> Scheduler::waitForWork() {
    while (!m_planWanted && (!m_refreshWanted || refreshMayWait())) {
        const Timestamp now = m_clock.now();
        const Timestamp backOffEnds = m_state.queue.nextBackOff(now);
        std::optional<std::chrono::microseconds> most;
        if (m_refreshWanted) most = kRefreshPause;
        if (backOffEnds) most = std::min(most.value_or(backOffEnds - now), backOffEnds - now);
        if (most)
            m_work.expires_after(*most);
        else
            m_work.expires_at(asio::steady_timer::time_point::max());
        boost::system::error_code cancelled;
        co_await m_work.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        if (cancelled) continue;
        m_refreshNotBefore = {};
        if (backOffEnds) m_planWanted = true;
    }
}

asio::awaitable<void> Scheduler::decideLoop() {
    for (;;) {
        auto work = waitForWork();
        co_await std::move(work);
        if (m_refreshWanted && !refreshMayWait()) {
            m_refreshWanted = false;
            auto fresh = refresh();
            co_await std::move(fresh);
        }
        stopWhatShouldStop();
        if (!std::exchange(m_planWanted, false)) continue;
        auto started = planAndStart();
        co_await std::move(started);
    }
}

asio::awaitable<void> Scheduler::refresh() {
    struct Changed {
        std::vector<Job> jobs;
        std::int64_t revision = 0;
        std::optional<std::map<OrgId, QueueSettings>> queues;
    };
    auto work = [after = m_seenSeq, seen = m_seenQueues](Transaction& tx) -> Result<Changed> {
        auto jobs = tx.jobs().changedSince(after);
        if (!jobs) return jobs.error();
        const auto revision = tx.accounts().queues().revision();
        if (!revision) return revision.error();
        Changed changed{std::move(*jobs), *revision, {}};
        if (*revision == seen) return changed;
        auto queues = tx.accounts().queues().all();
        if (!queues) return queues.error();
        changed.queues = std::move(*queues);
        return changed;
    };
    auto pending = readFor(m_database, std::move(work));
    auto changed = co_await std::move(pending);
    if (!changed) {
        spdlog::warn("jobs not read: {} {}", changed.error().id.name, changed.error().detail);
        m_refreshWanted = true;
        co_return;
    }
    m_seenQueues = changed->revision;
    if (changed->queues) m_freshQueues = std::move(changed->queues);
    m_refreshNotBefore = m_clock.monotonic() + kRefreshPause;
    m_planWanted |= !changed->jobs.empty() || m_freshQueues.has_value();
    for (auto& job : changed->jobs) {
        m_seenSeq = std::max(m_seenSeq, job.summary.seq);
        m_state.queue.put(std::move(job));
    }
}

void Scheduler::stopWhatShouldStop() {
    for (auto& [id, live] : m_state.live) {
        if (live.launching || live.stopping || live.ending) continue;
        const Job* job = m_state.queue.find(live.job);
        if (!job || (job->summary.state != JobState::Stopping && !live.overdue)) continue;
        BoardNode* node = m_state.board.find(live.node);
        if (!node) continue;
        live.stopping = true;
        m_scope.start("stop", [this, run = id, engine = node->engine] { return stopTask(run, *engine); });
    }
}

asio::awaitable<void> Scheduler::stopTask(TaskRunId id, Engine& engine) {
    auto pending = engine.stop(id, m_options.stopGrace);
    const Result<> done = co_await std::move(pending);
    if (done) co_return;
    spdlog::warn("stop of {} failed: {} {}", id.view(), done.error().id.name, done.error().detail);
    asio::steady_timer pause(m_logic, std::chrono::seconds(2));
    co_await pause.async_wait(asio::use_awaitable);
    if (const auto live = m_state.live.find(id); live != m_state.live.end()) live->second.stopping = false;
    again();
}

void Scheduler::launched(TaskRunId id, const Result<>& done) {
    if (!done) {
        spdlog::warn("launch of {} failed: {} {}", id.view(), done.error().id.name, done.error().detail);
        m_reconciler.neverStarted(id, {ReasonCode::LaunchFailed, {{"detail", std::string(done.error().id.name)}}});
    }
    const auto live = m_state.live.find(id);
    const Job* job = live == m_state.live.end() ? nullptr : m_state.queue.find(live->second.job);
    if (job && job->summary.state == JobState::Stopping) again();
}

asio::awaitable<void> Scheduler::settleDependencies() {
    for (auto ids = m_dependencies.unknown(m_state.queue); !ids.empty(); ids.clear()) {
        auto looked = m_dependencies.lookUp(std::move(ids));
        co_await std::move(looked);
    }
    const auto settled = m_dependencies.settle(m_state.queue);
    if (settled.broken.empty()) co_return;
    auto work = [broken = settled.broken, now = m_clock.now()](Transaction& tx) -> Result<std::vector<Job>> {
        std::vector<Job> failed;
        for (const auto& one : broken) {
            auto job = failBroken(tx, one, now);
            if (!job) return job.error();
            if (*job) failed.push_back(std::move(**job));
        }
        return failed;
    };
    auto pending = writeFor(m_database, std::move(work));
    auto failed = co_await std::move(pending);
    if (failed)
        for (auto& job : *failed) m_state.queue.put(std::move(job));
    again();
}

DeskNews Scheduler::news() {
    DeskNews news;
    news.now = planTime();
    news.undone = std::exchange(m_undone, {});
    news.queues = std::exchange(m_freshQueues, std::nullopt);
    for (auto& change : m_state.board.takeChanges()) {
        if (auto* held = std::get_if<Allocation>(&change)) {
            const Job* job = m_state.queue.find(held->job);
            news.runs.emplace_back(BegunRun{std::move(*held), job ? job->summary.timeLimit : Seconds{}});
        } else {
            news.runs.emplace_back(std::get<TaskRunId>(change));
        }
    }
    if (m_state.board.takeNodesChanged()) {
        news.nodes.emplace();
        for (const auto& [id, node] : m_state.board.nodes())
            news.nodes->push_back({id, !node.cordoned && !node.down, node.inventory.capacity});
    }
    for (const auto& turn : m_state.queue.takeTurns(m_clock.now())) {
        if (!turn.startable) {
            news.jobs.emplace_back(turn.job);
            continue;
        }
        const auto& row = m_state.queue.find(turn.job)->summary;
        news.jobs.emplace_back(
            WaitingJob{row.id, row.org, row.owner, row.priority, row.queuedAt, row.timeLimit, row.resources});
    }
    return news;
}

asio::awaitable<void> Scheduler::planAndStart() {
    auto settling = settleDependencies();
    co_await std::move(settling);
    DeskNews told = news();
    if (told.empty()) co_return;
    auto pending = m_planning.block([this, told = std::move(told)]() -> Result<DeskPlan> { return m_desk.plan(told); });
    auto decided = co_await std::move(pending);
    if (!decided) co_return;
    m_state.outlook = std::move(decided->outlook);
    if (decided->starts.empty()) co_return;
    auto carried = m_dispatcher.carryOut(std::move(decided->starts));
    m_undone = co_await std::move(carried);
    if (m_undone.empty()) co_return;
    // Stopped meanwhile, or the store is away: what it has now is read before they are decided again.
    asio::steady_timer pause(m_logic, kWritePause);
    co_await pause.async_wait(asio::use_awaitable);
    m_refreshWanted = true;
    m_refreshNotBefore = {};
    again();
}

}  // namespace ph
