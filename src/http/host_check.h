#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ph::http {

/// Which Host headers are ours. A foreign one is a page of another site that was pointed here (DNS rebinding).
class HostCheck {
public:
    /// Always accepted: localhost, 127.0.0.1, ::1 and the machine's name. `more` are the administrator's.
    explicit HostCheck(const std::vector<std::string>& more);

    bool accepts(std::string_view host) const;
    /// Whether `origin` ("https://name:port") names the same place as `host`.
    static bool sameOrigin(std::string_view origin, std::string_view host);

private:
    std::set<std::string, std::less<>> m_names;
};

/// The machine's name, or "localhost" if it has none.
std::string machineName();

}  // namespace ph::http
