#include "engine/docker/json_lines.h"

#include "engine/docker/docker_json.h"

namespace ph::engine {

std::vector<boost::json::value> JsonLines::feed(std::string_view bytes) {
    std::vector<boost::json::value> values;
    while (!m_broken) {
        const std::size_t end = bytes.find('\n');
        if (m_rest.size() + std::min(end, bytes.size()) > kLongest) m_broken = true;
        if (m_broken) break;
        m_rest += bytes.substr(0, end);
        if (end == std::string_view::npos) return values;
        bytes.remove_prefix(end + 1);
        take(m_rest, values);
        m_rest.clear();
    }
    m_rest.clear();
    return values;
}

void JsonLines::take(std::string_view line, std::vector<boost::json::value>& values) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    auto value = parseAnswer(line);
    if (value)
        values.push_back(std::move(*value));
    else
        m_broken = true;
}

}  // namespace ph::engine
