#pragma once

#include "base/hop.h"
#include "http/response.h"
#include "ports/task_stream.h"

namespace ph::http {

/// What of a log is wanted.
struct LogRange {
    std::int64_t offset = 0;   ///< negative: from the end
    std::int64_t length = -1;  ///< at most; -1: everything
    bool follow = false;       ///< until the task has ended, else what there is now
};

/// A TaskRun's log as a response body, in large pieces: each costs one hop to the logic thread.
class LogSource final : public BodySource {
public:
    static constexpr std::size_t kPiece = 512 * 1024;

    LogSource(Hop logic, TaskStream& streams, TaskRunId run, LogRange range);
    /// Reads the first piece, which says where the log stands.
    Async<LogPiece> open();
    /// Valid after open(), for a range that does not follow: how many bytes next() will yield in all.
    std::int64_t total() const { return m_left; }
    /// Yields what open() read first.
    Async<std::optional<std::string>> next() override;

private:
    std::size_t wanted() const;

    Hop m_logic;
    TaskStream& m_streams;
    TaskRunId m_run;
    LogRange m_range;
    std::int64_t m_offset;
    std::int64_t m_left = 0;  ///< bytes still to be yielded; only a bound if it follows
    bool m_complete = false;
    int m_looks = 0;  ///< at a run that has not been launched
    std::string m_first;
};

}  // namespace ph::http
