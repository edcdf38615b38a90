#include "base/hop.h"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>

namespace ph {

namespace asio = boost::asio;

Async<> Hop::cross(Async<> work) const {
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
        auto done = [kept, signal, back, slot](std::exception_ptr thrown, Result<> result) mutable {
            asio::post(back, [kept = std::move(kept), slot, thrown, outcome = std::move(result)]() mutable {
                if (slot.is_connected()) slot.clear();
                std::move (*kept)(thrown, std::move(outcome));
            });
        };
        asio::co_spawn(there, std::move(work), asio::bind_cancellation_slot(signal->slot(), std::move(done)));
    };
    auto pending = asio::async_initiate<const asio::use_awaitable_t<>, void(std::exception_ptr, Result<>)>(
        start, asio::use_awaitable);
    co_return co_await std::move(pending);
}

}  // namespace ph
