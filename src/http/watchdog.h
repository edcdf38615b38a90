#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace ph::http {

/// One deadline of a connection that moves all the time: moving it later costs no timer operation. On the connection's
/// executor only.
class Watchdog {
public:
    Watchdog(boost::asio::any_io_executor executor, std::function<void()> expired);
    ~Watchdog();
    /// Replaces the deadline.
    void arm(std::chrono::milliseconds in);
    void disarm();

private:
    struct State;
    static void wait(const std::shared_ptr<State>& state);
    std::shared_ptr<State> m_state;
};

}  // namespace ph::http
