#pragma once

#include "engine/task/run_table.h"
#include "ports/task_stream.h"

namespace ph::engine {

/// The streams of an engine's runs: log and metrics from the run folder, all others through the task's shim.
class RunStreams final : public TaskStream {
public:
    explicit RunStreams(std::shared_ptr<RunTable> runs) : m_runs(std::move(runs)) {}

    Async<LogPiece> readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                            std::chrono::milliseconds wait) override;
    Async<MetricsPiece> readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) override;
    Async<std::vector<UsageSample>> samples(TaskRunId id, std::size_t count) override;
    Async<std::unique_ptr<TaskChannel>> exec(TaskRunId id, ExecRequest request) override;
    Async<std::unique_ptr<TaskChannel>> connect(TaskRunId id, int port) override;
    Async<std::unique_ptr<TaskChannel>> readFiles(TaskRunId id, std::string path) override;
    Async<std::unique_ptr<TaskChannel>> writeFiles(TaskRunId id, std::string path) override;

private:
    Result<std::unique_ptr<TaskChannel>> open(const TaskRunId& id, const shim::OpenRequest& request);

    std::shared_ptr<RunTable> m_runs;
};

}  // namespace ph::engine
