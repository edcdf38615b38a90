#include "base/clock.h"

#include <fmt/chrono.h>

#include <cstdio>
#include <time.h>

namespace ph {

std::string timestampText(Timestamp time) {
    const std::time_t seconds = static_cast<std::time_t>(time.micros / 1'000'000);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", utc, time.micros % 1'000'000);
}

Timestamp parseTimestamp(const std::string& text) {
    std::tm utc{};
    int micros = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%6dZ%n", &utc.tm_year, &utc.tm_mon, &utc.tm_mday,
                    &utc.tm_hour, &utc.tm_min, &utc.tm_sec, &micros, &end) != 7)
        return {};
    if (static_cast<std::size_t>(end) != text.size()) return {};
    utc.tm_year -= 1900;
    utc.tm_mon -= 1;
    const Timestamp time{static_cast<std::int64_t>(::timegm(&utc)) * 1'000'000 + micros};
    // sscanf and timegm are generous: signs, short fields and the 30th of February pass both.
    return timestampText(time) == text ? time : Timestamp();
}

}  // namespace ph
