#include "service/accounts/login_guard.h"

#include "base/network_address.h"

#include <algorithm>

namespace ph {

namespace {

using namespace std::chrono_literals;

constexpr int kFree = 5;
constexpr auto kForgotten = 15min;
constexpr Rate kOfNetwork{0.5, 16};

/// Names are cut, so that no entry is large.
std::string keyOf(const std::string& name, const std::string& from) {
    return name.substr(0, 64) + '\n' + networkOf(from).substr(0, 64);
}

std::chrono::seconds waitAfter(int tries) {
    constexpr std::chrono::seconds kLongest{60};
    const int doublings = std::min(tries - kFree, 6);
    return std::min(kLongest, std::chrono::seconds(1 << doublings));
}

}  // namespace

std::optional<std::chrono::seconds> LoginGuard::tryNow(const std::string& name, const std::string& from) {
    const auto now = m_clock.monotonic();
    const auto key = keyOf(name, from);
    const auto known = m_tries.find(key);
    if (known != m_tries.end() && now < known->second.until)
        return std::chrono::ceil<std::chrono::seconds>(known->second.until - now);
    auto& network = m_networks.at(networkOf(from));
    if (!network.take(kOfNetwork, now)) return std::chrono::ceil<std::chrono::seconds>(network.wait(kOfNetwork, now));
    if (known == m_tries.end()) makeRoom(now);
    auto& tries = m_tries[key];
    if (tries.count > 0 && now - tries.last > kForgotten) tries = {};
    ++tries.count;
    tries.last = now;
    if (tries.count >= kFree) tries.until = now + waitAfter(tries.count);
    return std::nullopt;
}

void LoginGuard::succeeded(const std::string& name, const std::string& from) {
    m_tries.erase(keyOf(name, from));
    m_networks.at(networkOf(from)).giveBack();
}

void LoginGuard::makeRoom(std::chrono::microseconds now) {
    if (m_tries.size() < kMost) return;
    std::erase_if(m_tries, [now](const auto& entry) { return now - entry.second.last > kForgotten; });
    if (m_tries.size() < kMost) return;
    const auto oldest = std::min_element(m_tries.begin(), m_tries.end(),
                                         [](const auto& a, const auto& b) { return a.second.last < b.second.last; });
    m_tries.erase(oldest);
}

}  // namespace ph
