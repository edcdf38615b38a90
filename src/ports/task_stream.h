#pragma once

#include "base/async.h"
#include "base/id.h"
#include "domain/nodes/node.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ph {

struct LogPiece {
    std::string bytes;
    std::int64_t offset = 0;  ///< of the first byte
    std::int64_t size = 0;    ///< of the whole log so far
    bool complete = false;    ///< the task has ended and nothing will follow
};

struct MetricsPiece {
    std::vector<MetricPoint> points;
    std::int64_t offset = 0;  ///< pass to the next call
};

struct ExecRequest {
    std::vector<std::string> command;
    bool terminal = false;
    int rows = 24;
    int columns = 80;
    std::map<std::string, std::string> environment;
};

/// What comes back on an open channel: bytes of one of the outputs, or its end.
struct ChannelChunk {
    enum class Kind { Output, ErrorOutput, Ended };
    Kind kind = Kind::Output;
    std::string bytes;
    int exitCode = 0;    ///< with Ended: of the command, 128 + signal if one ended it
    std::string failure; ///< with Ended: why it could not be opened or broke, empty if it did not
};

/// A two-way stream into a task: a command, a terminal, a port, a file. Closed when destroyed. Reading pulls: what is not
/// read holds up the other side, so memory stays bounded.
class TaskChannel {
public:
    virtual ~TaskChannel() = default;
    virtual Async<ChannelChunk> read() = 0;
    /// Waits for credit; fails with kUnavailable once the channel has ended.
    virtual Async<> write(std::string bytes) = 0;
    /// End of input.
    virtual Async<> finishWriting() = 0;
    virtual Async<> resize(int rows, int columns) = 0;
    virtual Async<> signal(int number) = 0;
};

/// Streams of a TaskRun, whatever engine runs it. Called on the logic thread. The log and metrics can be read after the end,
/// everything else only while it runs (kJobNotRunning otherwise).
class TaskStream {
public:
    virtual ~TaskStream() = default;
    /// At most `most` bytes from `offset` (negative: that many from the end). At the end of what there is, waits up to
    /// `wait` for more; an empty piece then means "nothing new".
    virtual Async<LogPiece> readLog(TaskRunId id, std::int64_t offset, std::size_t most, std::chrono::milliseconds wait) = 0;
    virtual Async<MetricsPiece> readMetrics(TaskRunId id, std::int64_t offset, std::size_t most) = 0;
    virtual Async<std::vector<UsageSample>> samples(TaskRunId id, std::size_t count) = 0;
    virtual Async<std::unique_ptr<TaskChannel>> exec(TaskRunId id, ExecRequest request) = 0;
    /// A TCP connection to `port` on the task's loopback.
    virtual Async<std::unique_ptr<TaskChannel>> connect(TaskRunId id, int port) = 0;
    /// A tar stream of `path` inside the task, read from the channel.
    virtual Async<std::unique_ptr<TaskChannel>> readFiles(TaskRunId id, std::string path) = 0;
    /// Unpacks the tar stream written to the channel below `path`.
    virtual Async<std::unique_ptr<TaskChannel>> writeFiles(TaskRunId id, std::string path) = 0;
};

}  // namespace ph
