#include "scheduler/builders.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

struct ExplanationCase {
    const char* name;
    Resources asked;
    std::vector<NodeFree> nodes;
    ReasonCode code;
    const char* resource;
    std::vector<std::pair<std::string, int>> funnel;
};

NodeFree busy(NodeFree of, std::int64_t freeCores, std::int64_t freeGib) {
    of.free.cpu = cores(freeCores);
    of.free.memory = gibibytes(freeGib);
    return of;
}

NodeFree notReady(NodeFree of) {
    of.ready = false;
    return of;
}

NodeFree withoutFreeCards(NodeFree of) {
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
    EXPECT_EQ(explainNoRoom(row.asked, nodes).reason.code, ReasonCode::None);
    for (const auto& gap : verdict.nearest) {
        EXPECT_GT(gap.asked, gap.free);
        EXPECT_LE(gap.asked, gap.total);
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, Explanation, testing::ValuesIn(cases()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(NoRoom, IsSaidOfNothingThatFits) {
    const auto verdict = explainNoRoom(resources(1, 1, {{"T4", 1}, {"any", 1}}),
                                       {busy(node(1, 8, 8), 0, 8), node(2, 8, 8, cards("T4", 2))});
    EXPECT_EQ(verdict.reason.code, ReasonCode::None);
    EXPECT_TRUE(verdict.nearest.empty());
    EXPECT_EQ(verdict.funnel.size(), 1u);
}

TEST(NoRoom, CountsACardOnceForAnExactModelAndForAny) {
    auto mixed = cards("A100", 1);
    for (auto& card : cards("T4", 1)) mixed.push_back(card);
    const auto room = node(1, 8, 8, mixed).free;
    EXPECT_TRUE(fits(resources(1, 1, {{"any", 1}, {"A100", 1}}), room));
    EXPECT_FALSE(fits(resources(1, 1, {{"any", 2}, {"A100", 1}}), room));
    EXPECT_FALSE(fits(resources(1, 1, {{"A100", 2}}), room));
}

}  // namespace ph::test
