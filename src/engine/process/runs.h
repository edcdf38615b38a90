#pragma once

#include "engine/blocking_pool.h"
#include "engine/change_signal.h"
#include "engine/process/file_watch.h"
#include "engine/process/run_ending.h"
#include "engine/process/run_folder.h"
#include "engine/process/run_launcher.h"
#include "engine/process/shim_link.h"
#include "ports/engine.h"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ph::engine {

/// One TaskRun that this engine knows.
struct Run {
    Run(boost::asio::any_io_executor executor, TaskRunId runId, std::string path)
        : id(runId), folder(std::move(path)), moved(std::move(executor)) {
        seen.id = runId;
    }
    bool over() const { return seen.state == TaskRunState::Ended || seen.state == TaskRunState::Lost; }

    TaskRunId id;
    RunFolder folder;
    RunClaim claim;
    TaskObservation seen;
    std::uint64_t position = 0;  ///< of its last change
    ChangeSignal moved;          ///< state, log
    std::shared_ptr<ShimLink> link;
    std::optional<boost::asio::posix::stream_descriptor> process;  ///< pidfd of the launcher or the shim
    std::optional<TaskNetwork> network;                            ///< absent for adopted ones: theirs ends with them
    std::shared_ptr<FileDescriptor> log;
    int logWatch = -1;
    bool launching = false;
    bool killed = false;  ///< we have sent SIGKILL ourselves
};

/// All runs of this node: launches, adopts, watches and ends them. Everything happens on the logic executor; what
/// blocks goes to the pool.
class Runs : public std::enable_shared_from_this<Runs> {
public:
    Runs(boost::asio::any_io_executor executor, const ProcessEngineOptions& options, std::string nodeName);

    /// Takes over what an earlier controller left and makes the first launcher ready; after setLauncher().
    Async<> adopt();
    void setLauncher(LauncherPool& waiting, std::shared_ptr<RunLauncher> launcher) {
        m_waiting = &waiting;
        m_launcher = std::move(launcher);
    }

    Async<> launch(LaunchRequest request);
    Async<> stop(TaskRunId id, std::chrono::milliseconds grace);
    Async<> remove(TaskRunId id);
    Async<Observations> observe(std::uint64_t since, std::chrono::milliseconds wait);

    std::shared_ptr<Run> find(const TaskRunId& id) const;
    /// The link to a running task's shim, made again if it was lost. kJobNotRunning, kUnavailable.
    Result<std::shared_ptr<ShimLink>> link(const std::shared_ptr<Run>& run);
    void watchLog(const std::shared_ptr<Run>& run);
    BlockingPool& pool() { return m_pool; }
    /// Lets go of everything; running tasks go on.
    void close();

private:
    void changed(Run& run);
    void begin(const std::shared_ptr<Run>& run, int pid);
    void connect(const std::shared_ptr<Run>& run, FileDescriptor socket);
    void started(const std::shared_ptr<Run>& run, const shim::StatusNotice& notice);
    void processGone(const std::shared_ptr<Run>& run);
    boost::asio::awaitable<void> settle(std::shared_ptr<Run> run);
    void ended(const std::shared_ptr<Run>& run, RunEnding ending);
    void kill(const std::shared_ptr<Run>& run);
    void refill();
    std::string runsFolder() const { return m_options.dataFolder + "/runs"; }

    boost::asio::any_io_executor m_executor;
    const ProcessEngineOptions& m_options;
    std::string m_nodeName;
    LauncherPool* m_waiting = nullptr;
    std::shared_ptr<RunLauncher> m_launcher;
    std::map<TaskRunId, std::shared_ptr<Run>> m_runs;
    std::map<std::uint64_t, TaskRunId> m_order;
    std::uint64_t m_position = 0;
    ChangeSignal m_changes;
    FileWatch m_files;
    bool m_closed = false;
    BlockingPool m_pool;
};

}  // namespace ph::engine
