#include "engine/change_signal.h"

#include "support/begin.h"
#include "support/program.h"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <future>

namespace ph::engine {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// Nothing runs but in step(), so a waiter is exactly where the test left it.
class Steps {
public:
    std::future<void> wait(ChangeSignal& signal, std::uint64_t seen, std::chrono::milliseconds most = 1h) {
        auto future = begin(io, signal.wait(seen, most));
        step();
        return future;
    }
    void step() {
        io.restart();
        io.poll();
    }
    bool ready(const std::future<void>& future) {
        step();
        return future.wait_for(0s) == std::future_status::ready;
    }

    asio::io_context io;
};

}  // namespace

TEST(ChangeSignals, WakeEverybodyWhoWaits) {
    Steps steps;
    ChangeSignal signal(steps.io.get_executor());
    auto one = steps.wait(signal, 0), two = steps.wait(signal, 0);
    EXPECT_FALSE(steps.ready(one) || steps.ready(two));
    signal.notify();
    EXPECT_TRUE(steps.ready(one) && steps.ready(two));
    auto next = steps.wait(signal, signal.count());
    EXPECT_FALSE(steps.ready(next)) << "an old change wakes nobody";
    signal.notify();
    EXPECT_TRUE(steps.ready(next));
}

TEST(ChangeSignals, MissNoChangeBetweenLookingAndWaiting) {
    Steps steps;
    ChangeSignal signal(steps.io.get_executor());
    const auto seen = signal.count();
    signal.notify();
    auto late = steps.wait(signal, seen);
    EXPECT_TRUE(steps.ready(late));
}

TEST(ChangeSignals, LetGoAfterTheTimeThatWasGiven) {
    Steps steps;
    ChangeSignal signal(steps.io.get_executor());
    auto patient = steps.wait(signal, 0), brief = steps.wait(signal, 0, 1ms), none = steps.wait(signal, 0, 0ms),
         negative = steps.wait(signal, 0, -5ms);
    EXPECT_TRUE(steps.ready(none) && steps.ready(negative));
    EXPECT_TRUE(test::eventually([&] { return steps.ready(brief); }));
    EXPECT_FALSE(steps.ready(patient));
    signal.notify();
    EXPECT_TRUE(steps.ready(patient));
}

}  // namespace ph::engine
