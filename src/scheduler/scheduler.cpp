#include "scheduler/scheduler.h"

#include "base/log.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ph {

namespace asio = boost::asio;

namespace {
constexpr std::size_t kMostConsidered =
    2'000;  ///< waiting jobs in one snapshot: more than could start at once on the nodes of a site
/// While the head has no room, what is submitted is read this often at most: nothing of it could start sooner.
constexpr auto kRefreshPause = std::chrono::milliseconds(50);
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

std::optional<Verdict> Scheduler::why(JobId id) const {
    const Job* job = m_state.queue.find(id);
    if (!job || job->summary.state != JobState::Queued) return std::nullopt;
    if (m_state.queue.isHeld(id)) {
        std::string names;
        for (const auto& other : job->spec.after) names += (names.empty() ? "" : ", ") + other;
        return Verdict{{ReasonCode::AfterOthers, {{"jobs", names}}}, 0, {}, {}};
    }
    if (job->notBefore > m_clock.now()) return Verdict{job->summary.reason, 0, {}, {}};
    if (const auto known = m_state.verdicts.find(id); known != m_state.verdicts.end()) return known->second;
    if (!m_state.head) return std::nullopt;
    const Job* head = m_state.queue.find(*m_state.head);
    Verdict verdict = explainNoRoom(job->summary.resources, m_state.board.plannerNodes());
    verdict.reason = {ReasonCode::BehindInQueue,
                      {{"ahead", std::to_string(m_state.queue.ahead(id))},
                       {"job", head ? "#" + std::to_string(head->summary.number) : ""}}};
    return verdict;
}

Verdict Scheduler::couldEverFit(const Resources& resources) const {
    auto nodes = m_state.board.plannerNodes();
    for (auto& node : nodes) {
        node.ready = true;
        node.free = node.total;
    }
    PlannerSnapshot alone{std::move(nodes), {{JobId(), resources}}};
    Plan answer = plan(alone);
    if (answer.verdicts.empty()) return Verdict{{}, static_cast<int>(alone.nodes.size()), {}, {}};
    return std::move(answer.verdicts.front().second);
}

Verdict Scheduler::couldStartNow(const Resources& resources, int priority) const {
    PlannerSnapshot alone{m_state.board.plannerNodes(), {{JobId(), resources}}};
    Plan answer = plan(alone);
    if (!answer.verdicts.empty()) return std::move(answer.verdicts.front().second);
    Verdict verdict{{}, static_cast<int>(alone.nodes.size()), {}, {}};
    // What fits waits all the same behind a head that has no room.
    const Job* head = m_state.head ? m_state.queue.find(*m_state.head) : nullptr;
    if (head && head->summary.priority >= priority)
        verdict.reason = {ReasonCode::BehindInQueue,
                          {{"ahead", std::to_string(m_state.queue.aheadOf(priority))},
                           {"job", "#" + std::to_string(head->summary.number)}}};
    return verdict;
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
    return m_state.head && m_clock.monotonic() < m_refreshNotBefore;
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
    auto work = [after = m_seenSeq](Transaction& tx) { return tx.jobs().changedSince(after); };
    auto pending = readFor(m_database, std::move(work));
    auto changed = co_await std::move(pending);
    if (!changed) {
        spdlog::warn("jobs not read: {} {}", changed.error().id.name, changed.error().detail);
        m_refreshWanted = true;
        co_return;
    }
    m_refreshNotBefore = m_clock.monotonic() + kRefreshPause;
    for (auto& job : *changed) {
        const JobId id = job.summary.id;
        const bool fresh = job.summary.state == JobState::Queued && job.spec.after.empty() && !m_state.queue.find(id);
        m_seenSeq = std::max(m_seenSeq, job.summary.seq);
        m_state.queue.put(std::move(job));
        // First in, first out: one more behind a head that has no room changes nothing.
        if (!fresh || !m_state.head || !m_state.queue.isBehind(id, *m_state.head)) m_planWanted = true;
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

asio::awaitable<void> Scheduler::planAndStart() {
    for (auto ids = m_dependencies.unknown(m_state.queue); !ids.empty(); ids.clear()) {
        auto looked = m_dependencies.lookUp(std::move(ids));
        co_await std::move(looked);
    }
    if (auto settled = m_dependencies.settle(m_state.queue); !settled.broken.empty()) {
        auto work = [broken = std::move(settled.broken),
                     now = m_clock.now()](Transaction& tx) -> Result<std::vector<Job>> {
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
    PlannerSnapshot snapshot;
    for (const Job* job : m_state.queue.startable(m_clock.now(), kMostConsidered))
        snapshot.jobs.push_back({job->summary.id, job->summary.resources});
    m_state.verdicts.clear();
    m_state.head.reset();
    if (snapshot.jobs.empty()) co_return;
    snapshot.nodes = m_state.board.plannerNodes();
    auto decide = [](PlannerSnapshot given) -> asio::awaitable<Plan> { co_return plan(given); };
    auto pending = asio::co_spawn(m_planner, decide(std::move(snapshot)), asio::use_awaitable);
    Plan decided = co_await std::move(pending);
    m_state.head = decided.head;
    for (auto& [id, verdict] : decided.verdicts) m_state.verdicts.emplace(id, std::move(verdict));
    if (decided.starts.empty()) co_return;
    auto carried = m_dispatcher.carryOut(std::move(decided.starts));
    co_await std::move(carried);
}

}  // namespace ph
