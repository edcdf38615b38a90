#include "scheduler/node_board.h"

#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

BoardNode boardNode(int number, std::vector<Accelerator> accelerators = {}) {
    BoardNode made;
    made.id = idOf<NodeId>(number);
    made.inventory.name = "node" + std::to_string(number);
    made.inventory.capacity = {cores(8), gibibytes(32), gibibytes(100), std::move(accelerators)};
    return made;
}

Allocation held(int run, int onNode, std::int64_t cpuCores, std::vector<std::string> given = {}) {
    Allocation allocation;
    allocation.taskRun = idOf<TaskRunId>(run);
    allocation.node = idOf<NodeId>(onNode);
    allocation.cpu = cores(cpuCores);
    allocation.memory = gibibytes(1);
    allocation.scratch = gibibytes(2);
    allocation.accelerators = std::move(given);
    return allocation;
}

}  // namespace

TEST(NodeBoard, ComputesWhatIsFreeFromTheLiveAllocations) {
    NodeBoard board;
    board.put(boardNode(1, cards("A100", 2)));
    board.allocate(held(1, 1, 3, {"A1001"}));
    board.allocate(held(2, 1, 1));
    const auto nodes = board.nodesFree();
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_EQ(nodes[0].free.cpu, cores(4));
    EXPECT_EQ(nodes[0].free.memory, gibibytes(30));
    EXPECT_EQ(nodes[0].free.scratch, gibibytes(96));
    ASSERT_EQ(nodes[0].free.accelerators.size(), 1u);
    EXPECT_EQ(nodes[0].free.accelerators[0].id, "A1000");
    EXPECT_EQ(nodes[0].total.cpu, cores(8));
}

TEST(NodeBoard, GivesBackEverythingOfAReleasedRunAndNothingTwice) {
    NodeBoard board;
    board.put(boardNode(1));
    board.allocate(held(1, 1, 3));
    board.release(idOf<TaskRunId>(1));
    board.release(idOf<TaskRunId>(1));
    EXPECT_EQ(board.nodesFree()[0].free.cpu, cores(8));
    EXPECT_EQ(board.allocationOf(idOf<TaskRunId>(1)), nullptr);
}

TEST(NodeBoard, CountsARunOnceHoweverOftenItIsAllocated) {
    NodeBoard board;
    board.put(boardNode(1));
    board.allocate(held(1, 1, 3));
    board.allocate(held(1, 1, 3));
    EXPECT_EQ(board.nodesFree()[0].free.cpu, cores(5));
    EXPECT_EQ(board.summaries()[0].running, 1);
}

TEST(NodeBoard, OffersNeitherCordonedNorDownNodes) {
    NodeBoard board;
    auto cordoned = boardNode(1);
    cordoned.cordoned = true;
    auto down = boardNode(2);
    down.down = "namespaces-forbidden";
    board.put(cordoned);
    board.put(down);
    board.put(boardNode(3));
    std::map<NodeId, bool> ready;
    for (const auto& one : board.nodesFree()) ready[one.id] = one.ready;
    EXPECT_FALSE(ready[idOf<NodeId>(1)]);
    EXPECT_FALSE(ready[idOf<NodeId>(2)]);
    EXPECT_TRUE(ready[idOf<NodeId>(3)]);
    std::map<NodeId, NodeSummary> rows;
    for (auto& row : board.summaries()) rows[row.id] = row;
    EXPECT_EQ(rows[idOf<NodeId>(1)].state, NodeState::Cordoned);
    EXPECT_EQ(rows[idOf<NodeId>(2)].state, NodeState::Down);
    EXPECT_EQ(rows[idOf<NodeId>(2)].stateDetail, "namespaces-forbidden");
}

TEST(NodeBoard, ShowsWhatIsHeldInItsRows) {
    NodeBoard board;
    board.put(boardNode(1, cards("T4", 3)));
    board.allocate(held(1, 1, 2, {"T42"}));
    board.allocate(held(2, 1, 1, {"T40"}));
    const auto row = board.summaries().at(0);
    EXPECT_EQ(row.cpuAllocated, cores(3));
    EXPECT_EQ(row.running, 2);
    EXPECT_THAT(row.acceleratorsAllocated, testing::ElementsAre("T40", "T42"));
}

TEST(NodeBoard, LeavesOutAllocationsOfNodesThatAreGone) {
    NodeBoard board;
    board.put(boardNode(1));
    board.allocate(held(1, 9, 2));
    EXPECT_EQ(board.nodesFree()[0].free.cpu, cores(8));
    EXPECT_EQ(board.summaries()[0].running, 0);
}

TEST(NodeBoard, TellsOnceWhatBeganAndEnded) {
    NodeBoard board;
    EXPECT_FALSE(board.takeNodesChanged());
    board.put(boardNode(1));
    EXPECT_TRUE(board.takeNodesChanged());
    EXPECT_FALSE(board.takeNodesChanged());
    board.allocate(held(1, 1, 3));
    board.allocate(held(1, 1, 3));
    board.release(idOf<TaskRunId>(2));
    board.release(idOf<TaskRunId>(1));
    const auto changes = board.takeChanges();
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(std::get<Allocation>(changes[0]).taskRun, idOf<TaskRunId>(1));
    EXPECT_EQ(std::get<TaskRunId>(changes[1]), idOf<TaskRunId>(1));
    EXPECT_TRUE(board.takeChanges().empty());
}

TEST(NodeBoard, CountsWhatIsHeldInWholeMebibytes) {
    NodeBoard board;
    board.put(boardNode(1));
    auto odd = held(1, 1, 1);
    odd.memory = Bytes{1};
    board.allocate(odd);
    EXPECT_EQ(board.nodesFree()[0].free.memory, gibibytes(32) - mebibytes(1));
}

}  // namespace ph::test
