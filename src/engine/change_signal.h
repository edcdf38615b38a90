#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <list>

namespace ph::engine {

/// Wakes coroutines of one executor when something has changed. Used on that executor's thread only.
class ChangeSignal {
public:
    explicit ChangeSignal(boost::asio::any_io_executor executor) : m_executor(std::move(executor)) {}

    /// Read it before looking at what may change, then pass it to wait(): no change is missed.
    std::uint64_t count() const { return m_count; }
    void notify() {
        ++m_count;
        for (auto* timer : m_waiting) timer->cancel();
    }
    /// Returns once count() is not `seen`, or after `most`.
    boost::asio::awaitable<void> wait(std::uint64_t seen, std::chrono::milliseconds most) {
        if (m_count != seen || most.count() <= 0) co_return;
        boost::asio::steady_timer timer(m_executor, most);
        const Entry entry(m_waiting, timer);
        boost::system::error_code ignored;
        auto pending = timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        co_await std::move(pending);
    }

private:
    struct Entry {
        Entry(std::list<boost::asio::steady_timer*>& all, boost::asio::steady_timer& timer)
            : list(all), place(all.insert(all.end(), &timer)) {}
        ~Entry() { list.erase(place); }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        std::list<boost::asio::steady_timer*>& list;
        std::list<boost::asio::steady_timer*>::iterator place;
    };

    boost::asio::any_io_executor m_executor;
    std::uint64_t m_count = 0;
    std::list<boost::asio::steady_timer*> m_waiting;
};

}  // namespace ph::engine
