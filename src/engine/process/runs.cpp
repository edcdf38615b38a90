#include "engine/process/runs.h"

#include "base/fail_point.h"
#include "base/log.h"
#include "engine/process/host_process.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kStopPatience{3};  ///< beyond the grace, before we kill ourselves
constexpr std::chrono::seconds kKillPatience{20};
constexpr int kReleaseTries = 2500;
constexpr useconds_t kReleaseMicros = 2000;

/// What is known of a run folder found at the start.
struct Found {
    TaskRunId id;
    std::optional<RunClaim> claim;
    std::optional<Reason> failure;
    std::optional<RunEnding> ending;
    shim::ExitRecord record;
    int process = -1;
};

/// Waits until no process holds the run's record any more, unless one of its own goes on: then that is returned. A
/// program that this process starts at the same moment may hold a copy for the moment before it begins.
FileDescriptor waitReleased(const RunFolder& folder, const std::string& run) {
    for (int i = 0; i < kReleaseTries && folder.alive(); ++i) {
        FileDescriptor process = findProcess(folder, run);
        if (process) return process;
        ::usleep(kReleaseMicros);
    }
    return {};
}

std::vector<Found> lookAround(const std::string& runs, const std::string& nodeName) {
    std::vector<Found> list;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(runs, ignored)) {
        const auto id = TaskRunId::parse(entry.path().filename().string());
        if (!id) continue;
        const RunFolder folder(entry.path().string());
        Found found;
        found.id = *id;
        found.claim = folder.readClaim();
        found.failure = folder.readFailure();
        found.record = folder.readRecord();
        RunClaim claim = found.claim.value_or(RunClaim{});
        claim.id = *id;
        if (!found.failure) {
            FileDescriptor process = waitReleased(folder, id->str());
            if (process)
                found.process = process.release();
            else
                found.ending = settleRun(folder, claim, nodeName, false);
        }
        list.push_back(std::move(found));
    }
    return list;
}

}  // namespace

Runs::Runs(asio::any_io_executor executor, const ProcessEngineOptions& options, std::string nodeName)
    : m_executor(executor),
      m_options(options),
      m_nodeName(std::move(nodeName)),
      m_changes(executor),
      m_files(executor),
      m_pool(std::max<std::size_t>(options.threads, 1)) {}

Async<> Runs::adopt() {
    const auto self = shared_from_this();
    const std::string trash = m_options.dataFolder + "/trash";
    std::function<std::vector<Found>()> look = [runs = runsFolder(), trash, node = m_nodeName] {
        removeTree(trash);
        ::mkdir(trash.c_str(), 0700);
        ::mkdir(runs.c_str(), 0700);
        return lookAround(runs, node);
    };
    auto pending = m_pool.run(std::move(look));
    std::vector<Found> found = co_await std::move(pending);
    std::set<std::string> kept;
    for (const auto& item : found)
        if (item.claim && item.process >= 0)
            for (auto& group : item.claim->groups.folders()) kept.insert(std::move(group));
    std::function<bool()> tidy = [waiting = m_waiting, kept = std::move(kept)] {
        waiting->removeSpares(kept);
        return true;
    };
    auto tidying = m_pool.run(std::move(tidy));
    co_await std::move(tidying);
    for (auto& item : found) {
        auto run = std::make_shared<Run>(m_executor, item.id, runsFolder() + "/" + item.id.str());
        if (item.claim) run->claim = *item.claim;
        m_runs[item.id] = run;
        if (item.failure) {
            ended(run, {TaskRunState::Ended, *item.failure, std::nullopt, {}, run->claim.claimedAt});
        } else if (item.ending) {
            ended(run, std::move(*item.ending));
        } else {
            if (item.record.startedMicros != 0) {
                run->seen.state = TaskRunState::Running;
                run->seen.startedAt = {item.record.startedMicros};
            }
            begin(run, item.process);
            changed(*run);
        }
    }
    refill();
    co_return Result<>();
}

std::shared_ptr<Run> Runs::find(const TaskRunId& id) const {
    const auto found = m_runs.find(id);
    return found == m_runs.end() ? nullptr : found->second;
}

void Runs::changed(Run& run) {
    m_order.erase(run.position);
    run.position = ++m_position;
    m_order[run.position] = run.id;
    run.moved.notify();
    m_changes.notify();
}

Async<> Runs::launch(LaunchRequest request) {
    const auto self = shared_from_this();
    // One that failed before its claim is forgotten again; then this one tries.
    while (auto known = find(request.id)) {
        if (!known->launching) co_return Result<>();
        auto pending = known->moved.wait(known->moved.count(), std::chrono::minutes(1));
        co_await std::move(pending);
    }
    const TaskRunId id = request.id;
    auto run = std::make_shared<Run>(m_executor, id, runsFolder() + "/" + id.str());
    run->launching = true;
    m_runs[id] = run;
    std::function<Result<Launched>()> work = [launcher = m_launcher, request = std::move(request)] {
        return launcher->launch(request);
    };
    auto pending = m_pool.run(std::move(work));
    Result<Launched> launched = co_await std::move(pending);
    if (m_closed) co_return Error(kUnavailable, "closing");
    run->launching = false;
    run->moved.notify();
    if (!launched) {
        m_runs.erase(id);
        co_return launched.error();
    }
    if (!launched->claimed) {
        // A folder that adopt() did not see: somebody else made it since, and only that one may run.
        ended(run, {TaskRunState::Lost,
                    {ReasonCode::NodeLost, {{"node", m_nodeName}}},
                    std::nullopt,
                    {},
                    SystemClock().now()});
        co_return Result<>();
    }
    run->claim = std::move(launched->claim);
    run->network = std::move(launched->network);
    if (launched->failure) {
        ended(run, {TaskRunState::Ended, *launched->failure, std::nullopt, {}, SystemClock().now()});
        co_return Result<>();
    }
    begin(run, openProcess(launched->launcher).release());
    changed(*run);
    co_return Result<>();
}

void Runs::begin(const std::shared_ptr<Run>& run, int pid) {
    run->process.emplace(m_executor, pid);
    run->process->async_wait(asio::posix::stream_descriptor::wait_read,
                             [weak = weak_from_this(), run](boost::system::error_code error) {
                                 const auto self = weak.lock();
                                 if (!error && self && !self->m_closed) self->processGone(run);
                             });
    auto socket = run->folder.connect();
    if (socket) connect(run, std::move(*socket));
}

void Runs::connect(const std::shared_ptr<Run>& run, FileDescriptor socket) {
    run->link = std::make_shared<ShimLink>(
        m_executor, std::move(socket),
        [weak = weak_from_this(), weakRun = std::weak_ptr(run)](const shim::StatusNotice& notice) {
            const auto self = weak.lock();
            const auto told = weakRun.lock();
            if (self && told) self->started(told, notice);
        });
    run->link->start();
}

void Runs::started(const std::shared_ptr<Run>& run, const shim::StatusNotice& notice) {
    if (notice.phase != shim::TaskPhase::Started || run->seen.state != TaskRunState::Launching) return;
    run->seen.state = TaskRunState::Running;
    run->seen.startedAt = {notice.atMicros};
    changed(*run);
    refill();
}

void Runs::refill() {
    // Not right after a launch: the next launcher must not take the processor from the one that starts.
    if (m_waiting && !m_closed) m_pool.start([waiting = m_waiting] { waiting->refill(); });
}

Result<std::shared_ptr<ShimLink>> Runs::link(const std::shared_ptr<Run>& run) {
    if (run->over() || run->launching) return Error(kJobNotRunning);
    if (!run->link || !run->link->isOpen()) {
        auto socket = run->folder.connect();
        if (!socket) return socket.error();
        connect(run, std::move(*socket));
    }
    return run->link;
}

void Runs::processGone(const std::shared_ptr<Run>& run) {
    siginfo_t info{};
    // A child of ours is reaped here; of an adopted one the system takes care.
    ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(run->process->native_handle()), &info,
             WEXITED | WNOHANG);
    run->process.reset();
    auto task = settle(run);
    asio::co_spawn(m_executor, std::move(task), asio::detached);
}

asio::awaitable<void> Runs::settle(std::shared_ptr<Run> run) {
    const auto self = shared_from_this();
    std::function<FileDescriptor()> released = [folder = run->folder, id = run->id.str()] {
        return waitReleased(folder, id);
    };
    auto waiting = m_pool.run(std::move(released));
    FileDescriptor still = co_await std::move(waiting);
    if (m_closed) co_return;
    if (still) {
        // The launcher was killed, the task was not: go on with its first process.
        begin(run, still.release());
        if (run->killed) kill(run);
        co_return;
    }
    std::function<RunEnding()> work = [folder = run->folder, claim = run->claim, node = m_nodeName,
                                       killed = run->killed] { return settleRun(folder, claim, node, killed); };
    auto pending = m_pool.run(std::move(work));
    RunEnding ending = co_await std::move(pending);
    failPoint("engine.settled");
    if (!m_closed) ended(run, std::move(ending));
}

void Runs::ended(const std::shared_ptr<Run>& run, RunEnding ending) {
    if (run->link) run->link->close();
    run->link.reset();
    m_files.forget(run->logWatch);
    run->logWatch = -1;
    run->seen.state = ending.state;
    run->seen.reason = std::move(ending.reason);
    run->seen.exit = ending.exit;
    run->seen.startedAt = ending.startedAt;
    run->seen.endedAt = ending.endedAt;
    if (run->network && m_waiting) m_waiting->recycle(std::move(*run->network));
    run->network.reset();
    changed(*run);
    refill();
}

void Runs::kill(const std::shared_ptr<Run>& run) {
    run->killed = true;
    m_pool.start([folder = run->folder, id = run->id.str()] { killRun(folder, id); });
}

Async<> Runs::stop(TaskRunId id, std::chrono::milliseconds grace) {
    const auto self = shared_from_this();
    const auto run = find(id);
    if (!run) co_return Error(kJobNotFound, id.str());
    const auto until = [](std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; };
    bool asked = false;
    auto deadline = until(grace + kStopPatience);
    while (!run->over()) {
        if (!asked && !run->launching) {
            asked = true;
            const auto shim = link(run);
            const bool told = shim && (*shim)->stop(grace);
            if (!told) deadline = until(std::chrono::milliseconds(200));
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            if (run->killed) co_return Error(kDeadline, "processes do not end");
            kill(run);
            deadline = until(kKillPatience);
            continue;
        }
        auto pending = run->moved.wait(run->moved.count(), left);
        co_await std::move(pending);
    }
    co_return Result<>();
}

Async<> Runs::remove(TaskRunId id) {
    const auto self = shared_from_this();
    const auto run = find(id);
    if (!run) co_return Result<>();
    if (!run->over()) co_return Error(kJobNotEnded, id.str());
    const std::string from = run->folder.path(), to = m_options.dataFolder + "/trash/" + id.str();
    // Out of sight at once, then deleted at leisure: a crash in between leaves nothing that looks like a run.
    std::function<bool()> work = [from, to] {
        return ::rename(from.c_str(), to.c_str()) == 0 || ::access(from.c_str(), F_OK) != 0;
    };
    auto pending = m_pool.run(std::move(work));
    const bool gone = co_await std::move(pending);
    failPoint("engine.removed");
    if (!gone) co_return Error(kInternal, "cannot remove " + from);
    m_order.erase(run->position);
    m_runs.erase(id);
    m_pool.start([to] { removeTree(to); });
    co_return Result<>();
}

Async<Observations> Runs::observe(std::uint64_t since, std::chrono::milliseconds wait) {
    const auto self = shared_from_this();
    const auto seen = m_changes.count();
    if (m_order.upper_bound(since) == m_order.end()) {
        auto pending = m_changes.wait(seen, wait);
        co_await std::move(pending);
    }
    Observations observations;
    observations.position = m_position;
    for (auto it = m_order.upper_bound(since); it != m_order.end(); ++it)
        observations.tasks.push_back(m_runs.at(it->second)->seen);
    co_return observations;
}

void Runs::watchLog(const std::shared_ptr<Run>& run) {
    if (run->logWatch >= 0 || run->over()) return;
    run->logWatch = m_files.watch(run->folder.log(), [weak = std::weak_ptr(run)] {
        if (const auto grown = weak.lock()) grown->moved.notify();
    });
}

void Runs::close() {
    m_closed = true;
    for (const auto& [id, run] : m_runs) {
        if (run->link) run->link->close();
        run->process.reset();
    }
    m_files.close();
    m_pool.join();
}

}  // namespace ph::engine
