#include "engine/task/run_table.h"

#include "base/fail_point.h"
#include "engine/output_collector.h"

#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kStopPatience{3};  ///< beyond the grace, before we kill ourselves
constexpr std::chrono::seconds kKillPatience{20};

}  // namespace

RunTable::RunTable(asio::any_io_executor executor, std::string dataFolder, std::string nodeName, std::size_t threads)
    : m_executor(executor),
      m_dataFolder(std::move(dataFolder)),
      m_nodeName(std::move(nodeName)),
      m_files(executor),
      m_changes(executor),
      m_pool(std::max<std::size_t>(threads, 1)) {}

std::shared_ptr<Run> RunTable::find(const TaskRunId& id) const {
    const auto found = m_runs.find(id);
    return found == m_runs.end() ? nullptr : found->second;
}

void RunTable::changed(Run& run) {
    m_order.erase(run.position);
    run.position = ++m_position;
    m_order[run.position] = run.id;
    run.moved.notify();
    m_changes.notify();
}

Async<> RunTable::launch(LaunchRequest request) {
    const auto self = shared_from_this();
    // One that failed before its claim is forgotten again; then this one tries.
    while (auto known = find(request.id)) {
        if (!known->launching) co_return Result<>();
        auto pending = known->moved.wait(known->moved.count(), std::chrono::minutes(1));
        co_await std::move(pending);
    }
    const TaskRunId id = request.id;
    auto run = make(id);
    run->launching = true;
    m_runs[id] = run;
    auto putting = put(run, std::move(request));
    Result<Put> done = co_await std::move(putting);
    if (m_closed) co_return Error(kUnavailable, "closing");
    run->launching = false;
    run->moved.notify();
    if (!done) {
        m_runs.erase(id);
        co_return done.error();
    }
    if (!done->claimed) {
        // A folder that was not seen at the start: somebody else made it since, and only that one may run.
        ended(run, {TaskRunState::Lost,
                    {ReasonCode::NodeLost, {{"node", m_nodeName}}},
                    std::nullopt,
                    {},
                    SystemClock().now()});
    } else if (done->failure) {
        ended(run, {TaskRunState::Ended, *done->failure, std::nullopt, {}, SystemClock().now()});
    } else {
        begin(run);
        changed(*run);
    }
    co_return Result<>();
}

void RunTable::connect(const std::shared_ptr<Run>& run, FileDescriptor socket) {
    run->link = std::make_shared<ShimLink>(
        m_executor, std::move(socket),
        [weak = weak_from_this(), weakRun = std::weak_ptr(run)](const shim::StatusNotice& notice) {
            const auto self = weak.lock();
            const auto told = weakRun.lock();
            if (self && told && notice.phase == shim::TaskPhase::Started) self->started(*told, {notice.atMicros});
        });
    run->link->start();
}

void RunTable::started(Run& run, Timestamp at) {
    if (run.seen.state != TaskRunState::Launching) return;
    run.seen.state = TaskRunState::Running;
    run.seen.startedAt = at;
    changed(run);
    onStarted(run);
}

Result<std::shared_ptr<ShimLink>> RunTable::link(const std::shared_ptr<Run>& run) {
    if (run->over() || run->launching) return Error(kJobNotRunning);
    if (!run->link || !run->link->isOpen()) {
        auto socket = run->folder.connect();
        if (!socket) return socket.error();
        connect(run, std::move(*socket));
    }
    return run->link;
}

void RunTable::ended(const std::shared_ptr<Run>& run, RunEnding ending) {
    if (run->link) run->link->close();
    run->link.reset();
    m_files.forget(run->logWatch);
    run->logWatch = -1;
    run->seen.state = ending.state;
    run->seen.reason = std::move(ending.reason);
    run->seen.exit = ending.exit;
    run->seen.startedAt = ending.startedAt;
    run->seen.endedAt = ending.endedAt;
    onEnded(*run);
    changed(*run);
}

Async<> RunTable::stop(TaskRunId id, std::chrono::milliseconds grace) {
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
            run->killed = true;
            kill(run);
            deadline = until(kKillPatience);
            continue;
        }
        auto pending = run->moved.wait(run->moved.count(), left);
        co_await std::move(pending);
    }
    co_return Result<>();
}

Async<> RunTable::remove(TaskRunId id) {
    const auto self = shared_from_this();
    const auto run = find(id);
    if (!run) co_return Result<>();
    if (!run->over()) co_return Error(kJobNotEnded, id.str());
    const std::string from = run->folder.path(), to = trashFolder() + "/" + id.str();
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

Async<Observations> RunTable::observe(std::uint64_t since, std::chrono::milliseconds wait) {
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

Async<Collected> RunTable::collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs) {
    const auto self = shared_from_this();
    const auto run = find(id);
    if (!run) co_return Error(kJobNotFound, id.str());
    if (!run->over()) co_return Error(kJobNotEnded, id.str());
    // What a task leaves may be no more than it might have: else one file with a hole would fill the disk.
    std::function<Collected()> work = [folder = run->folder.work(), patterns = std::move(patterns), &blobs,
                                       most = run->claim.scratch] {
        return collectOutputs(folder, patterns, blobs, most);
    };
    auto pending = m_pool.run(std::move(work));
    Collected collected = co_await std::move(pending);
    co_return collected;
}

void RunTable::watchLog(const std::shared_ptr<Run>& run) {
    if (run->logWatch >= 0 || run->over()) return;
    run->logWatch = m_files.watch(run->folder.log(), [weak = std::weak_ptr(run)] {
        if (const auto grown = weak.lock()) grown->moved.notify();
    });
}

void RunTable::close() {
    m_closed = true;
    for (const auto& [id, run] : m_runs) {
        if (run->link) run->link->close();
        release(*run);
    }
    m_files.close();
    m_pool.join();
}

}  // namespace ph::engine
