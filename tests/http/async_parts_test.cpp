#include "base/hop.h"
#include "http/later.h"
#include "http/watchdog.h"
#include "support/logic_thread.h"

#include <boost/asio/detached.hpp>
#include <boost/asio/thread_pool.hpp>
#include <gtest/gtest.h>

namespace ph::http {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

asio::awaitable<void> pause(std::chrono::milliseconds time) {
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(asio::use_awaitable);
}

class LaterTest : public ::testing::Test {
protected:
    template <class T>
    T run(asio::awaitable<T> work) {
        return logic.run(std::move(work));
    }
    test::LogicThread logic;
};

asio::awaitable<int> seven() {
    co_return 7;
}

asio::awaitable<int> slowSeven(std::shared_ptr<std::atomic<bool>> ended) {
    auto waiting = pause(20ms);
    co_await std::move(waiting);
    *ended = true;
    co_return 7;
}

asio::awaitable<int> broken() {
    throw std::runtime_error("broken");
    co_return 7;
}

TEST_F(LaterTest, GivesAValueThatWasReadyBeforeItWasAskedFor) {
    auto work = [this]() -> asio::awaitable<std::optional<int>> {
        Later<int> later(logic.executor(), seven());
        auto resting = pause(5ms);
        co_await std::move(resting);
        auto waiting = later.wait(1s);
        co_return co_await std::move(waiting);
    };
    EXPECT_EQ(run(work()), 7);
}

TEST_F(LaterTest, WaitsForAValueThatComesLater) {
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    auto work = [this, ended]() -> asio::awaitable<std::optional<int>> {
        Later<int> later(logic.executor(), slowSeven(ended));
        auto waiting = later.wait(20s);
        co_return co_await std::move(waiting);
    };
    EXPECT_EQ(run(work()), 7);
    EXPECT_TRUE(*ended);
}

TEST_F(LaterTest, StopsWaitingAtItsLimitAndLetsTheWorkEndAlone) {
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    auto work = [this, ended]() -> asio::awaitable<std::optional<int>> {
        Later<int> later(logic.executor(), slowSeven(ended));
        auto waiting = later.wait(1ms);
        co_return co_await std::move(waiting);
    };
    EXPECT_EQ(run(work()), std::nullopt);
    run([ended]() -> asio::awaitable<int> {
        while (!*ended) {
            auto resting = pause(1ms);
            co_await std::move(resting);
        }
        co_return 0;
    }());
}

TEST_F(LaterTest, ThrowsWhatTheWorkThrew) {
    auto work = [this]() -> asio::awaitable<std::optional<int>> {
        Later<int> later(logic.executor(), broken());
        auto waiting = later.wait(1s);
        co_return co_await std::move(waiting);
    };
    EXPECT_THROW(run(work()), std::runtime_error);
}

class WatchdogTest : public ::testing::Test {
protected:
    /// How often the watchdog has barked `after` what `act` does with it.
    template <class Act>
    int barks(Act act, std::chrono::milliseconds after) {
        int count = 0;
        auto work = [&]() -> asio::awaitable<int> {
            Watchdog watchdog(io.get_executor(), [&count] { ++count; });
            act(watchdog);
            auto waiting = pause(after);
            co_await std::move(waiting);
            co_return count;
        };
        asio::co_spawn(io, work(), asio::detached);
        io.run();
        return count;
    }
    asio::io_context io;
};

TEST_F(WatchdogTest, BarksOnceWhenItsTimeIsOver) {
    EXPECT_EQ(barks([](Watchdog& dog) { dog.arm(1ms); }, 50ms), 1);
}

TEST_F(WatchdogTest, KeepsQuietWhenItIsDisarmed) {
    const auto act = [](Watchdog& dog) {
        dog.arm(5ms);
        dog.disarm();
    };
    EXPECT_EQ(barks(act, 50ms), 0);
}

TEST_F(WatchdogTest, GoesByTheLastDeadlineEvenIfItIsEarlier) {
    const auto sooner = [](Watchdog& dog) {
        dog.arm(1h);
        dog.arm(1ms);
    };
    EXPECT_EQ(barks(sooner, 50ms), 1);
}

TEST_F(WatchdogTest, GoesByTheLastDeadlineEvenIfItIsLater) {
    const auto later = [](Watchdog& dog) {
        dog.arm(1ms);
        dog.arm(1h);
    };
    EXPECT_EQ(barks(later, 50ms), 0);
}

TEST_F(WatchdogTest, BarksAgainWhenItIsArmedAgain) {
    int count = 0;
    std::unique_ptr<Watchdog> dog;
    dog = std::make_unique<Watchdog>(io.get_executor(), [&] {
        if (++count < 3) dog->arm(1ms);
    });
    dog->arm(1ms);
    io.run();
    EXPECT_EQ(count, 3);
}

/// Something that lives on one thread and says on which it is called.
class Resident {
public:
    explicit Resident(std::thread::id& destroyedOn) : m_destroyedOn(destroyedOn) {}
    ~Resident() { m_destroyedOn = std::this_thread::get_id(); }
    Async<std::thread::id> where(int) { co_return std::this_thread::get_id(); }
    /// No coroutine: its body runs where it is called.
    Async<std::thread::id> plainly() { return told(std::this_thread::get_id()); }
    Async<> fails(std::string why) { co_return Error(kUnavailable, std::move(why)); }
    Async<> throws() {
        throw std::runtime_error("thrown over there");
        co_return Result<>{};
    }

private:
    static Async<std::thread::id> told(std::thread::id id) { co_return id; }
    std::thread::id& m_destroyedOn;
};

class HopTest : public ::testing::Test {
protected:
    HopTest()
        : there(home.call([] { return std::this_thread::get_id(); })),
          here(away.call([] { return std::this_thread::get_id(); })) {}
    test::LogicThread home;  ///< where the resident lives
    test::LogicThread away;  ///< where calls come from
    std::thread::id there, here, destroyedOn;
    std::unique_ptr<Resident> resident = std::make_unique<Resident>(destroyedOn);
    Hop hop{home.executor()};
};

TEST_F(HopTest, CallsOnTheOtherThreadAndComesBack) {
    auto work = [this]() -> asio::awaitable<std::thread::id> {
        auto calling = hop.run(*resident, &Resident::where, 1);
        const Result<std::thread::id> called = co_await std::move(calling);
        EXPECT_EQ(called.value(), there);
        auto plain = hop.run(*resident, &Resident::plainly);
        const Result<std::thread::id> plainly = co_await std::move(plain);
        EXPECT_EQ(plainly.value(), there) << "also what runs before a coroutine begins";
        co_return std::this_thread::get_id();
    };
    EXPECT_EQ(away.run(work()), here);
    EXPECT_NE(here, there);
}

TEST_F(HopTest, BringsErrorsAndExceptionsBack) {
    const Result<> failed = away.run(hop.run(*resident, &Resident::fails, std::string("no reason")));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().id, kUnavailable);
    EXPECT_EQ(failed.error().detail, "no reason");
    EXPECT_THROW(away.run(hop.run(*resident, &Resident::throws)), std::runtime_error);
}

TEST_F(HopTest, RunsBlockingWorkOnAPool) {
    asio::thread_pool pool(1);
    const Hop disk(pool.get_executor());
    auto find = [] { return Result<std::thread::id>(std::this_thread::get_id()); };
    const auto worker = away.run(disk.block(find));
    ASSERT_TRUE(worker);
    EXPECT_NE(*worker, here);
    EXPECT_NE(*worker, there);
    pool.join();
}

TEST_F(HopTest, DestroysOnTheOtherThread) {
    hop.destroy(std::move(resident));
    home.call([] { return 0; });
    EXPECT_EQ(destroyedOn, there);
}

}  // namespace
}  // namespace ph::http
