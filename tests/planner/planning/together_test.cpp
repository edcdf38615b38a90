#include "planner/planning/planning_site.h"
#include "planner/planning/random_site.h"

#include <gmock/gmock.h>

namespace ph::planning::test {

namespace {

/// Nodes of 8 cards in racks of two.
struct Racks : PlanningSite {
    explicit Racks(int nodes) : PlanningSite(nodes) {
        auto& topology = planner.placer().cluster().topology();
        topology.setLevels({"rack"});
        for (placement::NodeIndex node = 0; node < static_cast<placement::NodeIndex>(nodes); ++node)
            topology.place(node, {{"rack", "r" + std::to_string(node / 2)}});
    }
    RequestId submitGang(int tasks, int cardsEach, Together together) {
        Request request = ask(tasks, cardsEach, 1h);
        request.together = together;
        planner.submit(request);
        return request.id;
    }
    std::set<placement::DomainId> racksOf(RequestId id) {
        std::set<placement::DomainId> racks;
        for (const auto& grant : starts[id].grants)
            racks.insert(planner.placer().cluster().topology().domain(grant.node, 0));
        return racks;
    }
    void occupy(placement::NodeIndex node, Micros limit) {
        const Request request = ask(1, 8, limit);
        planner.adopt({request, now + limit, {{request.shape, node, 0xff}}});
    }
};

}  // namespace

TEST(GangInDomains, WaitsForTheRackThatItRequires) {
    Racks site(4);
    site.occupy(0, 2h);
    site.occupy(2, 3h);
    const auto gang = site.submitGang(2, 8, Together::Required);
    site.cycle();
    EXPECT_FALSE(site.runs(gang));
    EXPECT_EQ(site.promised(gang), site.now + 2h);
    site.now += 2h;
    site.planner.ended(1, site.now);
    site.cycle();
    ASSERT_TRUE(site.runs(gang));
    EXPECT_EQ(site.racksOf(gang).size(), 1u);
}

TEST(GangInDomains, LeavesTheRackThatItOnlyPrefersIfNoneHasRoom) {
    Racks site(4);
    site.occupy(0, 2h);
    site.occupy(2, 3h);
    const auto gang = site.submitGang(2, 8, Together::Preferred);
    site.cycle();
    ASSERT_TRUE(site.runs(gang));
    EXPECT_EQ(site.racksOf(gang).size(), 2u);
}

TEST(GangInDomains, AFailureInRacksHoldsUpNobodyElseOfThatShape) {
    Racks site(4);
    site.occupy(0, 2h);
    site.occupy(2, 2h);
    const auto gang = site.submitGang(2, 8, Together::Required);
    const auto anywhere = site.submit(2, 8, 5h);
    site.cycle();
    EXPECT_FALSE(site.runs(gang));
    EXPECT_FALSE(site.runs(anywhere)) << "a node of the rack that comes first is promised";
    site.planner.withdraw(gang);
    site.cycle();
    EXPECT_TRUE(site.runs(anywhere));
}

TEST(GangInDomains, NumbersRanksAlongTheTree) {
    PlanningSite site(4);
    auto& topology = site.planner.placer().cluster().topology();
    topology.setLevels({"rack"});
    for (const placement::NodeIndex node : {0u, 1u, 2u, 3u})
        topology.place(node, {{"rack", node % 2 == 0 ? "even" : "odd"}});
    const auto gang = site.submit(4, 8, 1h);
    site.cycle();
    std::vector<placement::NodeIndex> nodes;
    for (const auto& grant : site.starts[gang].grants) nodes.push_back(grant.node);
    EXPECT_THAT(nodes, testing::ElementsAre(0u, 2u, 1u, 3u));
}

TEST(GangInDomains, APreferenceIsKeptWheneverThereIsADomainForIt) {
    int kept = 0;
    int given = 0;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        RandomSite site(seed, {40, 5}, Policy::bestEffort());
        for (int round = 0; round < 150; ++round) {
            site.step();
            site.settle();
            Request request = site.ask();
            request.tasks = 2;
            request.together = Together::Preferred;
            bool possible = false;
            {
                auto& placer = site.planner().placer();
                const placement::Trial trial(placer.cluster());
                possible = placer.placeGangIn(request.level, request.shape, request.tasks).has_value();
            }
            site.submit(request);
            site.cycle();
            if (!site.runs(request.id)) continue;
            std::set<placement::DomainId> domains;
            for (const auto& grant : site.planner().running().find(request.id)->grants)
                domains.insert(site.planner().placer().cluster().topology().domain(grant.node, request.level));
            const bool together = domains.size() == 1 && !domains.contains(placement::kNoDomain);
            EXPECT_TRUE(together || !possible) << "seed " << seed << ", round " << round;
            ++(possible ? kept : given);
        }
    }
    EXPECT_GT(kept, 20);
    EXPECT_GT(given, 0);
}

}  // namespace ph::planning::test
