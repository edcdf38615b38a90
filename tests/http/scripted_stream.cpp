#include "http/scripted_stream.h"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ph::test {

namespace asio = boost::asio;

void ChannelScript::put(ChannelChunk chunk) {
    const std::lock_guard lock(m_mutex);
    m_chunks.push_back(std::move(chunk));
    if (m_wake) m_wake();
}

std::string ChannelScript::written() const {
    const std::lock_guard lock(m_mutex);
    return m_written;
}

std::vector<std::string> ChannelScript::controls() const {
    const std::lock_guard lock(m_mutex);
    return m_controls;
}

/// The near end: waits on logic for what the script is given.
class ScriptedChannel final : public TaskChannel {
public:
    ScriptedChannel(std::shared_ptr<ChannelScript> script, asio::any_io_executor logic)
        : m_script(std::move(script)), m_ready(std::make_shared<asio::steady_timer>(logic)) {
        m_ready->expires_at(asio::steady_timer::time_point::max());
        const std::lock_guard lock(m_script->m_mutex);
        m_script->m_wake = [ready = m_ready, logic] { asio::post(logic, [ready] { ready->cancel(); }); };
    }
    ~ScriptedChannel() override {
        const std::lock_guard lock(m_script->m_mutex);
        m_script->m_wake = nullptr;
        m_script->m_destroyed = true;
    }

    Async<ChannelChunk> read() override {
        while (true) {
            {
                const std::lock_guard lock(m_script->m_mutex);
                if (!m_script->m_chunks.empty()) {
                    ChannelChunk chunk = std::move(m_script->m_chunks.front());
                    m_script->m_chunks.pop_front();
                    co_return chunk;
                }
            }
            boost::system::error_code ignored;
            co_await m_ready->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        }
    }
    Async<> write(std::string bytes) override {
        const std::lock_guard lock(m_script->m_mutex);
        m_script->m_written += bytes;
        co_return Result<>{};
    }
    Async<> finishWriting() override { return note("finish"); }
    Async<> resize(int rows, int columns) override { return note(fmt::format("resize {}x{}", rows, columns)); }
    Async<> signal(int number) override { return note(fmt::format("signal {}", number)); }

private:
    Async<> note(std::string what) {
        const std::lock_guard lock(m_script->m_mutex);
        m_script->m_controls.push_back(std::move(what));
        co_return Result<>{};
    }

    std::shared_ptr<ChannelScript> m_script;
    std::shared_ptr<asio::steady_timer> m_ready;
};

void ScriptedStream::appendLog(const std::string& bytes) {
    const std::lock_guard lock(m_mutex);
    m_log += bytes;
}

void ScriptedStream::endLog() {
    const std::lock_guard lock(m_mutex);
    m_ended = true;
}

std::shared_ptr<ChannelScript> ScriptedStream::nextChannel() {
    const std::lock_guard lock(m_mutex);
    m_channel = std::make_shared<ChannelScript>();
    return m_channel;
}

void ScriptedStream::refuseChannels(ErrorId why) {
    const std::lock_guard lock(m_mutex);
    m_refusal = why;
}

std::vector<std::string> ScriptedStream::opened() const {
    const std::lock_guard lock(m_mutex);
    return m_opened;
}

Async<LogPiece> ScriptedStream::readLog(TaskRunId, std::int64_t offset, std::size_t most,
                                        std::chrono::milliseconds wait) {
    const auto deadline = std::chrono::steady_clock::now() + wait;
    while (true) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_breakAfter >= 0 && m_breakAfter-- == 0) co_return Error(kUnavailable, "the log broke");
            m_longestRead = std::max<std::size_t>(m_longestRead, most);
            const auto size = static_cast<std::int64_t>(m_log.size());
            LogPiece piece;
            piece.offset = std::min(offset < 0 ? std::max<std::int64_t>(size + offset, 0) : offset, size);
            piece.size = size;
            piece.bytes = m_log.substr(static_cast<std::size_t>(piece.offset), most);
            piece.complete = m_ended;
            if (!piece.bytes.empty() || m_ended || std::chrono::steady_clock::now() >= deadline) co_return piece;
        }
        asio::steady_timer pause(m_logic, std::chrono::milliseconds(5));
        co_await pause.async_wait(asio::use_awaitable);
    }
}

Async<MetricsPiece> ScriptedStream::readMetrics(TaskRunId, std::int64_t offset, std::size_t) {
    MetricsPiece piece;
    if (offset == 0) piece.points.push_back({1, "loss", 0.5, {}});
    piece.offset = 40;
    co_return piece;
}

Async<std::vector<UsageSample>> ScriptedStream::samples(TaskRunId, std::size_t count) {
    co_return std::vector<UsageSample>(std::min<std::size_t>(count, 2));
}

Async<std::unique_ptr<TaskChannel>> ScriptedStream::open(std::string what) {
    const std::lock_guard lock(m_mutex);
    m_opened.push_back(std::move(what));
    if (m_refusal) co_return Error(*m_refusal);
    co_return std::unique_ptr<TaskChannel>(std::make_unique<ScriptedChannel>(m_channel, m_logic));
}

Async<std::unique_ptr<TaskChannel>> ScriptedStream::exec(TaskRunId, ExecRequest request) {
    return open(fmt::format("exec {} {}", fmt::join(request.command, " "), request.terminal ? "terminal" : "plain"));
}

Async<std::unique_ptr<TaskChannel>> ScriptedStream::connect(TaskRunId, int port) {
    return open(fmt::format("port {}", port));
}

Async<std::unique_ptr<TaskChannel>> ScriptedStream::readFiles(TaskRunId, std::string path) {
    return open("files " + path);
}

Async<std::unique_ptr<TaskChannel>> ScriptedStream::writeFiles(TaskRunId, std::string path) {
    return open("upload " + path);
}

}  // namespace ph::test
