#pragma once

#include "support/begin.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <future>
#include <thread>
#include <utility>

namespace ph::test {

/// An io_context with its one thread, as the controller's logic thread is; tests hand it work from outside.
class LogicThread {
public:
    LogicThread() : m_guard(boost::asio::make_work_guard(m_io)), m_thread([this] { m_io.run(); }) {}
    ~LogicThread() {
        m_guard.reset();
        m_io.stop();
        m_thread.join();
    }

    boost::asio::io_context& io() { return m_io; }
    auto executor() { return m_io.get_executor(); }

    /// Runs an awaitable there and waits for its value here.
    template <class T>
    T run(boost::asio::awaitable<T> work) {
        return begin(m_io, std::move(work)).get();
    }
    /// Runs a plain function there and waits.
    template <class Function>
    auto call(Function function) {
        std::packaged_task<decltype(function())()> task(std::move(function));
        auto value = task.get_future();
        boost::asio::post(m_io, [&task] { task(); });
        return value.get();
    }

private:
    boost::asio::io_context m_io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_guard;
    std::thread m_thread;
};

}  // namespace ph::test
