#include "engine/process/process_engine.h"

#include "engine/accelerators.h"
#include "engine/inventory.h"
#include "engine/node_sampler.h"
#include "engine/output_collector.h"
#include "engine/process/metrics_reader.h"
#include "engine/process/network_probe.h"
#include "engine/process/runs.h"

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
          ticks(executor) {}

    void prepare();
    void tick();
    Result<std::unique_ptr<TaskChannel>> open(const TaskRunId& id, const shim::OpenRequest& request);

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

Result<std::unique_ptr<TaskChannel>> ProcessEngine::Core::open(const TaskRunId& id, const shim::OpenRequest& request) {
    const auto run = runs->find(id);
    if (!run) return Error(kJobNotFound, id.str());
    const auto link = runs->link(run);
    if (!link) return link.error();
    return (*link)->open(request);
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
    const auto core = m_core;
    const auto run = core->runs->find(id);
    if (!run) co_return Error(kJobNotFound, id.str());
    if (!run->over()) co_return Error(kJobNotEnded, id.str());
    // What a task leaves may be no more than it might have: else one file with a hole would fill the disk.
    std::function<Collected()> work = [folder = run->folder.work(), patterns = std::move(patterns), &blobs,
                                       most = run->claim.scratch] {
        return collectOutputs(folder, patterns, blobs, most);
    };
    auto pending = core->runs->pool().run(std::move(work));
    Collected collected = co_await std::move(pending);
    co_return collected;
}

Async<std::vector<UsageSample>> ProcessEngine::nodeSamples(std::size_t count) {
    const auto core = m_core;
    if (!core->sampler) co_return std::vector<UsageSample>();
    co_return core->sampler->last(count);
}

namespace {

/// One read of a log: what is there from `offset` on, without waiting.
LogPiece readPiece(Run& run, std::shared_ptr<FileDescriptor>& file, std::int64_t offset, std::size_t most) {
    LogPiece piece;
    if (!file || !*file) file = std::make_shared<FileDescriptor>(openFile(run.folder.log(), O_RDONLY));
    struct stat about {};
    if (*file && ::fstat(file->get(), &about) == 0) piece.size = about.st_size;
    piece.offset = offset < 0 ? std::max<std::int64_t>(piece.size + offset, 0) : offset;
    if (piece.offset >= piece.size) return piece;
    piece.bytes.resize(
        static_cast<std::size_t>(std::min<std::int64_t>(piece.size - piece.offset, static_cast<std::int64_t>(most))));
    const ssize_t n = ::pread(file->get(), piece.bytes.data(), piece.bytes.size(), piece.offset);
    piece.bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return piece;
}

}  // namespace

Async<LogPiece> ProcessEngine::readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                                       std::chrono::milliseconds wait) {
    const auto core = m_core;
    const auto run = core->runs->find(id);
    if (!run) co_return Error(kJobNotStarted, id.str());
    const auto deadline = std::chrono::steady_clock::now() + wait;
    for (;;) {
        // Before the read: what is written after it is noticed, and what had ended before it has written everything.
        if (wait.count() > 0) core->runs->watchLog(run);
        const auto seen = run->moved.count();
        const bool over = run->over();
        std::function<LogPiece()> work = [run, file = run->log, offset, most]() mutable {
            return readPiece(*run, file, offset, most);
        };
        auto reading = core->runs->pool().run(std::move(work));
        LogPiece piece = co_await std::move(reading);
        offset = piece.offset;
        piece.complete = over && piece.offset + static_cast<std::int64_t>(piece.bytes.size()) >= piece.size;
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (!piece.bytes.empty() || piece.complete || left.count() <= 0) co_return piece;
        auto pending = run->moved.wait(seen, left);
        co_await std::move(pending);
    }
}

Async<MetricsPiece> ProcessEngine::readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) {
    const auto core = m_core;
    const auto run = core->runs->find(id);
    if (!run) co_return Error(kJobNotFound, id.str());
    std::function<MetricsPiece()> work = [path = run->folder.metrics(), offset, most] {
        return readMetricsFile(path, offset, most);
    };
    auto pending = core->runs->pool().run(std::move(work));
    MetricsPiece piece = co_await std::move(pending);
    co_return piece;
}

namespace {

UsageSample usageOf(const shim::Sample& now, const shim::Sample* before) {
    UsageSample usage;
    usage.at = {now.atMicros};
    if (before && now.atMicros > before->atMicros)
        usage.cpuMilli =
            std::max<std::int64_t>((now.cpuMicros - before->cpuMicros) * 1000 / (now.atMicros - before->atMicros), 0);
    usage.memoryBytes = now.memoryBytes;
    usage.diskReadBytes = now.diskReadBytes;
    usage.diskWriteBytes = now.diskWriteBytes;
    usage.networkReceivedBytes = now.networkReceivedBytes;
    usage.networkSentBytes = now.networkSentBytes;
    return usage;
}

}  // namespace

Async<std::vector<UsageSample>> ProcessEngine::samples(TaskRunId id, std::size_t count) {
    const auto core = m_core;
    shim::OpenRequest request;
    request.kind = shim::ChannelKind::Samples;
    request.count = static_cast<std::uint32_t>(std::min<std::size_t>(count, 10'000)) + 1;  // one more, to count from
    auto channel = core->open(id, request);
    if (!channel) co_return channel.error();
    std::string bytes;
    for (;;) {
        auto reading = (*channel)->read();
        const Result<ChannelChunk> chunk = co_await std::move(reading);
        if (!chunk) co_return chunk.error();
        if (chunk->kind == ChannelChunk::Kind::Ended) break;
        bytes += chunk->bytes;
    }
    std::vector<UsageSample> usages;
    std::optional<shim::Sample> before;
    for (std::size_t at = 0; at + shim::kSampleSize <= bytes.size(); at += shim::kSampleSize) {
        const auto now = shim::decodeSample(std::string_view(bytes).substr(at, shim::kSampleSize));
        usages.push_back(usageOf(*now, before ? &*before : nullptr));
        before = now;
    }
    if (usages.size() > count) usages.erase(usages.begin(), usages.end() - static_cast<std::ptrdiff_t>(count));
    co_return usages;
}

Async<std::unique_ptr<TaskChannel>> ProcessEngine::exec(TaskRunId id, ExecRequest request) {
    shim::OpenRequest open;
    open.kind = shim::ChannelKind::Exec;
    open.command = std::move(request.command);
    for (const auto& [name, value] : request.environment) open.environment.push_back(name + "=" + value);
    open.terminal = request.terminal;
    open.rows = static_cast<std::uint16_t>(std::clamp(request.rows, 1, 1000));
    open.columns = static_cast<std::uint16_t>(std::clamp(request.columns, 1, 1000));
    co_return m_core->open(id, open);
}

Async<std::unique_ptr<TaskChannel>> ProcessEngine::connect(TaskRunId id, int port) {
    if (port < 1 || port > 65535) co_return Error(kInvalid, "port");
    shim::OpenRequest open;
    open.kind = shim::ChannelKind::Port;
    open.port = static_cast<std::uint16_t>(port);
    co_return m_core->open(id, open);
}

Async<std::unique_ptr<TaskChannel>> ProcessEngine::readFiles(TaskRunId id, std::string path) {
    shim::OpenRequest open;
    open.kind = shim::ChannelKind::FilesGet;
    open.path = std::move(path);
    co_return m_core->open(id, open);
}

Async<std::unique_ptr<TaskChannel>> ProcessEngine::writeFiles(TaskRunId id, std::string path) {
    shim::OpenRequest open;
    open.kind = shim::ChannelKind::FilesPut;
    open.path = std::move(path);
    co_return m_core->open(id, open);
}

}  // namespace ph
