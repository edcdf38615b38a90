#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>

namespace ph::http {

/// A coroutine started beside the current one, on the same executor; its result is waited for when it is needed. It
/// must own what it uses: one that is no longer waited for runs on to its end.
template <class T>
class Later {
public:
    Later(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work)
        : m_state(std::make_shared<State>(executor)) {
        auto done = [state = m_state](std::exception_ptr thrown, T value) {
            state->thrown = thrown;
            if (!thrown) state->value = std::move(value);
            state->ended = true;
            state->ready.cancel();
        };
        boost::asio::co_spawn(executor, std::move(work), std::move(done));
    }

    /// nullopt after `limit`; throws what the coroutine threw. The value is given out once.
    boost::asio::awaitable<std::optional<T>> wait(std::chrono::milliseconds limit) {
        auto state = m_state;
        if (!state->ended) {
            boost::system::error_code ignored;
            state->ready.expires_after(limit);
            co_await state->ready.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        }
        if (state->thrown) std::rethrow_exception(state->thrown);
        co_return std::move(state->value);
    }

private:
    struct State {
        explicit State(boost::asio::any_io_executor executor) : ready(std::move(executor)) {}
        boost::asio::steady_timer ready;
        std::optional<T> value;
        std::exception_ptr thrown;
        bool ended = false;
    };
    std::shared_ptr<State> m_state;
};

}  // namespace ph::http
