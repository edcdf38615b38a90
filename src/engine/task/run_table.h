#pragma once

#include "engine/blocking_pool.h"
#include "engine/change_signal.h"
#include "engine/task/file_watch.h"
#include "engine/task/run_ending.h"
#include "engine/task/run_folder.h"
#include "engine/task/shim_link.h"
#include "ports/engine.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ph::engine {

/// One TaskRun that an engine knows.
struct Run {
    Run(boost::asio::any_io_executor executor, TaskRunId runId, std::string path)
        : id(runId), folder(std::move(path)), moved(std::move(executor)) {
        seen.id = runId;
    }
    virtual ~Run() = default;
    bool over() const { return seen.state == TaskRunState::Ended || seen.state == TaskRunState::Lost; }

    TaskRunId id;
    RunFolder folder;
    RunClaim claim;
    TaskObservation seen;
    std::uint64_t position = 0;  ///< of its last change
    ChangeSignal moved;          ///< state, log
    std::shared_ptr<ShimLink> link;
    std::shared_ptr<FileDescriptor> log;
    int logWatch = -1;
    bool launching = false;
    bool killed = false;  ///< we have sent SIGKILL ourselves
};

/// The runs of one engine, what is known of each and in which order it changed: launches, stops and removes them. How
/// a run gets to the machine and how it is killed is an engine's own. Everything happens on the logic executor; what
/// blocks goes to the pool.
class RunTable : public std::enable_shared_from_this<RunTable> {
public:
    RunTable(boost::asio::any_io_executor executor, std::string dataFolder, std::string nodeName, std::size_t threads);
    virtual ~RunTable() = default;

    Async<> launch(LaunchRequest request);
    Async<> stop(TaskRunId id, std::chrono::milliseconds grace);
    Async<> remove(TaskRunId id);
    Async<Observations> observe(std::uint64_t since, std::chrono::milliseconds wait);
    Async<Collected> collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs);

    std::shared_ptr<Run> find(const TaskRunId& id) const;
    /// The link to a running task's shim, made again if it was lost. kJobNotRunning, kUnavailable.
    Result<std::shared_ptr<ShimLink>> link(const std::shared_ptr<Run>& run);
    void watchLog(const std::shared_ptr<Run>& run);
    BlockingPool& pool() { return m_pool; }
    /// Lets go of everything; running tasks go on.
    void close();

protected:
    /// What became of the wish to put a run on the machine.
    struct Put {
        bool claimed = false;           ///< false: its folder was there already
        std::optional<Reason> failure;  ///< it has ended before it began
    };

    virtual std::shared_ptr<Run> make(const TaskRunId& id) = 0;
    /// Claims the run and puts it on the machine. An error only if it is not certain that it is claimed.
    virtual Async<Put> put(std::shared_ptr<Run> run, LaunchRequest request) = 0;
    /// Watches a run that was put on the machine.
    virtual void begin(const std::shared_ptr<Run>& run) = 0;
    /// Ends a run whose shim does not do so, without an answer.
    virtual void kill(const std::shared_ptr<Run>& run) = 0;
    virtual void onStarted(Run& run) = 0;
    virtual void onEnded(Run& run) = 0;
    /// Lets go of what is an engine's own in a run.
    virtual void release(Run& run) = 0;

    void add(const std::shared_ptr<Run>& run) { m_runs[run->id] = run; }
    const std::map<TaskRunId, std::shared_ptr<Run>>& runs() const { return m_runs; }
    void changed(Run& run);
    void connect(const std::shared_ptr<Run>& run, FileDescriptor socket);
    void started(Run& run, Timestamp at);
    void ended(const std::shared_ptr<Run>& run, RunEnding ending);
    std::string runsFolder() const { return m_dataFolder + "/runs"; }
    std::string trashFolder() const { return m_dataFolder + "/trash"; }

    boost::asio::any_io_executor m_executor;
    std::string m_dataFolder;
    std::string m_nodeName;
    FileWatch m_files;
    bool m_closed = false;

private:
    std::map<TaskRunId, std::shared_ptr<Run>> m_runs;
    std::map<std::uint64_t, TaskRunId> m_order;
    std::uint64_t m_position = 0;
    ChangeSignal m_changes;
    BlockingPool m_pool;
};

}  // namespace ph::engine
