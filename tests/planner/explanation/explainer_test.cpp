#include "planner/explanation/explainer.h"

#include "planner/planning/planning_site.h"

#include <gmock/gmock.h>

namespace ph::explanation::test {

using namespace planning::test;
using planning::Policy;
using planning::Request;
using planning::Running;

namespace {

/// A site with words for what is told about its jobs.
struct Told : PlanningSite {
    using PlanningSite::PlanningSite;

    const Explanation& verdict(RequestId id) {
        kept = explainer.explain(id, now).value().verdict;
        return *kept;
    }
    Wanted want(int tasks, int cardsEach, Micros limit) { return explainer.wantedOf(ask(tasks, cardsEach, limit)); }
    placement::NodeIndex addNode(placement::NodeClass kind) {
        const auto node = planner.placer().cluster().add(kind);
        planner.nodeChanged(node);
        return node;
    }

    Explainer explainer{planner};
    std::shared_ptr<const Explanation> kept;
};

std::vector<RequestId> idsOf(const std::vector<Blocker>& blockers) {
    std::vector<RequestId> ids;
    for (const auto& one : blockers) ids.push_back(one.id);
    return ids;
}

const Relaxation* find(const Explanation& verdict, Softer what) {
    for (const auto& one : verdict.relaxations)
        if (one.changes.size() == 1 && one.changes.front().what == what) return &one;
    return nullptr;
}

using testing::ElementsAre;

}  // namespace

TEST(Explainer, KnowsNothingOfWhoDoesNotWait) {
    Told site(1);
    const auto runs = site.submit(1, 8, 1h);
    site.cycle();
    EXPECT_FALSE(site.explainer.explain(runs, site.now));
    EXPECT_FALSE(site.explainer.explain(99, site.now));
}

TEST(Explainer, NamesTheClassThatComesNearestToWhatNoNodeCouldRun) {
    Told site(2);
    placement::NodeClass large;
    large.cpu = 16'000;
    large.memory = 1000;
    large.cards.assign(16, {"A100", 0});
    site.addNode(large);
    placement::JobShape shape;
    shape.cards.count = 12;
    shape.cpu = 32'000;
    Request request = site.ask(1, 0, 1h);
    request.shape = site.planner.placer().cluster().intern(shape);
    site.planner.submit(request);
    site.cycle();
    const auto& verdict = site.verdict(request.id);
    EXPECT_EQ(verdict.cause, Cause::NeverFits);
    EXPECT_EQ(verdict.placesEver, 0);
    ASSERT_TRUE(verdict.nearest);
    EXPECT_EQ(verdict.nearest->nodes, 1);
    ASSERT_EQ(verdict.nearest->lacks.size(), 1u) << "the others lack cards as well";
    EXPECT_EQ(verdict.nearest->lacks[0].what, placement::Misfit::Cpu);
    EXPECT_EQ(verdict.nearest->lacks[0].asked, 32'000);
    EXPECT_EQ(verdict.nearest->lacks[0].has, 16'000);
    ASSERT_NE(find(verdict, Softer::Cpu), nullptr);
    EXPECT_EQ(find(verdict, Softer::Cpu)->changes[0].to, 16'000);
    EXPECT_EQ(verdict.estimate.basis, Basis::Unknown);
}

TEST(Explainer, AGangOfMoreNodesThanThereAreNeverFits) {
    Told site(3);
    const auto gang = site.submit(4, 8, 1h);
    site.cycle();
    const auto& verdict = site.verdict(gang);
    EXPECT_EQ(verdict.cause, Cause::NeverFits);
    EXPECT_EQ(verdict.placesEver, 3);
    EXPECT_FALSE(verdict.nearest) << "each task alone has a class";
    ASSERT_NE(find(verdict, Softer::Tasks), nullptr);
    EXPECT_EQ(find(verdict, Softer::Tasks)->changes[0].to, 3);
}

TEST(Explainer, TellsALimitThatIsTooSmallFromOneThatIsReached) {
    Told site(2, Policy::pilothouse(), {queue({}, {-1, -1, -1, 10'000}), queue({}, {-1, -1, -1, 8000}, 0)});
    const auto tooMuch = site.submit(1, 8, 1h, 1);
    const auto whole = site.submit(2, 5, 1h, 1);
    site.cycle();
    ASSERT_TRUE(site.runs(tooMuch));
    EXPECT_EQ(site.verdict(whole).cause, Cause::QuotaCap);
    EXPECT_EQ(site.verdict(whole).obstacle->queue, 1u);
    EXPECT_EQ(site.verdict(whole).obstacle->dimension, queues::kCards);
    const auto more = site.submit(1, 4, 1h, 1);
    site.cycle();
    const auto& verdict = site.verdict(more);
    EXPECT_EQ(verdict.cause, Cause::QuotaBusy);
    EXPECT_EQ(verdict.obstacle->used, 8000);
    EXPECT_EQ(verdict.obstacle->limit, 8000);
    EXPECT_THAT(idsOf(verdict.blockers), ElementsAre(tooMuch));
    EXPECT_EQ(verdict.estimate.basis, Basis::Ends);
    EXPECT_EQ(verdict.estimate.at, site.now + 1h);
}

TEST(Explainer, CountsNodesByWhatTheyLack) {
    Told site(4);
    placement::NodeClass other;
    other.cards.assign(2, {"T4", 0});
    site.addNode(other);
    site.planner.placer().cluster().setReady(3, false);
    site.planner.nodeChanged(3);
    site.submit(1, 8, 2h);
    site.submit(1, 5, 2h);
    site.submit(1, 8, 2h);
    site.cycle();
    placement::JobShape shape;
    shape.cards = {8, placement::kWholeCard, 0, {"H200"}};
    Request request = site.ask(1, 0, 1h);
    request.shape = site.planner.placer().cluster().intern(shape);
    site.planner.submit(request);
    site.cycle();
    const auto& verdict = site.verdict(request.id);
    EXPECT_EQ(verdict.cause, Cause::NoRoom);
    EXPECT_EQ(verdict.census.nodes, 5);
    ASSERT_EQ(verdict.census.classes.size(), 2u);
    EXPECT_EQ(verdict.census.classes[0].lackCards, 3);
    EXPECT_EQ(verdict.census.classes[0].notReady, 1);
    EXPECT_EQ(verdict.census.classes[1].misfit, placement::Misfit::Model);
    ASSERT_NE(find(verdict, Softer::Cards), nullptr);
    EXPECT_EQ(find(verdict, Softer::Cards)->changes[0].to, 3);
}

TEST(Explainer, TellsFragmentedCardsFromMissingOnes) {
    Told site(2);
    site.submit(1, 5, 2h);
    site.submit(1, 5, 2h);
    site.cycle();
    const auto six = site.submit(1, 6, 1h);
    const auto seven = site.submit(1, 7, 1h);
    site.cycle();
    EXPECT_EQ(site.verdict(six).cause, Cause::Fragmented) << "three and three are free";
    EXPECT_EQ(site.verdict(seven).cause, Cause::NoRoom);
}

TEST(Explainer, KnowsHowMuchOfAGangHasRoom) {
    Told site(3);
    const auto busy = site.submit(1, 8, 5h);
    site.cycle();
    const auto gang = site.submit(3, 8, 1h);
    site.cycle();
    const auto& verdict = site.verdict(gang);
    EXPECT_EQ(verdict.cause, Cause::GangPartial);
    EXPECT_EQ(verdict.placesNow, 2);
    EXPECT_THAT(idsOf(verdict.blockers), ElementsAre(busy));
    EXPECT_EQ(verdict.blockers[0].endsBy, site.now + 5h);
    EXPECT_EQ(verdict.blockers[0].amounts[queues::kCards], 8000);
    EXPECT_EQ(verdict.estimate.basis, Basis::Promised);
    EXPECT_EQ(verdict.estimate.at, site.now + 5h);
    EXPECT_EQ(verdict.estimate.ends, 1);
}

TEST(Explainer, NamesThePromiseThatKeepsTheRoomAndTheLimitThatWouldPass) {
    Told site(2);
    site.submit(1, 8, 4h);
    site.cycle();
    const auto gang = site.submit(2, 8, 1h);
    site.cycle();
    const auto late = site.submit(1, 8, 9h);
    site.cycle();
    ASSERT_FALSE(site.runs(late));
    const auto& verdict = site.verdict(late);
    EXPECT_EQ(verdict.cause, Cause::ReservedFor);
    ASSERT_EQ(verdict.keepers.size(), 1u);
    EXPECT_EQ(verdict.keepers[0].id, gang);
    EXPECT_EQ(verdict.keepers[0].until, site.now + 4h);
    EXPECT_EQ(verdict.keepers[0].nodes, 1);
    EXPECT_EQ(verdict.census.classes[0].kept, 1);
    ASSERT_NE(find(verdict, Softer::Limit), nullptr);
    EXPECT_EQ(find(verdict, Softer::Limit)->wanted.limit, 4h);
}

TEST(Explainer, EstimatesBehindPromises) {
    Policy one = Policy::pilothouse();
    one.promises = 1;
    Told site(1, one);
    site.submit(1, 8, 4h);
    site.cycle();
    const auto first = site.submit(1, 8, 2h);
    site.now += 1h;
    const auto second = site.submit(1, 8, 2h);
    site.cycle();
    ASSERT_TRUE(site.promised(first));
    ASSERT_FALSE(site.promised(second));
    const auto& verdict = site.verdict(second);
    EXPECT_EQ(verdict.estimate.basis, Basis::Ends);
    EXPECT_EQ(verdict.estimate.at, site.now - 1h + 6h) << "what runs, then what is promised";
}

TEST(Explainer, KnowsNoTimeIfWhatRunsHasNoLimit) {
    Told site(1);
    const auto endless = site.submit(1, 8, planning::kNoLimit);
    site.cycle();
    ASSERT_TRUE(site.runs(endless));
    const auto waits = site.submit(1, 1, 1h);
    site.cycle();
    EXPECT_FALSE(site.promised(waits));
    EXPECT_EQ(site.verdict(waits).estimate.basis, Basis::Unknown);
    EXPECT_THAT(idsOf(site.verdict(waits).blockers), ElementsAre(endless));
}

TEST(Explainer, WhereNobodyMayPassOnlyTheFirstIsToldWhatItLacks) {
    Told site(1, Policy::fifo());
    site.submit(1, 6, 1h);
    const auto blocked = site.submit(1, 4, 1h);
    const auto behind = site.submit(1, 1, 1h);
    site.cycle();
    EXPECT_EQ(site.verdict(blocked).cause, Cause::NoRoom);
    EXPECT_EQ(site.verdict(behind).cause, Cause::BehindInQueue);
    EXPECT_EQ(site.explainer.explain(behind, site.now)->ahead, 1u);
    EXPECT_THAT(site.verdict(behind).relaxations, testing::IsEmpty());
}

TEST(Explainer, WhoeverWasNotTriedYetIsBindingOrBehind) {
    Told site(1);
    const auto first = site.submit(1, 4, 1h);
    const auto second = site.submit(1, 4, 2h);
    EXPECT_EQ(site.verdict(first).cause, Cause::Binding);
    EXPECT_EQ(site.verdict(first).estimate.basis, Basis::Now);
    EXPECT_EQ(site.verdict(second).cause, Cause::BehindInQueue);
}

TEST(Explainer, SharesAVerdictUntilSomethingChanges) {
    Told site(1);
    site.submit(1, 8, 5h);
    site.cycle();
    for (int i = 0; i < 10; ++i) site.submit(1, 8, 1h);
    const auto a = site.submit(1, 2, 1h);
    const auto b = site.submit(1, 2, 1h);
    site.cycle();
    site.now += 1min;
    const auto one = site.explainer.explain(a, site.now);
    const auto other = site.explainer.explain(b, site.now);
    ASSERT_TRUE(one && other);
    EXPECT_EQ(one->verdict, other->verdict);
    EXPECT_EQ(one->ahead + 1, other->ahead);
    site.cycle();
    EXPECT_EQ(site.explainer.explain(a, site.now)->verdict, one->verdict) << "a cycle that changed nothing";
    site.submit(1, 1, 1h);
    EXPECT_NE(site.explainer.explain(a, site.now)->verdict, one->verdict);
}

TEST(Explainer, AnswersWhatIfWithoutLeavingATrace) {
    Told site(1);
    site.submit(1, 6, 1h);
    site.cycle();
    const std::size_t shapes = site.planner.placer().cluster().catalogue().shapes();
    Wanted wanted = site.want(1, 6, 1h);
    wanted.shape.cards.count = 2;
    EXPECT_EQ(site.explainer.whatIf(wanted, site.now).cause, Cause::Binding);
    wanted.shape.cards.count = 3;
    const auto refused = site.explainer.whatIf(wanted, site.now);
    EXPECT_EQ(refused.cause, Cause::NoRoom);
    EXPECT_EQ(refused.estimate.at, site.now + 1h);
    EXPECT_EQ(site.planner.placer().cluster().catalogue().shapes(), shapes);
    EXPECT_EQ(site.planner.waiting().size(), 0u);
}

TEST(Explainer, SuggestsAnyModelAndTheWholeGangElsewhere) {
    Told site(1);
    placement::NodeClass other;
    other.cards.assign(8, {"A100", 0});
    site.addNode(other);
    placement::JobShape shape;
    shape.cards = {8, placement::kWholeCard, 0, {"H200"}};
    Request request = site.ask(1, 0, 1h);
    request.shape = site.planner.placer().cluster().intern(shape);
    site.planner.submit(request);
    site.cycle();
    ASSERT_TRUE(site.runs(request.id));
    Request again = site.ask(1, 0, 1h);
    again.shape = request.shape;
    site.planner.submit(again);
    site.cycle();
    const auto* any = find(site.verdict(again.id), Softer::Model);
    ASSERT_NE(any, nullptr);
    EXPECT_TRUE(any->wanted.shape.cards.models.empty());
}

TEST(Explainer, TriesTwoThingsTogetherWhereOneIsNotEnough) {
    Told site(0);
    placement::NodeClass host;
    host.cpu = 8000;
    host.memory = 16'000;
    site.addNode(host);
    placement::JobShape shape;
    shape.cpu = 16'000;
    shape.memory = 32'000;
    Wanted wanted;
    wanted.shape = shape;
    wanted.limit = 1h;
    const auto verdict = site.explainer.whatIf(wanted, site.now);
    ASSERT_EQ(verdict.relaxations.size(), 1u);
    EXPECT_EQ(verdict.relaxations[0].wanted.shape.cpu, 8000);
    EXPECT_EQ(verdict.relaxations[0].wanted.shape.memory, 16'000);
    EXPECT_EQ(verdict.relaxations[0].changes.size(), 2u);
}

TEST(Explainer, KnowsThatNoSingleRackHasRoom) {
    Told site(4);
    auto& topology = site.planner.placer().cluster().topology();
    topology.setLevels({"rack"});
    for (placement::NodeIndex node = 0; node < 4; ++node) topology.place(node, {{"rack", node < 2 ? "a" : "b"}});
    const auto busy = site.submit(1, 8, 3h);
    site.cycle();
    const auto on = site.starts[busy].grants[0].node;
    Request other = site.ask(1, 8, 5h);
    const placement::Grant across{other.shape, on < 2 ? 2u : 0u, 0xff};
    site.planner.adopt({other, site.now + 5h, {across}});
    Request gang = site.ask(2, 8, 1h);
    gang.together = planning::Together::Required;
    site.planner.submit(gang);
    site.cycle();
    const auto& verdict = site.verdict(gang.id);
    EXPECT_EQ(verdict.cause, Cause::DomainsFull);
    EXPECT_EQ(verdict.placesNow, 1);
    ASSERT_NE(find(verdict, Softer::Domain), nullptr);
    EXPECT_THAT(idsOf(verdict.blockers), ElementsAre(busy));
    EXPECT_EQ(site.promised(gang.id), site.now + 3h);
}

}  // namespace ph::explanation::test
