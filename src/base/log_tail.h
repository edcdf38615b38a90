#pragma once

#include <spdlog/sinks/base_sink.h>

#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace ph {

/// The last lines of the log, at most kLines of at most about kLongest bytes each, for those who ask later.
/// Thread-safe.
class LogTail final : public spdlog::sinks::base_sink<std::mutex> {
public:
    static constexpr std::size_t kLines = 2000;
    static constexpr std::size_t kLongest = 1000;

    /// Well-formed UTF-8.
    std::string text();

protected:
    void sink_it_(const spdlog::details::log_msg& message) override;
    void flush_() override {}

private:
    std::deque<std::string> m_lines;
};

/// From now on every record of the process-wide logger (base/log.h) goes to a tail too. Before any thread starts.
std::shared_ptr<LogTail> keepLogTail();

}  // namespace ph
