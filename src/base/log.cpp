#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>

namespace ph {

void startLogging(const std::string& level) {
    auto logger = spdlog::stderr_logger_mt("pilothouse");
    spdlog::set_default_logger(logger);
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%fZ %l %v", spdlog::pattern_time_type::utc);
    spdlog::set_level(spdlog::level::from_str(level));
    spdlog::flush_on(spdlog::level::info);
}

}  // namespace ph
