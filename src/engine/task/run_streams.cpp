#include "engine/task/run_streams.h"

#include "engine/task/metrics_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

Result<std::unique_ptr<TaskChannel>> RunStreams::open(const TaskRunId& id, const shim::OpenRequest& request) {
    const auto run = m_runs->find(id);
    if (!run) return Error(kJobNotFound, id.str());
    const auto link = m_runs->link(run);
    if (!link) return link.error();
    return (*link)->open(request);
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

Async<LogPiece> RunStreams::readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                                    std::chrono::milliseconds wait) {
    const auto runs = m_runs;
    const auto run = runs->find(id);
    if (!run) co_return Error(kJobNotStarted, id.str());
    const auto deadline = std::chrono::steady_clock::now() + wait;
    for (;;) {
        // Before the read: what is written after it is noticed, and what had ended before it has written everything.
        if (wait.count() > 0) runs->watchLog(run);
        const auto seen = run->moved.count();
        const bool over = run->over();
        std::function<LogPiece()> work = [run, file = run->log, offset, most]() mutable {
            return readPiece(*run, file, offset, most);
        };
        auto reading = runs->pool().run(std::move(work));
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

Async<MetricsPiece> RunStreams::readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) {
    const auto runs = m_runs;
    const auto run = runs->find(id);
    if (!run) co_return Error(kJobNotFound, id.str());
    std::function<MetricsPiece()> work = [path = run->folder.metrics(), offset, most] {
        return readMetricsFile(path, offset, most);
    };
    auto pending = runs->pool().run(std::move(work));
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

Async<std::vector<UsageSample>> RunStreams::samples(TaskRunId id, std::size_t count) {
    shim::OpenRequest request;
    request.kind = shim::ChannelKind::Samples;
    request.count = static_cast<std::uint32_t>(std::min<std::size_t>(count, 10'000)) + 1;  // one more, to count from
    auto channel = open(id, request);
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

Async<std::unique_ptr<TaskChannel>> RunStreams::exec(TaskRunId id, ExecRequest request) {
    shim::OpenRequest wish;
    wish.kind = shim::ChannelKind::Exec;
    wish.command = std::move(request.command);
    for (const auto& [name, value] : request.environment) wish.environment.push_back(name + "=" + value);
    wish.terminal = request.terminal;
    wish.rows = static_cast<std::uint16_t>(std::clamp(request.rows, 1, 1000));
    wish.columns = static_cast<std::uint16_t>(std::clamp(request.columns, 1, 1000));
    co_return open(id, wish);
}

Async<std::unique_ptr<TaskChannel>> RunStreams::connect(TaskRunId id, int port) {
    if (port < 1 || port > 65535) co_return Error(kInvalid, "port");
    shim::OpenRequest wish;
    wish.kind = shim::ChannelKind::Port;
    wish.port = static_cast<std::uint16_t>(port);
    co_return open(id, wish);
}

Async<std::unique_ptr<TaskChannel>> RunStreams::readFiles(TaskRunId id, std::string path) {
    shim::OpenRequest wish;
    wish.kind = shim::ChannelKind::FilesGet;
    wish.path = std::move(path);
    co_return open(id, wish);
}

Async<std::unique_ptr<TaskChannel>> RunStreams::writeFiles(TaskRunId id, std::string path) {
    shim::OpenRequest wish;
    wish.kind = shim::ChannelKind::FilesPut;
    wish.path = std::move(path);
    co_return open(id, wish);
}

}  // namespace ph::engine
