#pragma once

#include "base/async.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
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
    /// Runs `work` over there and brings its result back. As co_spawn() with use_awaitable, but for a cancellation:
    /// that crosses with a pointer to what the end of the work destroys, and may arrive after it; here it owns what it
    /// needs.
    template <class T>
    Async<T> go(Async<T> work) const {
        namespace asio = boost::asio;
        const auto here = co_await asio::this_coro::executor;
        auto start = [&work, &here, there = m_executor](auto handler) {
            auto signal = std::make_shared<asio::cancellation_signal>();
            auto slot = asio::get_associated_cancellation_slot(handler);
            if (slot.is_connected()) {
                slot.assign([signal, there](asio::cancellation_type type) {
                    asio::post(there, [signal, type] { signal->emit(type); });
                });
            }
            auto kept = std::make_shared<decltype(handler)>(std::move(handler));
            auto back = asio::prefer(here, asio::execution::outstanding_work.tracked);
            auto done = [kept, signal, back, slot](std::exception_ptr thrown, Result<T> result) mutable {
                asio::post(back, [kept = std::move(kept), slot, thrown, outcome = std::move(result)]() mutable {
                    if (slot.is_connected()) slot.clear();
                    std::move (*kept)(thrown, std::move(outcome));
                });
            };
            asio::co_spawn(there, std::move(work), asio::bind_cancellation_slot(signal->slot(), std::move(done)));
        };
        auto pending = asio::async_initiate<const asio::use_awaitable_t<>, void(std::exception_ptr, Result<T>)>(
            start, asio::use_awaitable);
        co_return co_await std::move(pending);
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

}  // namespace ph::http
