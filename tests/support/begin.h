#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace ph::test {

namespace detail {

/// co_spawn() in one place: instantiated for every type it is half of a test's compile time.
void spawn(const boost::asio::any_io_executor& executor, boost::asio::awaitable<void> work);

template <class T>
boost::asio::awaitable<void> deliver(boost::asio::awaitable<T> work, std::shared_ptr<std::promise<T>> promise) {
    try {
        if constexpr (std::is_void_v<T>) {
            co_await std::move(work);
            promise->set_value();
        } else {
            promise->set_value(co_await std::move(work));
        }
    } catch (...) {
        promise->set_exception(std::current_exception());
    }
}

}  // namespace detail

/// Starts an awaitable on `executor`; its value or what it throws comes out of the future.
template <class T>
std::future<T> begin(const boost::asio::any_io_executor& executor, boost::asio::awaitable<T> work) {
    auto promise = std::make_shared<std::promise<T>>();
    auto value = promise->get_future();
    detail::spawn(executor, detail::deliver(std::move(work), std::move(promise)));
    return value;
}

template <class T>
std::future<T> begin(boost::asio::io_context& io, boost::asio::awaitable<T> work) {
    return begin(boost::asio::any_io_executor(io.get_executor()), std::move(work));
}

}  // namespace ph::test
