#include "planner/explanation/explainer.h"
#include "planner/planning/random_site.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ph::explanation::test {

using planning::Request;
using planning::test::Habits;
using planning::test::RandomSite;

namespace {

/// What is asked for, as a request of that site.
Request requestOf(RandomSite& site, Request request, const Wanted& wanted) {
    request.shape = site.intern(wanted.shape);
    request.tasks = wanted.tasks;
    request.limit = wanted.limit;
    request.together = wanted.together;
    request.level = wanted.level;
    return request;
}

void run(RandomSite& site, int steps) {
    for (int i = 0; i < steps; ++i) site.step();
    site.settle();
}

/// One of those that wait.
RequestId anyOf(RandomSite& site) {
    const auto size = static_cast<std::uint32_t>(site.waiting().size());
    return std::next(site.waiting().begin(), site.draw(size))->first;
}

int nodesOf(const placement::ClassCensus& row) {
    if (row.misfit != placement::Misfit::None) return row.nodes;
    return row.notReady + row.lackCpu + row.lackMemory + row.lackScratch + row.lackCards + row.scatteredCards +
           row.kept + row.candidates;
}

}  // namespace

TEST(ExplanationProperty, CountsOfTheFunnelAddUpToAllNodes) {
    RandomSite site(21, {50, 3, 5});
    Explainer explainer(site.planner());
    for (int round = 0; round < 40; ++round) {
        run(site, 10);
        for (const auto& [id, request] : site.waiting()) {
            const auto answer = explainer.explain(id, site.now);
            ASSERT_TRUE(answer);
            int sum = 0;
            int candidates = 0;
            for (const auto& row : answer->verdict->census.classes) {
                EXPECT_EQ(nodesOf(row), row.nodes);
                sum += row.nodes;
                candidates += row.candidates;
            }
            EXPECT_EQ(sum, answer->verdict->census.nodes);
            EXPECT_EQ(sum, static_cast<int>(site.planner().placer().cluster().size()));
            EXPECT_EQ(candidates, answer->verdict->census.candidates);
        }
    }
}

TEST(ExplanationProperty, WhoeverWaitsInASettledSiteIsToldSomethingThatIsInItsWay) {
    RandomSite site(22, {50, 3, 3, 5});
    Explainer explainer(site.planner());
    std::map<Cause, int> seen;
    for (int round = 0; round < 60; ++round) {
        run(site, 12);
        for (const auto& [id, request] : site.waiting()) {
            const auto verdict = explainer.explain(id, site.now)->verdict;
            ++seen[verdict->cause];
            EXPECT_NE(verdict->cause, Cause::Binding) << id;
            EXPECT_NE(verdict->cause, Cause::BehindInQueue) << id;
            EXPECT_LE(verdict->placesBeside, verdict->placesNow);
            EXPECT_LE(verdict->placesNow, verdict->placesEver);
        }
    }
    for (const auto cause : {Cause::NeverFits, Cause::QuotaCap, Cause::QuotaBusy, Cause::GangPartial, Cause::NoRoom,
                             Cause::Fragmented, Cause::DomainsFull, Cause::ReservedFor})
        EXPECT_GT(seen[cause], 0) << "cause " << static_cast<int>(cause) << " never came up";
}

namespace {

/// Whether it comes before somebody of its queue who holds a promise: what it may then use is put together anew in the
/// cycle, so that an explanation is near, not exact.
bool outranksAPromise(RandomSite& site, const Request& request) {
    const auto precedence = [](const Request& one) { return std::pair(one.head, one.priority); };
    return std::ranges::any_of(site.planner().promised(), [&](const planning::Promised& one) {
        return one.request.queue == request.queue && precedence(one.request) < precedence(request);
    });
}

}  // namespace

TEST(ExplanationProperty, EverySuggestedRelaxationStartsAtOnce) {
    std::map<Softer, int> tried;
    for (unsigned seed = 31; seed < 37; ++seed) {
        RandomSite site(seed, {50, 2});
        Explainer explainer(site.planner());
        for (int round = 0; round < 150; ++round) {
            run(site, 4);
            if (site.waiting().empty()) continue;
            const RequestId id = anyOf(site);
            if (outranksAPromise(site, site.waiting().at(id))) continue;
            const auto relaxations = explainer.explain(id, site.now)->verdict->relaxations;
            if (relaxations.empty()) continue;
            const auto& chosen = relaxations[site.draw(static_cast<std::uint32_t>(relaxations.size()))];
            for (const auto& change : chosen.changes) ++tried[change.what];
            ASSERT_TRUE(site.amend(requestOf(site, site.waiting().at(id), chosen.wanted)));
            site.cycle();
            EXPECT_TRUE(site.runs(id)) << "seed " << seed << ", round " << round << ", kind "
                                       << static_cast<int>(chosen.changes.front().what);
        }
    }
    for (const auto what :
         {Softer::Model, Softer::Domain, Softer::Limit, Softer::Tasks, Softer::Cards, Softer::Share, Softer::Cpu})
        EXPECT_GT(tried[what], 0) << "kind " << static_cast<int>(what) << " was never suggested";
}

TEST(ExplanationProperty, WithoutItsBlockersARequestStarts) {
    int tried = 0;
    for (unsigned seed = 41; seed < 45; ++seed) {
        RandomSite site(seed, {55, 2});
        Explainer explainer(site.planner());
        for (int round = 0; round < 60; ++round) {
            run(site, 25);
            if (site.waiting().empty()) continue;
            const RequestId id = anyOf(site);
            const auto blockers = explainer.explain(id, site.now)->verdict->blockers;
            if (blockers.empty()) continue;
            ++tried;
            // Whoever else waits would have its turn as well.
            const auto waiting = site.waiting();
            for (const auto& [other, request] : waiting)
                if (other != id) site.withdraw(other);
            for (std::size_t i = 0; i + 1 < blockers.size(); ++i) site.end(blockers[i].id);
            site.end(blockers.back().id);
            site.cycle();
            EXPECT_TRUE(site.runs(id)) << "seed " << seed << ", round " << round;
        }
    }
    EXPECT_GT(tried, 50);
}

TEST(ExplanationProperty, NoBlockerCouldBeLeftOut) {
    int tried = 0;
    for (unsigned seed = 51; seed < 54; ++seed) {
        RandomSite site(seed, {55, 2}, planning::Policy::bestEffort());
        Explainer explainer(site.planner());
        for (int round = 0; round < 60; ++round) {
            run(site, 25);
            if (site.waiting().empty()) continue;
            const RequestId id = anyOf(site);
            const auto blockers = explainer.explain(id, site.now)->verdict->blockers;
            if (blockers.size() < 2) continue;
            ++tried;
            const auto waiting = site.waiting();
            for (const auto& [other, request] : waiting)
                if (other != id) site.withdraw(other);
            const auto spared = site.draw(static_cast<std::uint32_t>(blockers.size()));
            for (std::size_t i = 0; i < blockers.size(); ++i)
                if (i != spared) site.end(blockers[i].id);
            site.cycle();
            EXPECT_FALSE(site.runs(id)) << "seed " << seed << ", round " << round;
        }
    }
    EXPECT_GT(tried, 20);
}

TEST(ExplanationProperty, WhatWouldStartIfSubmittedStartsAndNothingElseDoes) {
    int started = 0;
    int waited = 0;
    for (unsigned seed = 61; seed < 64; ++seed) {
        RandomSite site(seed, {48, 2});
        const Explainer explainer(site.planner());
        for (int round = 0; round < 150; ++round) {
            run(site, 4);
            const Request request = site.ask();
            const bool starts = explainer.whatIf(explainer.wantedOf(request), site.now).cause == Cause::Binding;
            const bool near = outranksAPromise(site, request);
            site.submit(request);
            site.cycle();
            if (near) continue;
            EXPECT_EQ(site.runs(request.id), starts) << "seed " << seed << ", round " << round;
            ++(starts ? started : waited);
        }
    }
    EXPECT_GT(started, 30);
    EXPECT_GT(waited, 30);
}

TEST(ExplanationProperty, ExplainingChangesNoDecision) {
    const Habits habits{50, 3, 4, 2};
    RandomSite quiet(71, habits);
    RandomSite asked(71, habits);
    Explainer explainer(asked.planner());
    for (int i = 0; i < 1500; ++i) {
        quiet.step();
        asked.step();
        for (const auto& [id, request] : asked.waiting()) {
            if (id % 3 != 0) continue;
            EXPECT_TRUE(explainer.explain(id, asked.now));
            Wanted more = explainer.wantedOf(request);
            ++more.shape.cpu;
            explainer.whatIf(more, asked.now);
        }
    }
    EXPECT_EQ(quiet.decisions(), asked.decisions());
}

TEST(ExplanationProperty, NothingStartsLaterThanItWasPromisedIfAllGoesAsItIsKnown) {
    RandomSite site(81, {});
    Explainer explainer(site.planner());
    std::map<RequestId, Micros> latest;
    int kept = 0;
    Micros arrival = site.now;
    for (int events = 0; events < 3000; ++events) {
        const auto& ends = site.planner().running().ends();
        const Micros next = ends.empty() ? planning::kNoLimit : ends.begin()->first;
        site.now = std::min(arrival, next);
        if (site.now == arrival) {
            Request request = site.ask();
            request.priority = 0;
            request.limit = std::min<Micros>(request.limit, std::chrono::hours(10));
            site.submit(request);
            arrival += std::chrono::minutes(1 + site.draw(12));
        }
        while (!ends.empty() && ends.begin()->first <= site.now) site.end(ends.begin()->second);
        site.cycle();
        for (const auto& start : site.plan().starts) {
            const auto known = latest.find(start.id);
            if (known == latest.end()) continue;
            EXPECT_LE(site.now, known->second) << start.id;
            ++kept;
        }
        for (const auto& [id, request] : site.waiting()) {
            const auto& estimate = explainer.explain(id, site.now)->verdict->estimate;
            if (estimate.basis == Basis::Promised) latest.emplace(id, estimate.at);
        }
        if (site.waiting().size() > 60) site.withdraw(site.waiting().rbegin()->first);
    }
    EXPECT_GT(kept, 100);
}

}  // namespace ph::explanation::test
