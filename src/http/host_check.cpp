#include "http/host_check.h"

#include <array>
#include <cctype>
#include <unistd.h>

namespace ph::http {

namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// "name:7443" -> "name", "[::1]:7443" -> "::1"; empty if it is neither.
std::string_view nameOf(std::string_view host) {
    std::string_view name, port;
    if (host.starts_with('[')) {
        const auto close = host.find(']');
        if (close == std::string_view::npos) return {};
        name = host.substr(1, close - 1);
        port = host.substr(close + 1);
    } else {
        const auto colon = std::min(host.find(':'), host.size());
        name = host.substr(0, colon);
        port = host.substr(colon);
    }
    if (port.empty()) return name;
    const bool digits =
        port.size() > 1 && port.size() < 7 && port.find_first_not_of("0123456789", 1) == std::string_view::npos;
    return port[0] == ':' && digits ? name : std::string_view();
}

}  // namespace

HostCheck::HostCheck(const std::vector<std::string>& more) : m_names{"localhost", "127.0.0.1", "::1"} {
    m_names.insert(lowered(machineName()));
    for (const auto& name : more) m_names.insert(lowered(name));
}

bool HostCheck::accepts(std::string_view host) const {
    return m_names.contains(lowered(nameOf(host)));
}

bool HostCheck::sameOrigin(std::string_view origin, std::string_view host) {
    constexpr std::string_view kScheme = "https://";
    return origin.starts_with(kScheme) && lowered(origin.substr(kScheme.size())) == lowered(host);
}

std::string machineName() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
    return name.data();
}

}  // namespace ph::http
