#pragma once

#include "engine/process/launcher_pool.h"
#include "engine/process/process_options.h"
#include "engine/process/run_launcher.h"
#include "engine/task/run_table.h"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <memory>
#include <optional>
#include <string>

namespace ph::engine {

/// A run that is a process of this machine.
struct ProcessRun final : Run {
    using Run::Run;
    FileDescriptor launched;                                       ///< pidfd of the launcher, until it is watched
    std::optional<boost::asio::posix::stream_descriptor> process;  ///< pidfd of the launcher or the shim
    std::optional<TaskNetwork> network;                            ///< absent for adopted ones: theirs ends with them
};

/// All runs of this machine's processes: adopts, watches and ends them.
class Runs final : public RunTable {
public:
    Runs(boost::asio::any_io_executor executor, const ProcessEngineOptions& options, std::string nodeName);

    /// Takes over what an earlier controller left and makes the first launcher ready; after setLauncher().
    Async<> adopt();
    void setLauncher(LauncherPool& waiting, std::shared_ptr<RunLauncher> launcher) {
        m_waiting = &waiting;
        m_launcher = std::move(launcher);
    }

private:
    std::shared_ptr<Run> make(const TaskRunId& id) override;
    Async<Put> put(std::shared_ptr<Run> run, LaunchRequest request) override;
    void begin(const std::shared_ptr<Run>& run) override;
    void kill(const std::shared_ptr<Run>& run) override;
    void onStarted(Run& run) override;
    void onEnded(Run& run) override;
    void release(Run& run) override;

    std::shared_ptr<Runs> self() { return std::static_pointer_cast<Runs>(shared_from_this()); }
    void follow(const std::shared_ptr<ProcessRun>& run, FileDescriptor process);
    void processGone(const std::shared_ptr<ProcessRun>& run);
    boost::asio::awaitable<void> settle(std::shared_ptr<ProcessRun> run);
    void refill();

    LauncherPool* m_waiting = nullptr;
    std::shared_ptr<RunLauncher> m_launcher;
};

}  // namespace ph::engine
