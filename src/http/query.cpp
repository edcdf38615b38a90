#include "http/query.h"

#include "http/text_codec.h"

#include <charconv>

namespace ph::http {

std::string Query::text(const std::string& name) const {
    const auto found = m_query.find(name);
    return found == m_query.end() ? std::string() : found->second;
}

std::int64_t Query::integer(const std::string& name, std::int64_t otherwise, std::int64_t low, std::int64_t high) {
    const auto found = m_query.find(name);
    if (found == m_query.end()) return otherwise;
    std::int64_t value = 0;
    const auto* end = found->second.data() + found->second.size();
    const auto parsed = std::from_chars(found->second.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        fault(name, "type", found->second, "an integer");
    else if (value < low || value > high)
        fault(name, "range", found->second, fmt::format("{} to {}", low, high));
    else
        return value;
    return otherwise;
}

bool Query::flag(const std::string& name) {
    const auto found = m_query.find(name);
    if (found == m_query.end() || found->second == "false" || found->second == "0") return false;
    if (found->second == "true" || found->second == "1") return true;
    fault(name, "type", found->second, "true or false");
    return false;
}

std::int64_t Query::cursor(const std::string& name) {
    const auto found = m_query.find(name);
    if (found == m_query.end() || found->second.empty()) return 0;
    if (const auto position = parseCursor(found->second)) return *position;
    fault(name, "cursor", found->second, "the next of a page");
    return 0;
}

std::vector<std::string> Query::parts(const std::string& name) const {
    std::vector<std::string> list;
    std::string all = text(name);
    while (!all.empty()) {
        const auto comma = std::min(all.find(','), all.size());
        list.push_back(all.substr(0, comma));
        all.erase(0, comma + 1);
    }
    return list;
}

void Query::fault(const std::string& name, std::string code, std::string value, std::string allowed) {
    m_faults.push_back({"query." + name, std::move(code), value.substr(0, 80), std::move(allowed)});
}

Result<> Query::done() {
    if (m_faults.empty()) return {};
    return Error(kInvalid).withFaults(std::move(m_faults));
}

}  // namespace ph::http
