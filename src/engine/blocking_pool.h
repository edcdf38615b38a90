#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>

namespace ph::engine {

/// Threads for work that blocks on the disk or on processes. The caller goes on where it was.
class BlockingPool {
public:
    explicit BlockingPool(std::size_t threads) : m_pool(threads) {}
    /// Waits for what has begun.
    ~BlockingPool() { join(); }
    /// The same before the end; nothing begins after it.
    void join() { m_pool.join(); }

    /// Runs `work` on one of the threads; what it throws is thrown at the caller.
    template <class T>
    boost::asio::awaitable<T> run(std::function<T()> work) {
        struct Slot {
            std::function<T()> work;
            std::optional<T> value;
            std::exception_ptr failure;
        };
        auto slot = std::make_shared<Slot>();
        slot->work = std::move(work);
        auto initiate = [this, slot](auto handler) {
            auto executor = boost::asio::prefer(boost::asio::get_associated_executor(handler),
                                                boost::asio::execution::outstanding_work.tracked);
            auto task = [slot, executor, handler = std::move(handler)]() mutable {
                try {
                    slot->value.emplace(slot->work());
                } catch (...) {
                    slot->failure = std::current_exception();
                }
                slot->work = nullptr;
                boost::asio::post(executor, std::move(handler));
            };
            boost::asio::post(m_pool, std::move(task));
        };
        auto pending = boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void()>(
            initiate, boost::asio::use_awaitable);
        co_await std::move(pending);
        if (slot->failure) std::rethrow_exception(slot->failure);
        co_return std::move(*slot->value);
    }

    /// Runs `work` and tells nobody.
    void start(std::function<void()> work) { boost::asio::post(m_pool, std::move(work)); }

private:
    boost::asio::thread_pool m_pool;
};

}  // namespace ph::engine
