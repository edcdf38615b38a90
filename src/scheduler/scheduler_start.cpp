// The scheduler's start: nodes, jobs, and the adoption of what runs.
#include "base/log.h"
#include "scheduler/scheduler.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <unistd.h>

namespace ph {

namespace asio = boost::asio;

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("localhost");
}

}  // namespace

Async<> Scheduler::start() {
    auto jobs = loadJobs();
    const Result<> loaded = co_await std::move(jobs);
    if (!loaded) co_return loaded.error();
    for (Engine* engine : m_engines) {
        auto node = loadNode(*engine);
        const Result<> known = co_await std::move(node);
        if (!known) co_return known.error();
        m_scope.start("observe", [this, engine] { return observeLoop(*engine); });
    }
    m_scope.start("decide", [this] { return decideLoop(); });
    m_scope.start("housekeeping", [this] { return housekeepingLoop(); });
    co_return Result<>();
}

asio::awaitable<void> Scheduler::stop() {
    auto stopping = m_scope.stop();
    co_await std::move(stopping);
}

Async<> Scheduler::loadNode(Engine& engine) {
    auto pending = engine.inventory();
    auto inventory = co_await std::move(pending);
    // A node whose engine can run nothing is shown as down with the cause; the others work.
    std::optional<std::string> down;
    if (!inventory) {
        down = std::string(inventory.error().id.name);
        spdlog::warn("node {} is down: {} {}", hostName(), *down, inventory.error().detail);
        inventory = NodeInventory{hostName(), {}, {}, {}};
    }
    // The planner counts in whole MiB, and up to so many cards of a node.
    auto& capacity = inventory->capacity;
    capacity.memory = mebibytes(mebibytesDown(capacity.memory));
    capacity.scratch = mebibytes(mebibytesDown(capacity.scratch));
    if (capacity.accelerators.size() > placement::kMaxCards) {
        spdlog::warn("node {} has {} accelerators: only {} of them are given to tasks", inventory->name,
                     capacity.accelerators.size(), placement::kMaxCards);
        capacity.accelerators.resize(placement::kMaxCards);
    }
    const StoredNode fresh{NodeId::random(m_random), inventory->name, false, {}};
    auto work = [fresh](Transaction& tx) -> Result<StoredNode> {
        auto known = tx.nodes().findByName(fresh.name);
        if (!known) return known.error();
        if (*known) return std::move(**known);
        if (const auto done = tx.nodes().put(fresh); !done) return done.error();
        return fresh;
    };
    auto writing = writeFor(m_database, std::move(work));
    auto stored = co_await std::move(writing);
    if (!stored) co_return stored.error();
    m_state.board.put({stored->id, &engine, std::move(*inventory), stored->cordoned, down});
    co_return Result<>();
}

Async<> Scheduler::loadJobs() {
    struct Loaded {
        std::vector<Job> jobs;
        std::vector<Allocation> held;
        std::int64_t seq = 0;
        std::map<OrgId, QueueSettings> queues;
        std::int64_t revision = 0;
    };
    auto work = [](Transaction& tx) -> Result<Loaded> {
        auto jobs = tx.jobs().unfinished();
        if (!jobs) return jobs.error();
        auto held = tx.taskRuns().openAllocations();
        if (!held) return held.error();
        auto head = tx.events().head();
        if (!head) return head.error();
        auto queues = tx.accounts().queues().all();
        if (!queues) return queues.error();
        const auto revision = tx.accounts().queues().revision();
        if (!revision) return revision.error();
        return Loaded{std::move(*jobs), std::move(*held), head->seq, std::move(*queues), *revision};
    };
    auto pending = readFor(m_database, std::move(work));
    auto loaded = co_await std::move(pending);
    if (!loaded) co_return loaded.error();
    m_seenSeq = loaded->seq;
    m_seenQueues = loaded->revision;
    m_freshQueues = std::move(loaded->queues);
    m_refreshWanted = false;
    for (const auto& held : loaded->held) m_state.board.allocate(held);
    for (auto& job : loaded->jobs) {
        if (job.taskRun) {
            LiveRun& live = m_state.live[*job.taskRun];
            live.job = job.summary.id;
            live.node = job.summary.node.value_or(NodeId());
        }
        m_state.queue.put(std::move(job));
    }
    co_return Result<>();
}

void Scheduler::adopt(const std::vector<TaskObservation>& known) {
    std::set<TaskRunId> seen;
    for (const auto& observation : known) seen.insert(observation.id);
    for (const auto& [id, live] : std::map<TaskRunId, LiveRun>(m_state.live.begin(), m_state.live.end())) {
        if (seen.contains(id)) continue;
        const Job* job = m_state.queue.find(live.job);
        if (!job || job->summary.state == JobState::Stopping)
            m_reconciler.neverStarted(id, {ReasonCode::StoppedBy, {}});
        else if (job->summary.state == JobState::Running)
            m_reconciler.neverStarted(id, {ReasonCode::NodeLost, {{"node", job->summary.nodeName}}});
        else
            m_dispatcher.launchAgain(id);
    }
}

asio::awaitable<void> Scheduler::observeLoop(Engine& engine) {
    std::uint64_t position = 0;
    bool first = true;
    bool silent = false;
    asio::steady_timer pause(m_logic);
    for (;;) {
        auto pending =
            engine.observe(position, first ? std::chrono::milliseconds(0) : std::chrono::milliseconds(30'000));
        auto seen = co_await std::move(pending);
        if (std::exchange(silent, seen.has_error()) != silent) m_silentEngines += silent ? 1 : -1;
        if (!seen) {
            spdlog::warn("engine not observed: {} {}", seen.error().id.name, seen.error().detail);
            pause.expires_after(std::chrono::seconds(1));
            co_await pause.async_wait(asio::use_awaitable);
            continue;
        }
        position = seen->position;
        if (std::exchange(first, false)) adopt(seen->tasks);
        auto reconciled = m_reconciler.observed(std::move(seen->tasks));
        co_await std::move(reconciled);
    }
}

}  // namespace ph
