#include "http/rate_limits.h"

namespace ph::http {

namespace {

Rate scaled(const Rate& rate, double by) {
    return {rate.perSecond * by, rate.burst * by};
}

std::optional<std::chrono::seconds> waitOf(TokenBucket& bucket, const Rate& rate, std::chrono::microseconds now) {
    if (bucket.take(rate, now)) return std::nullopt;
    return std::chrono::ceil<std::chrono::seconds>(bucket.wait(rate, now));
}

}  // namespace

RateLimits::Place RateLimits::placeOf(const std::string& network) {
    if (auto* known = m_known.find(network)) return {*known, Rates::kKnownRoom, true};
    return {m_strangers.at(network), 1, false};
}

bool RateLimits::mayConnect(const std::string& network) {
    const auto now = m_clock.monotonic();
    const std::lock_guard lock(m_mutex);
    const Place place = placeOf(network);
    if (!place.network.connections.take(scaled(m_rates.connections, place.room), now)) return false;
    return place.known || m_strangersConnections.take(m_rates.strangersConnections, now);
}

bool RateLimits::knowsToken(const std::string& digest) {
    const std::lock_guard lock(m_mutex);
    return m_tokens.find(digest) != nullptr;
}

std::optional<std::chrono::seconds> RateLimits::strangerAsks(const std::string& network) {
    const auto now = m_clock.monotonic();
    const std::lock_guard lock(m_mutex);
    const Place place = placeOf(network);
    return waitOf(place.network.requests, scaled(m_rates.strangersRequests, place.room), now);
}

std::optional<std::chrono::seconds> RateLimits::tokenAsks(const std::string& digest) {
    const auto now = m_clock.monotonic();
    const std::lock_guard lock(m_mutex);
    return waitOf(m_tokens.at(digest), m_rates.requests, now);
}

void RateLimits::proved(const std::string& network, const std::string& digest, bool wasKnown) {
    const auto now = m_clock.monotonic();
    const std::lock_guard lock(m_mutex);
    if (auto* stranger = m_strangers.find(network)) {
        m_known.at(network) = *stranger;
        m_strangers.erase(network);
    }
    auto& known = m_known.at(network);
    if (wasKnown) return;
    known.requests.giveBack();
    m_tokens.at(digest).take(m_rates.requests, now);
}

void RateLimits::forgetToken(const std::string& digest) {
    const std::lock_guard lock(m_mutex);
    m_tokens.erase(digest);
}

std::size_t RateLimits::networks() const {
    const std::lock_guard lock(m_mutex);
    return m_strangers.size() + m_known.size();
}

std::size_t RateLimits::tokens() const {
    const std::lock_guard lock(m_mutex);
    return m_tokens.size();
}

}  // namespace ph::http
