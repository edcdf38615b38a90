#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ph::shim {

/// Puts the time before each line of the metrics: "UTC-MICROS LINE". Lines over 4000 bytes are dropped, the rest of the
/// input is kept until its line is whole.
class LineStamper {
public:
    std::string take(std::string_view bytes, std::int64_t nowMicros);

private:
    static constexpr std::size_t kLongest = 4000;
    std::string m_line;
    bool m_tooLong = false;
};

}  // namespace ph::shim
