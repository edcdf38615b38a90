#pragma once

#include "engine/docker/docker_options.h"
#include "ports/engine.h"
#include "ports/task_stream.h"

#include <boost/asio/any_io_executor.hpp>

#include <memory>

namespace ph {

/// Runs tasks as containers of a Docker host on this machine, or of Podman's service. Tasks outlive the engine object
/// and its process: start() of the next one adopts them. All calls on `executor`'s one thread; what blocks runs on
/// threads of its own.
class DockerEngine final : public Engine, public TaskStream {
public:
    DockerEngine(boost::asio::any_io_executor executor, DockerEngineOptions options);
    /// Lets go of running tasks without touching them. Calls that still wait get no answer.
    ~DockerEngine() override;

    /// Looks at the host, adopts what an earlier engine left. Once, before any other call. Errors: a data folder that
    /// cannot be used. A host that does not answer is none: inventory() and launch() say so until it does.
    Async<> start();

    Async<NodeInventory> inventory() override;
    Async<> launch(LaunchRequest request) override;
    Async<> stop(TaskRunId id, std::chrono::milliseconds grace) override;
    Async<> remove(TaskRunId id) override;
    Async<Observations> observe(std::uint64_t since, std::chrono::milliseconds wait) override;
    Async<Collected> collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs) override;
    Async<std::vector<UsageSample>> nodeSamples(std::size_t count) override;

    Async<LogPiece> readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                            std::chrono::milliseconds wait) override;
    Async<MetricsPiece> readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) override;
    Async<std::vector<UsageSample>> samples(TaskRunId id, std::size_t count) override;
    Async<std::unique_ptr<TaskChannel>> exec(TaskRunId id, ExecRequest request) override;
    Async<std::unique_ptr<TaskChannel>> connect(TaskRunId id, int port) override;
    Async<std::unique_ptr<TaskChannel>> readFiles(TaskRunId id, std::string path) override;
    Async<std::unique_ptr<TaskChannel>> writeFiles(TaskRunId id, std::string path) override;

private:
    struct Core;
    std::shared_ptr<Core> m_core;
};

}  // namespace ph
