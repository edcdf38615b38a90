#include "base/task_scope.h"

#include "support/logic_thread.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <gmock/gmock.h>

#include <stdexcept>

namespace ph::test {

namespace {

namespace asio = boost::asio;

asio::awaitable<void> waitForever() {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    timer.expires_at(asio::steady_timer::time_point::max());
    co_await timer.async_wait(asio::use_awaitable);
}

class TaskScopeTest : public testing::Test {
protected:
    LogicThread logic;
    std::unique_ptr<TaskScope> scope = logic.call([this] { return std::make_unique<TaskScope>(logic.executor()); });

    void TearDown() override {
        logic.call([this] { scope.reset(); });
    }
    void start(std::function<asio::awaitable<void>()> task) {
        logic.call([&] { scope->start("test", std::move(task)); });
    }
    std::size_t running() {
        return logic.call([this] { return scope->running(); });
    }
};

TEST_F(TaskScopeTest, StoppingCancelsEveryTaskAndWaitsForIt) {
    int ended = 0;
    auto task = [&ended]() -> asio::awaitable<void> {
        struct Guard {
            int& count;
            ~Guard() { ++count; }
        } guard{ended};
        co_await waitForever();
    };
    for (int i = 0; i < 5; ++i) start(task);
    EXPECT_EQ(running(), 5u);
    logic.run(scope->stop());
    EXPECT_EQ(ended, 5);
    EXPECT_EQ(running(), 0u);
}

TEST_F(TaskScopeTest, ATaskThatEndsIsForgotten) {
    auto task = []() -> asio::awaitable<void> { co_return; };
    start(task);
    logic.run(scope->stop());
    EXPECT_EQ(running(), 0u);
}

TEST_F(TaskScopeTest, AnExceptionEndsOnlyItsOwnTask) {
    auto bad = []() -> asio::awaitable<void> {
        throw std::runtime_error("a bug");
        co_return;
    };
    start(waitForever);
    start(bad);
    logic.call([] {});
    EXPECT_EQ(running(), 1u);
    logic.run(scope->stop());
}

TEST_F(TaskScopeTest, StoppingTwiceAndWithoutTasksIsNothing) {
    logic.run(scope->stop());
    logic.run(scope->stop());
    EXPECT_EQ(running(), 0u);
}

TEST_F(TaskScopeTest, WhatATaskCapturedLivesAsLongAsItRuns) {
    auto shared = std::make_shared<int>(7);
    std::weak_ptr<int> watched = shared;
    std::function<asio::awaitable<void>()> task = [shared]() -> asio::awaitable<void> {
        co_await waitForever();
        ++*shared;
    };
    start(task);
    task = nullptr;
    shared.reset();
    EXPECT_FALSE(watched.expired());
    logic.run(scope->stop());
    logic.call([] {});
    EXPECT_TRUE(watched.expired());
}

}  // namespace

}  // namespace ph::test
