#include "engine/blocking_pool.h"

#include "support/logic_thread.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace ph::engine {

namespace asio = boost::asio;

TEST(BlockingPools, WorkElsewhereAndComeBack) {
    test::LogicThread logic;
    BlockingPool pool(2);
    std::thread::id worked, went, cameBack;
    const auto story = [&]() -> asio::awaitable<std::string> {
        went = std::this_thread::get_id();
        std::function<std::string()> work = [&] {
            worked = std::this_thread::get_id();
            return std::string("value");
        };
        auto pending = pool.run(std::move(work));
        std::string value = co_await std::move(pending);
        cameBack = std::this_thread::get_id();
        co_return value;
    };
    EXPECT_EQ(logic.run(story()), "value");
    EXPECT_NE(worked, went);
    EXPECT_EQ(cameBack, went);
}

TEST(BlockingPools, HandOnWhatWorkThrows) {
    test::LogicThread logic;
    BlockingPool pool(1);
    const std::function<int()> bad = []() -> int { throw std::runtime_error("no disk"); };
    EXPECT_THROW(logic.run(pool.run(bad)), std::runtime_error);
    const std::function<int()> good = [] { return 7; };
    EXPECT_EQ(logic.run(pool.run(good)), 7) << "its thread goes on";
}

TEST(BlockingPools, ReleaseWhatTheWorkHeldBeforeTheCallerGoesOn) {
    test::LogicThread logic;
    BlockingPool pool(1);
    auto held = std::make_shared<int>(1);
    std::weak_ptr<int> watched = held;
    std::function<bool()> work = [held = std::move(held)] { return *held == 1; };
    EXPECT_TRUE(logic.run(pool.run(std::move(work))));
    EXPECT_TRUE(watched.expired());
}

TEST(BlockingPools, RunNoMoreAtOnceThanTheyHaveThreads) {
    constexpr int kThreads = 3, kJobs = 40;
    std::atomic<int> now{0}, most{0}, finished{0};
    {
        BlockingPool pool(kThreads);
        for (int i = 0; i < kJobs; ++i)
            pool.start([&] {
                const int running = ++now;
                for (int seen = most; running > seen && !most.compare_exchange_weak(seen, running);) {
                }
                test::pauseBetweenLooks();
                --now;
                ++finished;
            });
        EXPECT_TRUE(test::eventually([&] { return finished == kJobs; }));
    }
    EXPECT_LE(most, kThreads);
}

TEST(BlockingPools, WaitForWhatHasBegunWhenTheyEnd) {
    std::atomic<bool> begun{false}, finished{false}, go{false};
    std::thread releaser;
    {
        BlockingPool pool(1);
        pool.start([&] {
            begun = true;
            while (!go) test::pauseBetweenLooks();
            finished = true;
        });
        ASSERT_TRUE(test::eventually([&] { return begun.load(); }));
        releaser = std::thread([&] {
            test::pauseBetweenLooks();
            go = true;
        });
    }
    EXPECT_TRUE(finished);
    releaser.join();
}

}  // namespace ph::engine
