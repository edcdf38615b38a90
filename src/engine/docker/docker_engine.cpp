#include "engine/docker/docker_engine.h"

#include "engine/docker/docker_runs.h"
#include "engine/inventory.h"
#include "engine/node_sampler.h"
#include "engine/task/run_streams.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>

#include <filesystem>
#include <unistd.h>

namespace ph {

namespace asio = boost::asio;
using namespace engine;

struct DockerEngine::Core : std::enable_shared_from_this<Core> {
    Core(asio::any_io_executor e, DockerEngineOptions o)
        : executor(e),
          options(std::move(o)),
          node(options.nodeName.empty() ? hostName() : options.nodeName),
          runs(std::make_shared<DockerRuns>(executor, options, node)),
          streams(runs),
          ticks(executor) {}

    bool prepare();
    void tick();

    asio::any_io_executor executor;
    DockerEngineOptions options;
    std::string node;
    AcceleratorCatalogue accelerators;
    NodeCapacity capacity;
    std::shared_ptr<DockerRuns> runs;
    RunStreams streams;
    std::optional<NodeSampler> sampler;
    asio::steady_timer ticks;
};

/// On the pool: everything that is asked of the system once.
bool DockerEngine::Core::prepare() {
    std::error_code ignored;
    std::filesystem::create_directories(options.dataFolder, ignored);
    accelerators = AcceleratorCatalogue::find(options.accelerators, options.simulated);
    capacity = readCapacity(options.dataFolder);
    capacity.accelerators = accelerators.cards();
    return ::access(options.dataFolder.c_str(), W_OK) == 0;
}

void DockerEngine::Core::tick() {
    sampler->take(SystemClock().now());
    ticks.expires_after(NodeSampler::kInterval);
    ticks.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (!error && self) self->tick();
    });
}

DockerEngine::DockerEngine(asio::any_io_executor executor, DockerEngineOptions options)
    : m_core(std::make_shared<Core>(std::move(executor), std::move(options))) {}

DockerEngine::~DockerEngine() {
    m_core->ticks.cancel();
    // Waits for what blocks: it uses what goes away with us.
    m_core->runs->letGo();
}

Async<> DockerEngine::start() {
    const auto core = m_core;
    std::function<bool()> work = [core] { return core->prepare(); };
    auto preparing = core->runs->pool().run(std::move(work));
    const bool usable = co_await std::move(preparing);
    if (!usable) co_return Error(kInternal, "data folder " + core->options.dataFolder);
    auto greeting = core->runs->greet();
    const auto greeted = co_await std::move(greeting);  // if it does not answer it is down until it does
    auto adopting = core->runs->adopt(core->accelerators);
    const Result<> adopted = co_await std::move(adopting);
    if (!adopted) co_return adopted;
    asio::co_spawn(core->executor, core->runs->follow(), asio::detached);
    core->sampler.emplace(core->accelerators);
    core->tick();
    co_return adopted;
}

Async<NodeInventory> DockerEngine::inventory() {
    const auto core = m_core;
    const auto& host = core->runs->host();
    if (!host) co_return host.error();
    if (host->mapsUsers) co_return Error(kEngineMapsUsers, core->options.socket);
    NodeInventory inventory;
    inventory.name = core->node;
    inventory.capacity = core->capacity;
    inventory.capacity.cpu = cores(host->cpus);
    inventory.capacity.memory = {host->memory};
    inventory.labels = host->labels;
    EngineCapabilities& can = inventory.capabilities;
    can.engine = "docker";
    can.memoryLimit = host->limitsMemory ? LimitStrength::Kernel : LimitStrength::Watched;
    can.cpuLimit = host->limitsCpu ? LimitStrength::Kernel : LimitStrength::None;
    can.scratchLimit = LimitStrength::Watched;
    can.networkIsolated = true;
    can.userPerOrganisation = ::geteuid() == 0 && core->options.userPerOrganisation;
    if (can.memoryLimit == LimitStrength::Watched) can.remarks.push_back("memory-watched");
    if (can.cpuLimit == LimitStrength::None) can.remarks.push_back("cpu-not-limited");
    if (!can.userPerOrganisation) can.remarks.push_back("users-not-separated");
    co_return inventory;
}

Async<> DockerEngine::launch(LaunchRequest request) {
    return m_core->runs->launch(std::move(request));
}
Async<> DockerEngine::stop(TaskRunId id, std::chrono::milliseconds grace) {
    return m_core->runs->stop(id, grace);
}
Async<> DockerEngine::remove(TaskRunId id) {
    return m_core->runs->remove(id);
}
Async<Observations> DockerEngine::observe(std::uint64_t since, std::chrono::milliseconds wait) {
    return m_core->runs->observe(since, wait);
}
Async<Collected> DockerEngine::collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs) {
    return m_core->runs->collect(id, std::move(patterns), blobs);
}

Async<std::vector<UsageSample>> DockerEngine::nodeSamples(std::size_t count) {
    const auto core = m_core;
    if (!core->sampler) co_return std::vector<UsageSample>();
    co_return core->sampler->last(count);
}

Async<LogPiece> DockerEngine::readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                                      std::chrono::milliseconds wait) {
    return m_core->streams.readLog(id, offset, most, wait);
}
Async<MetricsPiece> DockerEngine::readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) {
    return m_core->streams.readMetrics(id, offset, most);
}
Async<std::vector<UsageSample>> DockerEngine::samples(TaskRunId id, std::size_t count) {
    return m_core->streams.samples(id, count);
}
Async<std::unique_ptr<TaskChannel>> DockerEngine::exec(TaskRunId id, ExecRequest request) {
    return m_core->streams.exec(id, std::move(request));
}
Async<std::unique_ptr<TaskChannel>> DockerEngine::connect(TaskRunId id, int port) {
    return m_core->streams.connect(id, port);
}
Async<std::unique_ptr<TaskChannel>> DockerEngine::readFiles(TaskRunId id, std::string path) {
    return m_core->streams.readFiles(id, std::move(path));
}
Async<std::unique_ptr<TaskChannel>> DockerEngine::writeFiles(TaskRunId id, std::string path) {
    return m_core->streams.writeFiles(id, std::move(path));
}

}  // namespace ph
