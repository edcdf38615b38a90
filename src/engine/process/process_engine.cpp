#include "engine/process/process_engine.h"

#include "engine/accelerators.h"
#include "engine/inventory.h"
#include "engine/node_sampler.h"
#include "engine/process/network_probe.h"
#include "engine/process/runs.h"
#include "engine/task/run_streams.h"

#include <boost/asio/steady_timer.hpp>

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace ph {

namespace asio = boost::asio;
using namespace engine;

struct ProcessEngine::Core : std::enable_shared_from_this<Core> {
    Core(asio::any_io_executor e, ProcessEngineOptions o)
        : executor(e),
          options(std::move(o)),
          node(hostName()),
          sandbox(options.bwrap, options.shim, options.dataFolder + "/sandbox"),
          runs(std::make_shared<Runs>(executor, options, node)),
          streams(runs),
          ticks(executor) {}

    void prepare();
    void tick();

    asio::any_io_executor executor;
    ProcessEngineOptions options;
    std::string node;
    Sandbox sandbox;
    ControlGroups groups;
    AcceleratorCatalogue accelerators;
    NodeCapacity capacity;
    NetworkPath outbound = NetworkPath::Host;
    std::optional<Error> forbidden;
    std::optional<LauncherPool> launchers;
    std::shared_ptr<Runs> runs;
    RunStreams streams;
    std::optional<NodeSampler> sampler;
    asio::steady_timer ticks;
};

/// On the pool: everything that is asked of the system once.
void ProcessEngine::Core::prepare() {
    std::error_code ignored;
    std::filesystem::create_directories(options.dataFolder, ignored);
    if (const auto ready = sandbox.prepare(); !ready) forbidden = ready.error();
    if (options.useControlGroups) groups = ControlGroups::find();
    if (!forbidden && networkHelperWorks(options, sandbox)) outbound = NetworkPath::Helper;
    accelerators = AcceleratorCatalogue::find(options.accelerators, options.simulated);
    capacity = readCapacity(options.dataFolder);
    capacity.accelerators = accelerators.cards();
}

void ProcessEngine::Core::tick() {
    sampler->take(SystemClock().now());
    if (launchers) launchers->expire();
    ticks.expires_after(NodeSampler::kInterval);
    ticks.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (!error && self) self->tick();
    });
}

ProcessEngine::ProcessEngine(asio::any_io_executor executor, ProcessEngineOptions options)
    : m_core(std::make_shared<Core>(std::move(executor), std::move(options))) {}

ProcessEngine::~ProcessEngine() {
    m_core->ticks.cancel();
    // Waits for what blocks: it uses what goes away with us.
    m_core->runs->close();
    m_core->launchers.reset();
}

Async<> ProcessEngine::start() {
    const auto core = m_core;
    std::function<bool()> work = [core] {
        core->prepare();
        return ::access(core->options.dataFolder.c_str(), W_OK) == 0;
    };
    auto preparing = core->runs->pool().run(std::move(work));
    const bool usable = co_await std::move(preparing);
    if (!usable) co_return Error(kInternal, "data folder " + core->options.dataFolder);
    core->launchers.emplace(core->options, core->groups, core->outbound);
    core->runs->setLauncher(*core->launchers,
                            std::make_shared<RunLauncher>(core->options, core->sandbox, *core->launchers,
                                                          core->accelerators, core->outbound));
    auto adopting = core->runs->adopt();
    const Result<> adopted = co_await std::move(adopting);
    core->sampler.emplace(core->accelerators);
    core->tick();
    co_return adopted;
}

Async<NodeInventory> ProcessEngine::inventory() {
    const auto core = m_core;
    if (core->forbidden) co_return *core->forbidden;
    NodeInventory inventory;
    inventory.name = core->node;
    inventory.capacity = core->capacity;
    inventory.labels = systemLabels();
    EngineCapabilities& can = inventory.capabilities;
    can.engine = "process";
    can.memoryLimit = core->groups.memory();
    can.cpuLimit = core->groups.cpu();
    can.scratchLimit = LimitStrength::Watched;
    can.networkIsolated = core->outbound == NetworkPath::Helper;
    can.userPerOrganisation = core->sandbox.root() && core->options.userPerOrganisation;
    if (!can.networkIsolated) can.remarks.push_back("network-not-isolated");
    if (can.memoryLimit == LimitStrength::Watched) can.remarks.push_back("memory-watched");
    if (can.cpuLimit == LimitStrength::None) can.remarks.push_back("cpu-not-limited");
    if (!can.userPerOrganisation) can.remarks.push_back("users-not-separated");
    co_return inventory;
}

Async<> ProcessEngine::launch(LaunchRequest request) {
    const auto core = m_core;
    if (core->forbidden && !core->runs->find(request.id)) co_return *core->forbidden;
    auto pending = core->runs->launch(std::move(request));
    Result<> done = co_await std::move(pending);
    co_return done;
}

Async<> ProcessEngine::stop(TaskRunId id, std::chrono::milliseconds grace) {
    return m_core->runs->stop(id, grace);
}
Async<> ProcessEngine::remove(TaskRunId id) {
    return m_core->runs->remove(id);
}

Async<Observations> ProcessEngine::observe(std::uint64_t since, std::chrono::milliseconds wait) {
    return m_core->runs->observe(since, wait);
}

Async<Collected> ProcessEngine::collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs) {
    return m_core->runs->collect(id, std::move(patterns), blobs);
}

Async<std::vector<UsageSample>> ProcessEngine::nodeSamples(std::size_t count) {
    const auto core = m_core;
    if (!core->sampler) co_return std::vector<UsageSample>();
    co_return core->sampler->last(count);
}

Async<LogPiece> ProcessEngine::readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                                       std::chrono::milliseconds wait) {
    return m_core->streams.readLog(id, offset, most, wait);
}
Async<MetricsPiece> ProcessEngine::readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) {
    return m_core->streams.readMetrics(id, offset, most);
}
Async<std::vector<UsageSample>> ProcessEngine::samples(TaskRunId id, std::size_t count) {
    return m_core->streams.samples(id, count);
}
Async<std::unique_ptr<TaskChannel>> ProcessEngine::exec(TaskRunId id, ExecRequest request) {
    return m_core->streams.exec(id, std::move(request));
}
Async<std::unique_ptr<TaskChannel>> ProcessEngine::connect(TaskRunId id, int port) {
    return m_core->streams.connect(id, port);
}
Async<std::unique_ptr<TaskChannel>> ProcessEngine::readFiles(TaskRunId id, std::string path) {
    return m_core->streams.readFiles(id, std::move(path));
}
Async<std::unique_ptr<TaskChannel>> ProcessEngine::writeFiles(TaskRunId id, std::string path) {
    return m_core->streams.writeFiles(id, std::move(path));
}

}  // namespace ph
