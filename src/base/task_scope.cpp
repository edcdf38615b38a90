#include "base/task_scope.h"

#include "base/log.h"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <list>

namespace ph {

namespace asio = boost::asio;

struct TaskScope::State {
    struct Running {
        std::string name;
        asio::cancellation_signal cancel;
    };

    explicit State(asio::any_io_executor e) : executor(std::move(e)), idle(executor) {
        idle.expires_at(asio::steady_timer::time_point::max());
    }

    asio::any_io_executor executor;
    std::list<Running> tasks;
    asio::steady_timer idle;
};

TaskScope::TaskScope(asio::any_io_executor executor) : m_state(std::make_shared<State>(std::move(executor))) {}

TaskScope::~TaskScope() {
    for (auto& task : m_state->tasks) task.cancel.emit(asio::cancellation_type::terminal);
}

void TaskScope::start(std::string name, std::function<asio::awaitable<void>()> task) {
    auto state = m_state;
    auto& running = state->tasks.emplace_back();
    running.name = std::move(name);
    const auto place = std::prev(state->tasks.end());
    auto done = [state, place](std::exception_ptr failure) {
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (const boost::system::system_error& e) {
            if (e.code() != asio::error::operation_aborted) spdlog::error("task {} ended: {}", place->name, e.what());
        } catch (const std::exception& e) {
            spdlog::error("task {} ended: {}", place->name, e.what());
        }
        state->tasks.erase(place);
        if (state->tasks.empty()) state->idle.cancel();
    };
    // The callable lives as long as the coroutine: a lambda's captures belong to it, not to the coroutine frame.
    auto body = [](std::function<asio::awaitable<void>()> callable) -> asio::awaitable<void> { co_await callable(); };
    asio::co_spawn(state->executor, body(std::move(task)), asio::bind_cancellation_slot(place->cancel.slot(), done));
}

asio::awaitable<void> TaskScope::stop() {
    auto state = m_state;
    for (auto& task : state->tasks) task.cancel.emit(asio::cancellation_type::terminal);
    while (!state->tasks.empty()) {
        boost::system::error_code ignored;
        co_await state->idle.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

std::size_t TaskScope::running() const { return m_state->tasks.size(); }

}  // namespace ph
