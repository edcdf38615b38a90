#include "engine/contract_fixture.h"

namespace ph::test {

using namespace std::chrono_literals;

TEST_P(EngineContract, ACommandRunsAndItsOutputIsTheLog) {
    const auto id = launch(shell("echo hello; echo world >&2; pwd; id -u"));
    const auto end = waitForEnd(id);
    EXPECT_EQ(end.state, TaskRunState::Ended);
    EXPECT_EQ(text(end.reason), "completed");
    EXPECT_TRUE(end.startedAt);
    EXPECT_EQ(log(id).substr(0, 18), "hello\nworld\n/work\n");
}

INSTANTIATE_TEST_SUITE_P(Process, EngineContract, ::testing::Values("process"));

}  // namespace ph::test
