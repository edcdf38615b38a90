#include "engine/process/runs.h"

#include "base/fail_point.h"
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
    : RunTable(std::move(executor), options.dataFolder, std::move(nodeName), options.threads) {}

Async<> Runs::adopt() {
    const auto keep = self();
    std::function<std::vector<Found>()> look = [runs = runsFolder(), trash = trashFolder(), node = m_nodeName] {
        removeTree(trash);
        ::mkdir(trash.c_str(), 0700);
        ::mkdir(runs.c_str(), 0700);
        return lookAround(runs, node);
    };
    auto pending = pool().run(std::move(look));
    std::vector<Found> found = co_await std::move(pending);
    std::set<std::string> kept;
    for (const auto& item : found)
        if (item.claim && item.process >= 0)
            for (auto& group : item.claim->groups.folders()) kept.insert(std::move(group));
    std::function<bool()> tidy = [waiting = m_waiting, kept = std::move(kept)] {
        waiting->removeSpares(kept);
        return true;
    };
    auto tidying = pool().run(std::move(tidy));
    co_await std::move(tidying);
    for (auto& item : found) {
        const auto run = std::static_pointer_cast<ProcessRun>(make(item.id));
        if (item.claim) run->claim = *item.claim;
        add(run);
        if (item.failure) {
            ended(run, {TaskRunState::Ended, *item.failure, std::nullopt, {}, run->claim.claimedAt});
        } else if (item.ending) {
            ended(run, std::move(*item.ending));
        } else {
            if (item.record.startedMicros != 0) {
                run->seen.state = TaskRunState::Running;
                run->seen.startedAt = {item.record.startedMicros};
            }
            follow(run, FileDescriptor(item.process));
            changed(*run);
        }
    }
    refill();
    co_return Result<>();
}

std::shared_ptr<Run> Runs::make(const TaskRunId& id) {
    return std::make_shared<ProcessRun>(m_executor, id, runsFolder() + "/" + id.str());
}

Async<RunTable::Put> Runs::put(std::shared_ptr<Run> put, LaunchRequest request) {
    const auto run = std::static_pointer_cast<ProcessRun>(put);
    // Only a change of what a node is brings such a job here.
    if (!request.image.empty())
        co_return Put{
            true, Reason{ReasonCode::ImageMissing, {{"image", request.image}, {"detail", "this node runs no images"}}}};
    std::function<Result<Launched>()> work = [launcher = m_launcher, request = std::move(request)] {
        return launcher->launch(request);
    };
    auto pending = pool().run(std::move(work));
    Result<Launched> launched = co_await std::move(pending);
    if (!launched) co_return launched.error();
    if (!launched->claimed) co_return Put{};
    run->claim = std::move(launched->claim);
    run->network = std::move(launched->network);
    if (!launched->failure) run->launched = openProcess(launched->launcher);
    co_return Put{true, std::move(launched->failure)};
}

void Runs::begin(const std::shared_ptr<Run>& run) {
    const auto own = std::static_pointer_cast<ProcessRun>(run);
    follow(own, std::move(own->launched));
}

void Runs::follow(const std::shared_ptr<ProcessRun>& run, FileDescriptor process) {
    run->process.emplace(m_executor, process.release());
    run->process->async_wait(asio::posix::stream_descriptor::wait_read,
                             [weak = weak_from_this(), run](boost::system::error_code error) {
                                 const auto table = std::static_pointer_cast<Runs>(weak.lock());
                                 if (!error && table && !table->m_closed) table->processGone(run);
                             });
    auto socket = run->folder.connect();
    if (socket) connect(run, std::move(*socket));
}

void Runs::onStarted(Run&) {
    refill();
}

void Runs::refill() {
    // Not right after a launch: the next launcher must not take the processor from the one that starts.
    if (m_waiting && !m_closed) pool().start([waiting = m_waiting] { waiting->refill(); });
}

void Runs::processGone(const std::shared_ptr<ProcessRun>& run) {
    siginfo_t info{};
    // A child of ours is reaped here; of an adopted one the system takes care.
    ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(run->process->native_handle()), &info,
             WEXITED | WNOHANG);
    run->process.reset();
    auto task = settle(run);
    asio::co_spawn(m_executor, std::move(task), asio::detached);
}

asio::awaitable<void> Runs::settle(std::shared_ptr<ProcessRun> run) {
    const auto keep = self();
    std::function<FileDescriptor()> released = [folder = run->folder, id = run->id.str()] {
        return waitReleased(folder, id);
    };
    auto waiting = pool().run(std::move(released));
    FileDescriptor still = co_await std::move(waiting);
    if (m_closed) co_return;
    if (still) {
        // The launcher was killed, the task was not: go on with its first process.
        follow(run, std::move(still));
        if (run->killed) kill(run);
        co_return;
    }
    std::function<RunEnding()> work = [folder = run->folder, claim = run->claim, node = m_nodeName,
                                       killed = run->killed] { return settleRun(folder, claim, node, killed); };
    auto pending = pool().run(std::move(work));
    RunEnding ending = co_await std::move(pending);
    failPoint("engine.settled");
    if (!m_closed) ended(run, std::move(ending));
}

void Runs::kill(const std::shared_ptr<Run>& run) {
    pool().start([folder = run->folder, id = run->id.str()] { killRun(folder, id); });
}

void Runs::onEnded(Run& run) {
    auto& own = static_cast<ProcessRun&>(run);
    if (own.network && m_waiting) m_waiting->recycle(std::move(*own.network));
    own.network.reset();
    refill();
}

void Runs::release(Run& run) {
    static_cast<ProcessRun&>(run).process.reset();
}

}  // namespace ph::engine
