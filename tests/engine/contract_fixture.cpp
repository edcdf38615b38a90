#include "engine/contract_fixture.h"

#include "base/random.h"
#include "reflect/codec.h"

#include <cstdlib>

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
    begin();
}

EngineContract::~EngineContract() {
    for (const auto& id : m_launched) {
        const auto stopped = on(engine().stop(id, 0ms));
        const auto removed = on(engine().remove(id));
    }
    m_logic.call([this] { m_engine.reset(); });
}

void EngineContract::begin() {
    ProcessEngineOptions options;
    options.dataFolder = m_folder.path();
    options.shim = binary("ph-shim");
    options.blobPath = [this](const std::string& digest) { return m_blobs->path(digest); };
    if (m_change) m_change(options);
    m_engine = std::make_unique<ProcessEngine>(m_logic.executor(), options);
    const auto started = on(m_engine->start());
    if (!started) throw std::runtime_error(started.error().detail);
}

void EngineContract::restart(const std::function<void()>& meanwhile) {
    m_logic.call([this] { m_engine.reset(); });
    if (meanwhile) meanwhile();
    begin();
}

void EngineContract::restartWith(std::function<void(ProcessEngineOptions&)> change) {
    m_change = std::move(change);
    restart();
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
        const auto piece = on(engine().readLog(id, static_cast<std::int64_t>(all.size()), 65536, 500ms));
        ASSERT_TRUE(piece) << piece.error().detail;
        all += piece->bytes;
        ASSERT_FALSE(piece->complete && all.find(text) == std::string::npos) << "the log ended: " << all;
        ASSERT_LT(std::chrono::steady_clock::now(), end) << "the log says: " << all;
    }
}

std::string EngineContract::log(TaskRunId id) {
    std::string all;
    for (;;) {
        const auto piece = on(engine().readLog(id, static_cast<std::int64_t>(all.size()), 1 << 20, 10s));
        if (!piece) return "error " + std::string(piece.error().id.name);
        all += piece->bytes;
        if (piece->complete) return all;
    }
}

std::string EngineContract::log(TaskRunId id, std::int64_t offset) {
    const auto piece = on(engine().readLog(id, offset, 1 << 20, 0ms));
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
