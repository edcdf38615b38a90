#pragma once

#include "ports/task_stream.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <deque>
#include <mutex>

namespace ph::test {

/// What a test does with the far end of a channel. Thread-safe.
class ChannelScript {
public:
    void put(ChannelChunk chunk);
    std::string written() const;
    /// "resize 30x100", "signal 2", "finish" in the order in which they came.
    std::vector<std::string> controls() const;
    bool destroyed() const { return m_destroyed; }

private:
    friend class ScriptedChannel;
    mutable std::mutex m_mutex;
    std::deque<ChannelChunk> m_chunks;
    std::string m_written;
    std::vector<std::string> m_controls;
    std::atomic<bool> m_destroyed = false;
    std::function<void()> m_wake;
};

/// Logs and channels of TaskRuns as a test wants them. What a test calls is thread-safe; the rest runs on logic.
class ScriptedStream final : public TaskStream {
public:
    explicit ScriptedStream(boost::asio::any_io_executor logic) : m_logic(std::move(logic)) {}

    void appendLog(const std::string& bytes);
    void endLog();
    /// The far end of the channels opened from now on.
    std::shared_ptr<ChannelScript> nextChannel();
    /// Channels cannot be opened: this error says why.
    void refuseChannels(ErrorId why);
    /// "exec true", "port 80", "files /data", "upload /data"
    std::vector<std::string> opened() const;
    std::size_t longestRead() const { return m_longestRead; }
    /// The next read but `after` ones fails.
    void breakLogAfter(int after) { m_breakAfter = after; }

    Async<LogPiece> readLog(TaskRunId id, std::int64_t offset, std::size_t most,
                            std::chrono::milliseconds wait) override;
    Async<MetricsPiece> readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) override;
    Async<std::vector<UsageSample>> samples(TaskRunId id, std::size_t count) override;
    Async<std::unique_ptr<TaskChannel>> exec(TaskRunId id, ExecRequest request) override;
    Async<std::unique_ptr<TaskChannel>> connect(TaskRunId id, int port) override;
    Async<std::unique_ptr<TaskChannel>> readFiles(TaskRunId id, std::string path) override;
    Async<std::unique_ptr<TaskChannel>> writeFiles(TaskRunId id, std::string path) override;

private:
    Async<std::unique_ptr<TaskChannel>> open(std::string what);

    boost::asio::any_io_executor m_logic;
    mutable std::mutex m_mutex;
    std::string m_log;
    bool m_ended = false;
    std::shared_ptr<ChannelScript> m_channel = std::make_shared<ChannelScript>();
    std::optional<ErrorId> m_refusal;
    std::vector<std::string> m_opened;
    std::atomic<std::size_t> m_longestRead = 0;
    std::atomic<int> m_breakAfter = -1;
};

}  // namespace ph::test
