#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <functional>
#include <memory>
#include <string>

namespace ph {

/// Owner of background coroutines on one executor, last member of what they use. Starting, stop() and destruction
/// happen on that executor's thread, or after it has ended. An exception that escapes a task is logged with its name.
class TaskScope {
public:
    explicit TaskScope(boost::asio::any_io_executor executor);
    ~TaskScope();
    TaskScope(const TaskScope&) = delete;
    TaskScope& operator=(const TaskScope&) = delete;

    void start(std::string name, std::function<boost::asio::awaitable<void>()> task);
    /// Cancels every task and waits until all have ended.
    boost::asio::awaitable<void> stop();
    std::size_t running() const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace ph
