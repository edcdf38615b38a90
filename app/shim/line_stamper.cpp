#include "app/shim/line_stamper.h"

namespace ph::shim {

std::string LineStamper::take(std::string_view bytes, std::int64_t nowMicros) {
    const std::string stamp = std::to_string(nowMicros) + " ";
    std::string out;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (m_line.size() + part.size() > kLongest) m_tooLong = true;
        if (!m_tooLong) m_line.append(part);
        if (end == std::string_view::npos) break;
        if (!m_tooLong && !m_line.empty()) out += stamp + m_line + "\n";
        m_line.clear();
        m_tooLong = false;
        bytes.remove_prefix(end + 1);
    }
    if (m_tooLong) m_line.clear();
    return out;
}

}  // namespace ph::shim
