#include "http/watchdog.h"

namespace ph::http {

namespace {

using Time = std::chrono::steady_clock::time_point;

}  // namespace

struct Watchdog::State {
    State(boost::asio::any_io_executor executor, std::function<void()> callback)
        : timer(std::move(executor)), expired(std::move(callback)) {}
    boost::asio::steady_timer timer;
    std::function<void()> expired;
    Time deadline = Time::max();
    Time waitingUntil = Time::max();  ///< max: not waiting
};

Watchdog::Watchdog(boost::asio::any_io_executor executor, std::function<void()> expired)
    : m_state(std::make_shared<State>(std::move(executor), std::move(expired))) {}

Watchdog::~Watchdog() {
    m_state->expired = nullptr;
    m_state->timer.cancel();
}

void Watchdog::arm(std::chrono::milliseconds in) {
    m_state->deadline = std::chrono::steady_clock::now() + in;
    if (m_state->waitingUntil <= m_state->deadline) return;
    wait(m_state);
}

void Watchdog::disarm() {
    m_state->deadline = Time::max();
}

void Watchdog::wait(const std::shared_ptr<State>& state) {
    state->waitingUntil = state->deadline;
    state->timer.expires_at(state->deadline);
    state->timer.async_wait([state](boost::system::error_code cancelled) {
        if (cancelled || !state->expired) return;
        state->waitingUntil = Time::max();
        if (state->deadline == Time::max()) return;
        if (std::chrono::steady_clock::now() >= state->deadline) return state->expired();
        wait(state);
    });
}

}  // namespace ph::http
