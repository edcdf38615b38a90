#include "scheduler/reconciler.h"

#include "base/fail_point.h"
#include "base/log.h"
#include "reflect/codec.h"
#include "scheduler/job_transition.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ph {

namespace asio = boost::asio;

namespace {

bool isOver(TaskRunState state) {
    return state == TaskRunState::Ended || state == TaskRunState::Lost;
}

/// The job of a run, if the run is still its current one.
Result<std::optional<Job>> currentJob(Transaction& tx, const TaskRun& run) {
    auto job = tx.jobs().find(OrgScope::everything(), run.job);
    if (!job) return job.error();
    if (!*job || (*job)->taskRun != run.id || isFinal((*job)->summary.state)) return std::optional<Job>();
    return job;
}

std::vector<Artifact> artifactsOf(const TaskRun& run, const Collected& collected, Timestamp now) {
    std::vector<Artifact> list;
    for (const auto& output : collected.outputs)
        list.push_back({run.job, run.attempt, output.path, output.digest, output.size, now});
    return list;
}

}  // namespace

Reconciler::Reconciler(Database& database, SchedulerState& state, TaskScope& scope, BlobStore& blobs, Metrics& metrics,
                       const Clock& clock, std::function<void()> freed)
    : m_database(database),
      m_state(state),
      m_scope(scope),
      m_blobs(blobs),
      m_metrics(metrics),
      m_clock(clock),
      m_freed(std::move(freed)) {}

asio::awaitable<void> Reconciler::observed(std::vector<TaskObservation> seen) {
    std::vector<TaskObservation> running;
    std::vector<Ended> ended;
    for (auto& observation : seen) {
        const auto live = m_state.live.find(observation.id);
        if (live == m_state.live.end() || live->second.ending) continue;
        if (observation.state == TaskRunState::Running) {
            live->second.runningSince = m_clock.monotonic();
            running.push_back(std::move(observation));
        } else if (isOver(observation.state)) {
            live->second.ending = true;
            const Job* job = m_state.queue.find(live->second.job);
            if (live->second.overdue && job)
                observation.reason = {ReasonCode::TimeLimit, {{"limit", std::to_string(job->spec.timeLimit.value)}}};
            const BoardNode* node = m_state.board.find(live->second.node);
            if (job && node && observation.exit && !job->spec.outputs.empty()) {
                m_scope.start("collect", [this, observation, outputs = job->spec.outputs, engine = node->engine] {
                    return collectThenEnd(observation, outputs, *engine);
                });
            } else {
                ended.push_back({std::move(observation), {}});
            }
        }
    }
    if (running.empty() && ended.empty()) co_return;
    auto pending = write(std::move(running), std::move(ended));
    co_await std::move(pending);
}

void Reconciler::neverStarted(TaskRunId id, Reason reason) {
    const auto live = m_state.live.find(id);
    if (live == m_state.live.end() || live->second.ending) return;
    live->second.ending = true;
    TaskObservation seen;
    seen.id = id;
    seen.state = TaskRunState::Ended;
    seen.reason = std::move(reason);
    seen.endedAt = m_clock.now();
    m_scope.start("never started", [this, seen] { return write({}, {Ended{seen, {}}}); });
}

asio::awaitable<void> Reconciler::collectThenEnd(TaskObservation seen, std::vector<std::string> outputs,
                                                 Engine& engine) {
    failPoint("scheduler.collect");
    auto pending = engine.collect(seen.id, std::move(outputs), m_blobs);
    auto collected = co_await std::move(pending);
    failPoint("scheduler.collected");
    Ended ended{std::move(seen), {}};
    if (collected)
        ended.collected = std::move(*collected);
    else
        ended.collected.failures.push_back(
            {ReasonCode::OutputFailed, {{"path", ""}, {"detail", std::string(collected.error().id.name)}}});
    std::vector<Ended> list;
    list.push_back(std::move(ended));
    auto written = write({}, std::move(list));
    co_await std::move(written);
}

Result<> Reconciler::writeRunning(Transaction& tx, const TaskObservation& seen, Timestamp now, Moved& moved) {
    auto run = tx.taskRuns().find(seen.id);
    if (!run) return run.error();
    if (!*run || !mayBecome((*run)->state, TaskRunState::Running)) return {};
    (*run)->state = TaskRunState::Running;
    (*run)->startedAt = seen.startedAt;
    if (const auto done = tx.taskRuns().update(**run); !done) return done.error();
    auto job = currentJob(tx, **run);
    if (!job) return job.error();
    if (!*job || (*job)->summary.state != JobState::Starting) return {};
    const JobSummary before = (*job)->summary;
    (*job)->summary.state = JobState::Running;
    (*job)->summary.reason = {};
    (*job)->summary.startedAt = seen.startedAt;
    if (const auto done = storeTransition(tx, before, **job, now); !done) return done.error();
    moved.jobs.push_back(std::move(**job));
    return {};
}

Result<> Reconciler::writeEnded(Transaction& tx, const Ended& ended, Timestamp now, Moved& moved) {
    moved.ended.push_back(ended.seen.id);
    auto run = tx.taskRuns().find(ended.seen.id);
    if (!run) return run.error();
    if (!*run || isOver((*run)->state)) return {};
    auto& taskRun = **run;
    taskRun.state = ended.seen.state;
    taskRun.reason = ended.seen.reason;
    taskRun.exit = ended.seen.exit;
    if (ended.seen.startedAt) taskRun.startedAt = ended.seen.startedAt;
    taskRun.endedAt = ended.seen.endedAt ? ended.seen.endedAt : now;
    if (const auto done = tx.taskRuns().update(taskRun); !done) return done.error();
    if (const auto done = tx.taskRuns().closeAllocation(taskRun.id, taskRun.endedAt, taskRun.reason.code); !done)
        return done.error();
    const auto artifacts = artifactsOf(taskRun, ended.collected, now);
    if (!artifacts.empty())
        if (const auto done = tx.taskRuns().addArtifacts(artifacts); !done) return done.error();
    auto job = currentJob(tx, taskRun);
    if (!job) return job.error();
    if (!*job) return {};
    const JobSummary before = (*job)->summary;
    applyEnding(**job, {taskRun.reason, taskRun.startedAt, taskRun.endedAt, ended.collected.failures}, now);
    if (const auto done = storeTransition(tx, before, **job, now); !done) return done.error();
    moved.jobs.push_back(std::move(**job));
    return {};
}

asio::awaitable<void> Reconciler::write(std::vector<TaskObservation> running, std::vector<Ended> ended) {
    const Timestamp now = m_clock.now();
    auto work = [running = std::move(running), ended = std::move(ended), now](Transaction& tx) -> Result<Moved> {
        Moved moved;
        for (const auto& seen : running)
            if (const auto done = writeRunning(tx, seen, now, moved); !done) return done.error();
        for (const auto& end : ended)
            if (const auto done = writeEnded(tx, end, now, moved); !done) return done.error();
        return moved;
    };
    // What was seen must be written, however long the store is away: engines tell it once.
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer pause(executor);
    for (auto wait = std::chrono::milliseconds(100);; wait = std::min(wait * 2, std::chrono::milliseconds(5000))) {
        auto attempt = work;
        auto pending = writeFor(m_database, std::move(attempt));
        auto moved = co_await std::move(pending);
        if (moved) {
            settle(std::move(*moved));
            co_return;
        }
        spdlog::warn("observations not written: {} {}", moved.error().id.name, moved.error().detail);
        pause.expires_after(wait);
        co_await pause.async_wait(asio::use_awaitable);
    }
}

void Reconciler::settle(Moved moved) {
    for (const TaskRunId id : moved.ended) {
        m_state.board.release(id);
        m_state.live.erase(id);
    }
    for (auto& job : moved.jobs) {
        if (isFinal(job.summary.state))
            m_metrics.count("pilothouse_jobs_ended_total", {{"state", reflect::word(job.summary.state)},
                                                            {"reason", reflect::word(job.summary.reason.code)}});
        m_state.queue.put(std::move(job));
    }
    if (!moved.ended.empty()) m_freed();
}

}  // namespace ph
