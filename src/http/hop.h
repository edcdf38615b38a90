#pragma once

#include "base/async.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <utility>

namespace ph::http {

/// The way from a connection to another thread and back: to logic, where services live, or to the disk's threads.
class Hop {
public:
    explicit Hop(boost::asio::any_io_executor executor) : m_executor(std::move(executor)) {}

    /// Calls `(service.*method)(arguments...)` over there; a method that is no coroutine begins there too.
    template <class Service, class T, class... Parameters, class... Arguments>
    Async<T> run(Service& service, Async<T> (Service::*method)(Parameters...), Arguments... arguments) const {
        auto hop = boost::asio::co_spawn(m_executor, called<T>(&service, method, std::move(arguments)...),
                                         boost::asio::use_awaitable);
        co_return co_await std::move(hop);
    }

    /// Calls a function that returns a Result over there; it may block if the other thread may.
    template <class Function>
    Async<typename std::invoke_result_t<Function>::value_type> block(Function function) const {
        auto hop = boost::asio::co_spawn(m_executor, blocked(std::move(function)), boost::asio::use_awaitable);
        co_return co_await std::move(hop);
    }

    /// Destroys over there what belongs there.
    template <class T>
    void destroy(std::unique_ptr<T> object) const {
        boost::asio::post(m_executor, [held = std::move(object)]() mutable { held.reset(); });
    }

private:
    template <class T, class Service, class Method, class... Arguments>
    static Async<T> called(Service* service, Method method, Arguments... arguments) {
        auto pending = (service->*method)(std::move(arguments)...);
        co_return co_await std::move(pending);
    }

    template <class Function>
    static Async<typename std::invoke_result_t<Function>::value_type> blocked(Function function) {
        co_return function();
    }

    boost::asio::any_io_executor m_executor;
};

}  // namespace ph::http
