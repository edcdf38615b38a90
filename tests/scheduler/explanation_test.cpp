#include "scheduler/builders.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace ph::test {

namespace {

struct ExplanationCase {
    const char* name;
    Resources asked;
    std::vector<PlannerNode> nodes;
    ReasonCode code;
    const char* resource;
    std::vector<std::pair<std::string, int>> funnel;
};

PlannerNode busy(PlannerNode of, std::int64_t freeCores, std::int64_t freeGib) {
    of.free.cpu = cores(freeCores);
    of.free.memory = gibibytes(freeGib);
    return of;
}

PlannerNode notReady(PlannerNode of) {
    of.ready = false;
    return of;
}

PlannerNode withoutFreeCards(PlannerNode of) {
    of.free.accelerators.clear();
    return of;
}

std::vector<ExplanationCase> cases() {
    Resources muchScratch = resources(1, 1);
    muchScratch.scratch = gibibytes(5000);
    return {
        {"NoNodes", resources(1, 1), {}, ReasonCode::NoNodeReady, nullptr, {}},
        {"AllDown",
         resources(1, 1),
         {notReady(node(1, 8, 8)), notReady(node(2, 8, 8))},
         ReasonCode::NoNodeReady,
         nullptr,
         {{"not-ready", 2}}},
        {"CpuTooLarge", resources(16, 1), {node(1, 8, 8), node(2, 4, 64)}, ReasonCode::NeverFits, "cpu", {{"cpu", 2}}},
        {"MemoryTooLarge", resources(1, 100), {node(1, 8, 8)}, ReasonCode::NeverFits, "memory", {{"memory", 1}}},
        {"ScratchTooLarge", muchScratch, {node(1, 8, 8)}, ReasonCode::NeverFits, "scratch", {{"scratch", 1}}},
        {"NoSuchCard",
         resources(1, 1, {{"H100", 1}}),
         {node(1, 8, 8, cards("T4", 4))},
         ReasonCode::NeverFits,
         "accelerators",
         {{"accelerators", 1}}},
        {"TooManyCards",
         resources(1, 1, {{"any", 9}}),
         {node(1, 8, 8, cards("T4", 8))},
         ReasonCode::NeverFits,
         "accelerators",
         {{"accelerators", 1}}},
        {"CpuTaken", resources(4, 1), {busy(node(1, 8, 8), 2, 8)}, ReasonCode::NotEnoughFree, "cpu", {{"cpu", 1}}},
        {"MemoryTaken",
         resources(1, 4),
         {busy(node(1, 8, 8), 8, 2)},
         ReasonCode::NotEnoughFree,
         "memory",
         {{"memory", 1}}},
        {"CardsTaken",
         resources(1, 1, {{"T4", 1}}),
         {withoutFreeCards(node(1, 8, 8, cards("T4", 2)))},
         ReasonCode::NotEnoughFree,
         "accelerators",
         {{"accelerators", 1}}},
        {"ExactModelsAndAnyCompete",
         resources(1, 1, {{"T4", 1}, {"any", 1}}),
         {node(1, 8, 8, cards("T4", 1))},
         ReasonCode::NeverFits,
         "accelerators",
         {{"accelerators", 1}}},
        {"OneDownOneBusy",
         resources(4, 1),
         {notReady(node(1, 8, 8)), busy(node(2, 8, 8), 1, 8)},
         ReasonCode::NotEnoughFree,
         "cpu",
         {{"not-ready", 1}, {"cpu", 1}}},
        {"NearestNodeLacksLeast",
         resources(4, 4),
         {busy(node(1, 8, 8), 1, 1), busy(node(2, 8, 8), 4, 2)},
         ReasonCode::NotEnoughFree,
         "memory",
         {{"cpu", 1}, {"memory", 1}}},
    };
}

class Explanation : public testing::TestWithParam<ExplanationCase> {};

}  // namespace

TEST_P(Explanation, NamesTheResourceThatHoldsUpAndCountsNodes) {
    const auto& row = GetParam();
    const auto verdict = explainNoRoom(row.asked, row.nodes);
    EXPECT_EQ(verdict.reason.code, row.code);
    if (row.resource) {
        EXPECT_EQ(verdict.reason.arguments.at("resource"), row.resource);
    }
    EXPECT_EQ(verdict.nodes, static_cast<int>(row.nodes.size()));
    std::vector<std::pair<std::string, int>> funnel;
    for (const auto& step : verdict.funnel) funnel.emplace_back(step.cause, step.nodes);
    EXPECT_EQ(funnel, row.funnel);
}

TEST_P(Explanation, IsTrueInThatGivingWhatIsMissingMakesItStart) {
    const auto& row = GetParam();
    if (row.code != ReasonCode::NotEnoughFree) return;
    const auto verdict = explainNoRoom(row.asked, row.nodes);
    auto nodes = row.nodes;
    for (auto& one : nodes) one.free = one.total;
    EXPECT_EQ(plan({nodes, {waiting(1, row.asked)}}).starts.size(), 1u);
    for (const auto& gap : verdict.nearest) {
        EXPECT_GT(gap.asked, gap.free);
        EXPECT_LE(gap.asked, gap.total);
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, Explanation, testing::ValuesIn(cases()),
                         [](const auto& row) { return std::string(row.param.name); });

/// Random histories of starts and ends over a few nodes: the invariants that hold whatever happens.
TEST(PlannerHistory, NeverOversubscribesAndNeverIdlesBesideAFittingHead) {
    std::uint64_t state = 42;
    const auto next = [&](std::uint64_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (state >> 33) % below;
    };
    PlannerSnapshot snapshot{{node(1, 8, 32, cards("T4", 2)), node(2, 16, 64), node(3, 4, 8, cards("A100", 4))}, {}};
    struct Running {
        Placement placement;
        Resources resources;
    };
    std::vector<Running> running;
    int number = 0;
    for (int step = 0; step < 3000; ++step) {
        if (next(2) == 0) {
            auto wanted = resources(1 + static_cast<std::int64_t>(next(6)), 1 + static_cast<std::int64_t>(next(8)));
            if (next(3) == 0) wanted.accelerators = {{next(2) == 0 ? "any" : "T4", 1 + static_cast<int>(next(2))}};
            snapshot.jobs.push_back(waiting(++number, wanted));
        } else if (!running.empty()) {
            const std::size_t ended = next(running.size());
            for (auto& one : snapshot.nodes) {
                if (one.id != running[ended].placement.node) continue;
                one.free.cpu += running[ended].resources.cpu;
                one.free.memory += running[ended].resources.memory;
                one.free.scratch += running[ended].resources.scratch;
                for (const auto& card : one.total.accelerators)
                    for (const auto& given : running[ended].placement.accelerators)
                        if (card.id == given) one.free.accelerators.push_back(card);
            }
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(ended));
        }
        const Plan decided = plan(snapshot);
        for (const auto& start : decided.starts) {
            const auto job = std::find_if(snapshot.jobs.begin(), snapshot.jobs.end(),
                                          [&](const auto& j) { return j.id == start.job; });
            ASSERT_NE(job, snapshot.jobs.end());
            for (auto& one : snapshot.nodes) {
                if (one.id != start.node) continue;
                one.free.cpu -= job->resources.cpu;
                one.free.memory -= job->resources.memory;
                one.free.scratch -= job->resources.scratch;
                for (const auto& given : start.accelerators)
                    ASSERT_EQ(std::erase_if(one.free.accelerators, [&](const auto& card) { return card.id == given; }),
                              1u);
                ASSERT_GE(one.free.cpu.value, 0);
                ASSERT_GE(one.free.memory.value, 0);
                ASSERT_GE(one.free.scratch.value, 0);
            }
            running.push_back({start, job->resources});
            snapshot.jobs.erase(job);
        }
        if (decided.head) {
            const auto head = std::find_if(snapshot.jobs.begin(), snapshot.jobs.end(),
                                           [&](const auto& j) { return j.id == *decided.head; });
            ASSERT_NE(head, snapshot.jobs.end());
            ASSERT_TRUE(plan({snapshot.nodes, {*head}}).starts.empty()) << "the head has room, yet waits";
        }
    }
    EXPECT_GT(number, 1000);
}

}  // namespace ph::test
