#include "base/log_tail.h"

#include "base/log.h"
#include "base/utf8.h"

#include <spdlog/pattern_formatter.h>

namespace ph {

void LogTail::sink_it_(const spdlog::details::log_msg& message) {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    std::string_view text(line.data(), line.size());
    if (text.ends_with('\n')) text.remove_suffix(1);
    m_lines.push_back(excerpt(text, kLongest));
    if (m_lines.size() > kLines) m_lines.pop_front();
}

std::string LogTail::text() {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& line : m_lines) text += line + "\n";
    return text;
}

std::shared_ptr<LogTail> keepLogTail() {
    auto tail = std::make_shared<LogTail>();
    auto formatter =
        std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%fZ %l %v", spdlog::pattern_time_type::utc);
    tail->set_formatter(std::move(formatter));
    spdlog::default_logger()->sinks().push_back(tail);
    return tail;
}

}  // namespace ph
