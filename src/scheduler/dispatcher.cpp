#include "scheduler/dispatcher.h"

#include "base/fail_point.h"
#include "base/log.h"
#include "scheduler/job_transition.h"

namespace ph {

namespace asio = boost::asio;

namespace {

/// The values of the secrets that the job names; one that was deleted since is left out and the task finds no variable.
Result<std::map<std::string, std::string>> secretsOf(Transaction& tx, const Job& job) {
    std::map<std::string, std::string> values;
    for (const auto& [variable, name] : job.spec.secrets) {
        auto value = tx.secrets().get(job.summary.org, job.summary.owner, name);
        if (!value) return value.error();
        if (*value) values.emplace(variable, std::move(**value));
    }
    return values;
}

Allocation allocationOf(const Job& job, const TaskRun& run, const std::vector<std::string>& cards, Timestamp now) {
    const auto& resources = job.summary.resources;
    Allocation held;
    held.taskRun = run.id;
    held.job = run.job;
    held.org = run.org;
    held.owner = job.summary.owner;
    held.node = run.node;
    held.cpu = resources.cpu;
    held.memory = resources.memory;
    held.scratch = resources.scratch;
    held.accelerators = cards;
    held.from = now;
    return held;
}

}  // namespace

Dispatcher::Dispatcher(Database& database, SchedulerState& state, TaskScope& scope, const LaunchSite& site,
                       const Clock& clock, RandomSource& random, Launched launched)
    : m_database(database),
      m_state(state),
      m_scope(scope),
      m_site(site),
      m_clock(clock),
      m_random(random),
      m_launched(std::move(launched)) {}

Result<std::optional<Dispatcher::Decided>> Dispatcher::decide(Transaction& tx, const Decision& decision,
                                                              Timestamp now) {
    auto found = tx.jobs().find(OrgScope::everything(), decision.placement.job);
    if (!found) return found.error();
    if (!*found || (*found)->summary.state != JobState::Queued) return std::optional<Decided>();

    Decided decided;
    decided.job = std::move(**found);
    const JobSummary before = decided.job.summary;
    auto& summary = decided.job.summary;
    summary.state = JobState::Starting;
    summary.reason = {ReasonCode::Preparing, {}};
    summary.attempt += 1;
    summary.node = decision.placement.node;
    summary.nodeName = decision.nodeName;
    summary.startedAt = {};
    decided.job.taskRun = decision.run;

    auto& run = decided.run;
    run.id = decision.run;
    run.job = summary.id;
    run.org = summary.org;
    run.attempt = summary.attempt;
    run.node = decision.placement.node;
    run.nodeName = decision.nodeName;
    run.createdAt = now;

    decided.allocation = allocationOf(decided.job, run, decision.placement.accelerators, now);
    if (const auto done = storeTransition(tx, before, decided.job, now); !done) return done.error();
    if (const auto done = tx.taskRuns().insert(run); !done) return done.error();
    if (const auto done = tx.taskRuns().openAllocation(decided.allocation); !done) return done.error();
    auto secrets = secretsOf(tx, decided.job);
    if (!secrets) return secrets.error();
    decided.secrets = std::move(*secrets);
    return std::optional(std::move(decided));
}

asio::awaitable<std::vector<JobId>> Dispatcher::carryOut(std::vector<Placement> starts) {
    std::vector<Decision> decisions;
    std::set<JobId> undone;
    for (auto& placement : starts) {
        undone.insert(placement.job);
        const BoardNode* node = m_state.board.find(placement.node);
        if (node) decisions.push_back({std::move(placement), TaskRunId::random(m_random), node->inventory.name});
    }
    const Timestamp now = m_clock.now();
    auto work = [decisions, now](Transaction& tx) -> Result<std::vector<Decided>> {
        std::vector<Decided> list;
        for (const auto& decision : decisions) {
            auto decided = decide(tx, decision, now);
            if (!decided) return decided.error();
            if (*decided) list.push_back(std::move(**decided));
        }
        return list;
    };
    auto pending = writeFor(m_database, std::move(work));
    auto written = co_await std::move(pending);
    if (!written) {
        spdlog::warn("decisions not written: {} {}", written.error().id.name, written.error().detail);
        co_return std::vector<JobId>(undone.begin(), undone.end());
    }
    for (auto& decided : *written) {
        undone.erase(decided.job.summary.id);
        launch(std::move(decided));
    }
    co_return std::vector<JobId>(undone.begin(), undone.end());
}

void Dispatcher::launch(Decided decided) {
    const TaskRunId id = decided.run.id;
    m_state.board.allocate(decided.allocation);
    LiveRun& live = m_state.live[id];
    live.job = decided.job.summary.id;
    live.node = decided.run.node;
    live.launching = true;
    BoardNode* node = m_state.board.find(decided.run.node);
    auto request =
        launchRequestOf(decided.job, decided.run, decided.allocation.accelerators, m_site, std::move(decided.secrets));
    m_state.queue.put(std::move(decided.job));
    if (!node) return;
    m_scope.start("launch", [this, id, request = std::move(request), engine = node->engine] {
        return launchTask(id, request, *engine);
    });
}

asio::awaitable<void> Dispatcher::launchTask(TaskRunId id, LaunchRequest request, Engine& engine) {
    failPoint("scheduler.decided");
    auto pending = engine.launch(std::move(request));
    const Result<> done = co_await std::move(pending);
    failPoint("scheduler.launched");
    if (const auto live = m_state.live.find(id); live != m_state.live.end()) live->second.launching = false;
    m_launched(id, done);
}

Result<std::optional<Dispatcher::Decided>> Dispatcher::recall(Transaction& tx, JobId job, TaskRunId run) {
    auto found = tx.jobs().find(OrgScope::everything(), job);
    if (!found) return found.error();
    auto stored = tx.taskRuns().find(run);
    if (!stored) return stored.error();
    if (!*found || !*stored) return std::optional<Decided>();
    Decided decided;
    decided.job = std::move(**found);
    decided.run = std::move(**stored);
    auto secrets = secretsOf(tx, decided.job);
    if (!secrets) return secrets.error();
    decided.secrets = std::move(*secrets);
    return std::optional(std::move(decided));
}

void Dispatcher::launchAgain(TaskRunId id) {
    const auto live = m_state.live.find(id);
    if (live == m_state.live.end()) return;
    live->second.launching = true;
    m_scope.start("launch again", [this, id, job = live->second.job] { return launchAgainTask(id, job); });
}

asio::awaitable<void> Dispatcher::launchAgainTask(TaskRunId id, JobId job) {
    auto work = [id, job](Transaction& tx) { return recall(tx, job, id); };
    auto pending = readFor(m_database, std::move(work));
    auto recalled = co_await std::move(pending);
    if (!recalled || !*recalled) {
        m_launched(id, recalled ? Result<>(Error(kInternal, "the decision is gone")) : Result<>(recalled.error()));
        co_return;
    }
    auto& decided = **recalled;
    if (const Allocation* held = m_state.board.allocationOf(id)) decided.allocation = *held;
    launch(std::move(decided));
}

}  // namespace ph
