#include "engine/docker/docker_runs.h"

#include "base/fail_point.h"
#include "base/log.h"
#include "engine/docker/docker_json.h"
#include "engine/task/launch_parts.h"
#include "shim/plan.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds kRetryPause{500};
constexpr std::chrono::milliseconds kEndPause{10};
constexpr int kEndTries = 500;  ///< for the host to see what the kernel has done
constexpr int kReleaseTries = 2500;
constexpr useconds_t kReleaseMicros = 2000;

/// What is known of a run folder found at the start.
struct Found {
    TaskRunId id;
    std::optional<RunClaim> claim;
    std::optional<Reason> failure;
    std::optional<ContainerEnd> end;
    shim::ExitRecord record;
};

std::vector<Found> lookAround(const std::string& runs) {
    std::vector<Found> list;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(runs, ignored)) {
        const auto id = TaskRunId::parse(entry.path().filename().string());
        if (!id) continue;
        const RunFolder folder(entry.path().string());
        list.push_back({*id, folder.readClaim(), folder.readFailure(), readContainerEnd(folder), folder.readRecord()});
    }
    return list;
}

/// Waits for the end of a shim that is ending. False if it goes on.
bool waitReleased(const RunFolder& folder) {
    for (int i = 0; i < kReleaseTries; ++i) {
        if (!folder.alive()) return true;
        if (!folder.readRecord().ended()) return false;
        ::usleep(kReleaseMicros);
    }
    return false;
}

/// What this process may have itself, of open files and of processes.
ContainerLimit limitOf(const std::string& name, int resource) {
    rlimit own{RLIM_INFINITY, RLIM_INFINITY};
    ::getrlimit(static_cast<__rlimit_resource>(resource), &own);
    const auto number = [](rlim_t value) { return value == RLIM_INFINITY ? -1 : static_cast<std::int64_t>(value); };
    return {name, number(own.rlim_cur), number(own.rlim_max)};
}

Reason launchFailed(const Error& error) {
    return {ReasonCode::LaunchFailed, {{"detail", error.detail.empty() ? std::string(error.id.name) : error.detail}}};
}

Reason killed() {
    return {ReasonCode::Signal, {{"signal", std::to_string(SIGKILL)}}};
}

}  // namespace

DockerRuns::DockerRuns(asio::any_io_executor executor, const DockerEngineOptions& options, std::string nodeName)
    : RunTable(executor, options.dataFolder, std::move(nodeName), options.threads),
      m_options(options),
      m_client(executor, options.socket),
      m_users(options.dataFolder + "/users"),
      m_host(Error(kEngineUnreachable, options.socket)),
      m_closing(executor) {}

Async<> DockerRuns::adopt(const AcceleratorCatalogue& accelerators) {
    const auto keep = self();
    m_accelerators = &accelerators;
    struct Looked {
        Result<std::string> site;
        std::vector<Found> found;
    };
    std::function<Looked()> work = [data = m_dataFolder, runs = runsFolder(), trash = trashFolder()] {
        removeTree(trash);
        ::mkdir(trash.c_str(), 0700);
        ::mkdir(runs.c_str(), 0700);
        return Looked{siteName(data), lookAround(runs)};
    };
    auto looking = pool().run(std::move(work));
    Looked looked = co_await std::move(looking);
    if (!looked.site) co_return looked.site.error();
    m_site = *looked.site;
    for (auto& item : looked.found) {
        const auto run = std::static_pointer_cast<DockerRun>(make(item.id));
        run->claim = item.claim.value_or(RunClaim{});
        run->claim.id = item.id;
        run->container = containerName(item.id);
        add(run);
        if (item.failure) {
            ended(run, {TaskRunState::Ended, *item.failure, std::nullopt, {}, run->claim.claimedAt});
        } else if (item.end) {
            ended(run, containerEnding(run->folder, run->claim, *item.end, m_nodeName));
        } else {
            if (item.record.startedMicros != 0) started(*run, {item.record.startedMicros});
            changed(*run);
            watchRecord(run);
            settle(run);
        }
    }
    co_return Result<>();
}

std::shared_ptr<Run> DockerRuns::make(const TaskRunId& id) {
    return std::make_shared<DockerRun>(m_executor, id, runsFolder() + "/" + id.str());
}

Result<RunClaim> DockerRuns::claim(const LaunchRequest& request) {
    RunClaim claim = claimOf(request);
    // A container's processes are somebody's on the host. Where we are not root it is us, or we could not read what
    // they leave.
    claim.uid = ::geteuid();
    if (claim.uid != 0) return claim;
    const auto uid = m_users.of(m_options.userPerOrganisation ? request.org : OrgId());
    if (!uid) return uid.error();
    claim.uid = *uid;
    return claim;
}

Async<RunTable::Put> DockerRuns::put(std::shared_ptr<Run> put, LaunchRequest request) {
    const auto keep = self();
    const auto run = std::static_pointer_cast<DockerRun>(put);
    if (!m_host) co_return m_host.error();
    struct Placed {
        Result<bool> claimed;
        RunClaim claim;
        std::optional<Reason> failure;
    };
    std::function<Placed()> work = [this, &request, folder = run->folder]() -> Placed {
        if (::access(folder.path().c_str(), F_OK) == 0) return {false, {}, {}};
        auto own = claim(request);
        if (!own) return {own.error(), {}, {}};
        failPoint("engine.claim");
        Placed placed{folder.claim(*own), *own, {}};
        failPoint("engine.claimed");
        if (!placed.claimed || !*placed.claimed) return placed;
        Reason reason;
        const auto owner = ::geteuid() == 0 ? static_cast<std::uint32_t>(own->uid) : 0;
        const auto done = placeWork(request, folder, owner, m_options.blobPath, reason);
        if (done) return placed;
        placed.failure = reason.code == ReasonCode::None ? launchFailed(done.error()) : reason;
        if (const auto kept = folder.writeFailure(*placed.failure); !kept) placed.claimed = kept.error();
        return placed;
    };
    auto placing = pool().run(std::move(work));
    Placed placed = co_await std::move(placing);
    if (!placed.claimed) co_return placed.claimed.error();
    run->claim = std::move(placed.claim);
    run->request = std::move(request);
    co_return Put{*placed.claimed, std::move(placed.failure)};
}

void DockerRuns::begin(const std::shared_ptr<Run>& run) {
    const auto own = std::static_pointer_cast<DockerRun>(run);
    own->bringingUp = true;
    spawn(bringUp(own));
}

asio::awaitable<void> DockerRuns::bringUp(std::shared_ptr<DockerRun> run) {
    const auto keep = self();
    auto going = steps(run);
    const std::optional<Reason> failure = co_await std::move(going);
    run->request.reset();
    run->bringingUp = false;
    if (m_closed || run->over()) co_return;
    if (failure) {
        auto failing = fail(run, *failure);
        co_await std::move(failing);
        co_return;
    }
    // It may have begun, and ended, before somebody could take notice.
    if (std::exchange(run->settleLater, false))
        settle(run);
    else
        look(run);
    if (run->killed) kill(run);
}

asio::awaitable<std::optional<Reason>> DockerRuns::steps(std::shared_ptr<DockerRun> run) {
    const LaunchRequest& request = *run->request;
    ContainerPlaces places;
    places.site = m_site;
    places.image = request.image.empty() ? m_options.image : request.image;
    places.runFolder = run->folder.path();
    places.shim = m_options.shim;
    places.devices = m_accelerators->devicesOf(request.accelerators);
    places.limits = {limitOf("nofile", RLIMIT_NOFILE), limitOf("nproc", RLIMIT_NPROC)};
    places.processLimit = m_options.processLimit;
    places.foreignFolder = ::geteuid() != 0;

    // 1. The image, whose variables the task begins with.
    auto having = haveImage(run, places.image);
    const Result<std::vector<std::string>> image = co_await std::move(having);
    if (givenUp(*run)) co_return killed();
    if (!image) {
        if (image.error().id == kEngineUnreachable || image.error().id == kDeadline)
            co_return launchFailed(image.error());
        co_return Reason{ReasonCode::ImageMissing, {{"image", places.image}, {"detail", image.error().detail}}};
    }

    // 2. Its network, and what its shim finds in the run folder.
    auto networking = haveNetwork(request);
    Result<std::string> network = co_await std::move(networking);
    if (givenUp(*run)) co_return killed();
    if (!network) co_return launchFailed(network.error());
    places.network = std::move(*network);
    std::function<Result<FileDescriptor>()> work = [folder = run->folder, plan = planOf(request, run->claim, *image)] {
        return placeContainerFiles(folder, plan);
    };
    auto placing = pool().run(std::move(work));
    Result<FileDescriptor> plan = co_await std::move(placing);
    if (givenUp(*run)) co_return killed();
    if (!plan) co_return launchFailed(plan.error());
    run->plan = std::move(*plan);
    watchRecord(run);

    // 3. The container. It may be there although its answer was lost; then it is looked at like any other.
    run->container = containerName(run->id);
    auto creating = m_client.create(run->container, containerSpec(request, places));
    const Result<std::string> created = co_await std::move(creating);
    if (!created) co_return launchFailed(created.error());
    if (givenUp(*run)) co_return killed();
    auto starting = m_client.start(run->container);
    const Result<> begun = co_await std::move(starting);
    if (!begun) {
        m_networks.clear();  // one of them may be gone
        run->complaint = begun.error().detail;
    }
    if (!begun && !begun.error().retryable()) co_return launchFailed(begun.error());
    if (!begun) settle(run);
    co_return std::nullopt;
}

Async<std::vector<std::string>> DockerRuns::haveImage(std::shared_ptr<DockerRun> run, std::string image) {
    if (image.empty()) co_return Error(kEngineMissing, "no image is named");
    const bool always = m_options.pull == PullPolicy::Always;
    for (bool pulled = false;; pulled = true) {
        if (pulled || !always) {
            auto asking = m_client.imageEnvironment(image);
            Result<std::optional<std::vector<std::string>>> found = co_await std::move(asking);
            if (givenUp(*run)) co_return Error(kUnavailable, "not wanted any more");
            if (!found) co_return found.error();
            if (*found) co_return std::move(**found);
            if (pulled || m_options.pull == PullPolicy::Never) co_return Error(kEngineMissing, "not on the node");
        }
        std::function<bool(const std::string&)> goOn = [weak = weak_from_this(), run](const std::string&) {
            const auto table = std::static_pointer_cast<DockerRuns>(weak.lock());
            return table && !table->m_closed && !run->killed;
        };
        auto pulling = m_client.pull(image, std::move(goOn));
        const Result<> got = co_await std::move(pulling);
        if (!got) co_return got.error();
    }
}

Async<std::string> DockerRuns::haveNetwork(const LaunchRequest& request) {
    if (request.network == NetworkPolicy::None) co_return std::string("none");
    std::string name = networkName(m_site, request.org);
    if (m_networks.count(name) != 0) co_return name;
    const std::map<std::string, std::string> labels{{kSiteLabel, m_site}};
    auto ensuring = m_client.ensureNetwork(name, labels);
    Result<> there = co_await std::move(ensuring);
    if (!there && !m_closed) {
        // A host has room for some thirty of them: those of organisations that run nothing make way.
        m_networks.clear();
        auto pruning = m_client.pruneNetworks(label());
        const Result<> pruned = co_await std::move(pruning);
        auto again = m_client.ensureNetwork(name, labels);
        there = co_await std::move(again);
        if (!pruned) spdlog::warn("networks not pruned: {}", pruned.error().detail);
    }
    if (!there) co_return there.error();
    m_networks.insert(name);
    co_return name;
}

std::string DockerRuns::planOf(const LaunchRequest& request, const RunClaim& claim,
                               const std::vector<std::string>& image) const {
    shim::Plan plan;
    plan.command = request.command;
    plan.environment = assignments(overImage(image, taskEnvironment(request, *m_accelerators), request));
    plan.workingDirectory = kWork;
    plan.uid = plan.gid = static_cast<std::uint32_t>(claim.uid);
    plan.timeLimitMillis = request.timeLimit.value * 1000;
    plan.graceMillis = kLimitGraceMillis;
    plan.logLimit = m_options.logLimit.value;
    plan.metricsLimit = m_options.metricsLimit.value;
    plan.scratchLimit = request.scratch.value;
    const bool kernel = m_host && m_host->limitsMemory;
    (kernel ? plan.groupMemory : plan.memoryLimit) = request.memory.value;
    return shim::encode(plan);
}

asio::awaitable<void> DockerRuns::fail(std::shared_ptr<DockerRun> run, Reason reason) {
    std::function<Result<>()> work = [folder = run->folder, reason] { return folder.writeFailure(reason); };
    auto writing = pool().run(std::move(work));
    const Result<> kept = co_await std::move(writing);
    if (!kept) spdlog::warn("run {}: {}", run->id.str(), kept.error().detail);
    if (!run->container.empty()) discard(run->container);
    if (!m_closed && !run->over())
        ended(run, {TaskRunState::Ended, std::move(reason), std::nullopt, {}, SystemClock().now()});
}

void DockerRuns::watchRecord(const std::shared_ptr<DockerRun>& run) {
    run->recordWatch = m_files.watch(run->folder.record(), [weak = weak_from_this(), weakRun = std::weak_ptr(run)] {
        const auto table = std::static_pointer_cast<DockerRuns>(weak.lock());
        const auto grown = weakRun.lock();
        if (table && grown) table->look(grown);
    });
}

void DockerRuns::look(const std::shared_ptr<DockerRun>& run) {
    if (!m_closed && !run->over()) spawn(readRecord(run));
}

asio::awaitable<void> DockerRuns::readRecord(std::shared_ptr<DockerRun> run) {
    const auto keep = self();
    std::function<shim::ExitRecord()> work = [folder = run->folder] { return folder.readRecord(); };
    auto reading = pool().run(std::move(work));
    const shim::ExitRecord record = co_await std::move(reading);
    if (m_closed || run->over()) co_return;
    if (record.startedMicros != 0) started(*run, {record.startedMicros});
    if (record.ended()) settle(run);
}

void DockerRuns::settle(const std::shared_ptr<DockerRun>& run) {
    if (run->bringingUp) run->settleLater = true;
    if (m_closed || run->over() || run->bringingUp || std::exchange(run->settling, true)) return;
    spawn(settleNow(run));
}

asio::awaitable<void> DockerRuns::settleNow(std::shared_ptr<DockerRun> run) {
    const auto keep = self();
    struct Looked {
        bool gone;
        shim::ExitRecord record;
    };
    std::function<Looked()> released = [folder = run->folder] {
        return Looked{waitReleased(folder), folder.readRecord()};
    };
    auto waiting = pool().run(std::move(released));
    const Looked looked = co_await std::move(waiting);
    std::optional<ContainerEnd> end;
    if (looked.gone && looked.record.ended()) {
        end = ContainerEnd{false, run->killed, {}};
    } else if (looked.gone) {
        auto asking = askForEnd(run);
        end = co_await std::move(asking);
    }
    run->settling = false;
    if (m_closed || run->over()) co_return;
    if (!end) {
        look(run);  // it goes on, or has ended since
        co_return;
    }
    std::function<RunEnding()> work = [folder = run->folder, claim = run->claim, end = *end, node = m_nodeName] {
        if (const auto kept = writeContainerEnd(folder, end); !kept)
            spdlog::warn("end of a container not kept: {}", kept.error().detail);
        return containerEnding(folder, claim, end, node);
    };
    auto judging = pool().run(std::move(work));
    RunEnding ending = co_await std::move(judging);
    failPoint("engine.settled");
    if (m_closed || run->over()) co_return;
    discard(run->container);
    ended(run, std::move(ending));
}

asio::awaitable<std::optional<ContainerEnd>> DockerRuns::askForEnd(std::shared_ptr<DockerRun> run) {
    ContainerEnd end;
    for (int tries = 0; !m_closed;) {
        auto asking = m_client.inspect(run->container);
        const Result<std::optional<ContainerState>> state = co_await std::move(asking);
        end.killedByUs = run->killed;
        if (!state) {
            auto waiting = pause(kRetryPause);
            co_await std::move(waiting);
            continue;
        }
        if (!*state) co_return end;
        const ContainerState& now = **state;
        end.outOfMemory = now.outOfMemory;
        end.error = now.error;
        if (now.status == "created" && end.error.empty())
            end.error = run->complaint.empty() ? "its container was made and never started" : run->complaint;
        if (now.status == "exited" || now.status == "dead" || now.status == "created") co_return end;
        // Between its first moment and the shim's lock, or between the shim's end and what the host has noted of it.
        if (++tries > kEndTries) co_return std::nullopt;
        auto waiting = pause(kEndPause);
        co_await std::move(waiting);
        if (run->folder.alive()) co_return std::nullopt;
    }
    co_return std::nullopt;
}

void DockerRuns::kill(const std::shared_ptr<Run>& run) {
    const auto own = std::static_pointer_cast<DockerRun>(run);
    if (own->container.empty()) return;  // bringUp() sees that it is not wanted any more
    const auto killing = [](std::shared_ptr<DockerRuns> table,
                            std::shared_ptr<DockerRun> dying) -> asio::awaitable<void> {
        auto asking = table->m_client.kill(dying->container);
        const Result<> done = co_await std::move(asking);
        if (!done) spdlog::warn("container {} not killed: {}", dying->container, done.error().detail);
        table->settle(dying);
    };
    spawn(killing(self(), own));
}

void DockerRuns::onStarted(Run& run) {
    static_cast<DockerRun&>(run).plan.reset();
}

void DockerRuns::onEnded(Run& run) {
    auto& own = static_cast<DockerRun&>(run);
    own.plan.reset();
    m_files.forget(own.recordWatch);
    own.recordWatch = -1;
}

void DockerRuns::release(Run& run) {
    static_cast<DockerRun&>(run).plan.reset();
}

void DockerRuns::discard(std::string container) {
    const auto discarding = [](std::shared_ptr<DockerRuns> table, std::string name) -> asio::awaitable<void> {
        auto removing = table->m_client.remove(name);
        const Result<> done = co_await std::move(removing);
        if (!done) spdlog::warn("container {} not removed: {}", name, done.error().detail);
    };
    spawn(discarding(self(), std::move(container)));
}

Async<DockerHost> DockerRuns::greet() {
    const auto keep = self();
    auto greeting = m_client.greet();
    Result<DockerHost> host = co_await std::move(greeting);
    if (!host && (m_host || m_host.error().id.name != host.error().id.name))
        spdlog::warn("node {} is down: {} {}", m_nodeName, host.error().id.name, host.error().detail);
    if (!host) m_networks.clear();
    m_host = host;
    co_return host;
}

asio::awaitable<void> DockerRuns::follow() {
    const auto keep = self();
    while (!m_closed) {
        auto greeting = greet();
        const Result<DockerHost> host = co_await std::move(greeting);
        if (host && !m_closed) {
            // The events first: what ends while we look is told.
            auto opening = m_client.ends(label());
            const Result<std::shared_ptr<DockerEvents>> events = co_await std::move(opening);
            if (events && !m_closed) {
                m_events = *events;
                auto tidying = tidy();
                co_await std::move(tidying);
                for (;;) {
                    auto reading = m_events->next();
                    const auto event = co_await std::move(reading);
                    if (m_closed || !event || !*event) break;
                    const auto id = TaskRunId::parse(textAt(**event, std::string("/Actor/Attributes/") + kRunLabel));
                    const auto run = id ? find(*id) : nullptr;
                    if (run) settle(std::static_pointer_cast<DockerRun>(run));
                }
                m_events.reset();
            }
        }
        if (m_closed) break;
        auto waiting = pause(kRetryPause);
        co_await std::move(waiting);
    }
}

asio::awaitable<void> DockerRuns::tidy() {
    auto listing = m_client.list(label());
    const Result<std::vector<ContainerState>> containers = co_await std::move(listing);
    if (!containers || m_closed) co_return;
    for (const auto& container : *containers) {
        // The label says that it is ours; one whose run is over or forgotten serves nobody.
        const auto name = container.labels.find(kRunLabel);
        const auto id = name == container.labels.end() ? std::nullopt : TaskRunId::parse(name->second);
        const auto run = id ? find(*id) : nullptr;
        if (!run || run->over()) discard(container.id);
    }
    for (const auto& [id, run] : runs()) {
        const auto own = std::static_pointer_cast<DockerRun>(run);
        if (!own->over() && !own->launching && !own->bringingUp) settle(own);
    }
}

asio::awaitable<void> DockerRuns::pause(std::chrono::milliseconds time) {
    return m_closing.wait(m_closing.count(), time);
}

void DockerRuns::spawn(asio::awaitable<void> work) {
    asio::co_spawn(m_executor, std::move(work), asio::detached);
}

void DockerRuns::letGo() {
    if (m_events) m_events->close();
    m_closing.notify();
    close();
}

}  // namespace ph::engine
