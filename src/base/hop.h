#pragma once

#include "base/async.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace ph {

/// The way from one executor to another and back: to logic, where services live, or to threads that may block.
class Hop {
public:
    explicit Hop(boost::asio::any_io_executor executor) : m_executor(std::move(executor)) {}

    /// Calls `(service.*method)(arguments...)` over there; a method that is no coroutine begins there too.
    template <class Service, class T, class... Parameters, class... Arguments>
    Async<T> run(Service& service, Async<T> (Service::*method)(Parameters...), Arguments... arguments) const {
        auto there = called<T>(&service, method, std::move(arguments)...);
        auto hop = go<T>(std::move(there));
        co_return co_await std::move(hop);
    }

    /// Calls a function that returns a Result over there; it may block if the other thread may.
    template <class Function>
    Async<typename std::invoke_result_t<Function>::value_type> block(Function function) const {
        auto there = blocked(std::move(function));
        auto hop = go<typename std::invoke_result_t<Function>::value_type>(std::move(there));
        co_return co_await std::move(hop);
    }

    /// Destroys over there what belongs there.
    template <class T>
    void destroy(std::unique_ptr<T> object) const {
        boost::asio::post(m_executor, [held = std::move(object)]() mutable { held.reset(); });
    }

private:
    /// Runs `work` over there and brings its result back.
    template <class T>
    Async<T> go(Async<T> work) const {
        if constexpr (std::is_void_v<T>) {
            auto crossing = cross(std::move(work));
            co_return co_await std::move(crossing);
        } else {
            auto value = std::make_shared<std::optional<T>>();
            auto crossing = cross(keep(std::move(work), value));
            const Result<> done = co_await std::move(crossing);
            if (!done) co_return done.error();
            co_return std::move(**value);
        }
    }

    /// As co_spawn() with use_awaitable, but for a cancellation: that crosses with a pointer to what the end of the
    /// work destroys, and may arrive after it; here it owns what it needs. Without a type, so that it is compiled once.
    Async<> cross(Async<> work) const;

    template <class T>
    static Async<> keep(Async<T> work, std::shared_ptr<std::optional<T>> value) {
        Result<T> result = co_await std::move(work);
        if (!result) co_return result.error();
        value->emplace(std::move(*result));
        co_return Result<>{};
    }

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

}  // namespace ph
