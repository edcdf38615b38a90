#include "engine/contract_fixture.h"

#include "base/random.h"
#include "reflect/codec.h"
#include "shim/plan.h"
#include "support/lacks.h"

#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace ph::test {

using namespace std::chrono_literals;

namespace {

std::string binary(const std::string& name) {
    const char* folder = std::getenv("PH_BIN");
    return std::string(folder ? folder : "bin") + "/" + name;
}

}  // namespace

EngineContract::EngineContract() {
    m_blobs = std::make_unique<FolderBlobStore>(m_folder.path() + "/blobs", Bytes{0});
}

void EngineContract::SetUp() {
    if (containers() && !DockerHost::possible(kind())) return lacks(GetParam());
    begin();
}

EngineContract::~EngineContract() {
    for (const auto& id : m_launched) {
        const auto stopped = on(engine().stop(id, 0ms));
        const auto removed = on(engine().remove(id));
    }
    m_logic.call([this] { m_engine.reset(); });
    // Each test is a site of its own, and the host has room for a few networks only.
    if (m_streams && containers()) host().ask("/networks/prune", "POST");
}

template <class E, class Options>
void EngineContract::beginAs(Options options) {
    options.dataFolder = m_folder.path();
    options.shim = binary("ph-shim");
    options.blobPath = [this](const std::string& digest) { return m_blobs->path(digest); };
    options.logLimit = m_limits.log;
    options.processLimit = m_limits.processes;
    options.simulated = m_limits.simulated;
    if constexpr (std::is_same_v<E, DockerEngine>) {
        if (m_docker) m_docker(options);
    } else {
        if (m_process) m_process(options);
    }
    auto made = std::make_unique<E>(m_logic.executor(), options);
    m_streams = made.get();
    E& fresh = *made;
    m_engine = std::move(made);
    const auto started = on(fresh.start());
    if (!started) throw std::runtime_error(started.error().detail);
}

void EngineContract::begin() {
    if (!containers()) return beginAs<ProcessEngine>(ProcessEngineOptions{});
    DockerEngineOptions options;
    options.socket = host().socket();
    options.image = "files";
    options.pull = PullPolicy::Never;
    beginAs<DockerEngine>(options);
}

void EngineContract::restart(const std::function<void()>& meanwhile) {
    m_logic.call([this] { m_engine.reset(); });
    if (meanwhile) meanwhile();
    begin();
}

void EngineContract::restartWith(const ContractLimits& limits) {
    m_limits = limits;
    restart();
}

void EngineContract::restartProcess(std::function<void(ProcessEngineOptions&)> change) {
    m_process = std::move(change);
    restart();
}

void EngineContract::restartDocker(std::function<void(DockerEngineOptions&)> change) {
    m_docker = std::move(change);
    restart();
}

pid_t EngineContract::shimOf(TaskRunId id) const {
    struct stat record {};
    if (::stat((dataFolder() + "/runs/" + id.str() + "/exit").c_str(), &record) != 0) return 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        struct stat held {};
        const std::string place = entry.path().string() + "/fd/" + std::to_string(shim::kRecordFd);
        if (pid <= 0 || ::stat(place.c_str(), &held) != 0) continue;
        if (held.st_ino == record.st_ino && held.st_dev == record.st_dev && pid != ::getpid()) return pid;
    }
    return 0;
}

OrgId EngineContract::organisation(int number) {
    return *OrgId::parse("oaaaaaaaaaaaa" + std::string(1, static_cast<char>('a' + number)));
}

LaunchRequest EngineContract::request(std::vector<std::string> command) {
    LaunchRequest request;
    request.id = TaskRunId::random(m_random);
    request.job = JobId::random(m_random);
    request.org = organisation();
    request.command = std::move(command);
    request.cpu = cores(1);
    request.memory = mebibytes(256);
    request.sharedMemory = mebibytes(64);
    request.scratch = gibibytes(1);
    request.timeLimit = {60};
    return request;
}

TaskRunId EngineContract::launch(LaunchRequest request) {
    if (containers() && request.image.empty()) request.mounts.push_back({"/usr", "/usr", false});
    const TaskRunId id = request.id;
    m_launched.push_back(id);
    const auto launched = on(engine().launch(std::move(request)));
    EXPECT_TRUE(launched) << launched.error().id.name << " " << launched.error().detail;
    return id;
}

TaskObservation EngineContract::waitFor(TaskRunId id, TaskRunState state, std::chrono::seconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    std::uint64_t position = 0;
    TaskObservation last;
    while (std::chrono::steady_clock::now() < end) {
        const auto observed = on(engine().observe(position, 1000ms));
        if (!observed) break;
        position = observed->position;
        for (const auto& task : observed->tasks)
            if (task.id == id) last = task;
        const bool over = last.state == TaskRunState::Ended || last.state == TaskRunState::Lost;
        if (last.state == state || (over && state == TaskRunState::Ended)) return last;
    }
    ADD_FAILURE() << "the task did not get there in time";
    return last;
}

TaskObservation EngineContract::waitForEnd(TaskRunId id, std::chrono::seconds most) {
    return waitFor(id, TaskRunState::Ended, most);
}

std::string EngineContract::text(const Reason& reason) {
    std::string text = reflect::word(reason.code);
    for (const auto& [name, value] : reason.arguments) text += " " + name + "=" + value;
    return text;
}

TaskObservation EngineContract::run(LaunchRequest request) {
    return waitForEnd(launch(std::move(request)));
}

void EngineContract::waitForLog(TaskRunId id, const std::string& text) {
    std::string all;
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (all.find(text) == std::string::npos) {
        const auto piece = on(streams().readLog(id, static_cast<std::int64_t>(all.size()), 65536, 500ms));
        ASSERT_TRUE(piece) << piece.error().detail;
        all += piece->bytes;
        ASSERT_FALSE(piece->complete && all.find(text) == std::string::npos) << "the log ended: " << all;
        ASSERT_LT(std::chrono::steady_clock::now(), end) << "the log says: " << all;
    }
}

std::string EngineContract::log(TaskRunId id) {
    std::string all;
    for (;;) {
        const auto piece = on(streams().readLog(id, static_cast<std::int64_t>(all.size()), 1 << 20, 10s));
        if (!piece) return "error " + std::string(piece.error().id.name);
        all += piece->bytes;
        if (piece->complete) return all;
    }
}

std::string EngineContract::log(TaskRunId id, std::int64_t offset) {
    const auto piece = on(streams().readLog(id, offset, 1 << 20, 0ms));
    return piece ? piece->bytes : std::string();
}

boost::asio::awaitable<bool> EngineContract::close(std::unique_ptr<TaskChannel> channel) {
    channel.reset();
    co_return true;
}

std::string EngineContract::blob(const std::string& text) {
    auto writer = m_blobs->begin();
    const auto written = (*writer)->write(std::as_bytes(std::span(text)));
    return *(*writer)->commit({});
}

std::string EngineContract::blobText(const std::string& digest) const {
    return readFile(m_blobs->path(digest));
}

EngineContract::Said EngineContract::listen(TaskChannel& channel) {
    Said said;
    for (;;) {
        const auto chunk = on(channel.read());
        if (!chunk) {
            said.failure = chunk.error().id.name;
            return said;
        }
        if (chunk->kind == ChannelChunk::Kind::Output) said.out += chunk->bytes;
        if (chunk->kind == ChannelChunk::Kind::ErrorOutput) said.err += chunk->bytes;
        if (chunk->kind != ChannelChunk::Kind::Ended) continue;
        said.exitCode = chunk->exitCode;
        said.failure = chunk->failure;
        return said;
    }
}

}  // namespace ph::test
