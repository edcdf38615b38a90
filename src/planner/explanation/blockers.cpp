#include "planner/explanation/blockers.h"

#include "planner/explanation/allowance.h"
#include "planner/planning/cycle.h"
#include "planner/planning/places.h"

#include <algorithm>

namespace ph::explanation {

using namespace placement;
using planning::Places;
using planning::Running;

namespace {

/// Where a request has room, and whether limits let it, as running jobs are thought away. Nodes are looked at when
/// something becomes free there; at first only those that might have room.
class Clearing {
public:
    /// `beside`: without what is promised to others.
    Clearing(const Sight& sight, const Wanted& wanted, bool beside)
        : m_sight(sight),
          m_end(planning::endOf(sight.now(), wanted.limit)),
          m_beside(beside),
          m_places(sight.cluster(), wanted.shape, wanted.tasks, wanted.required()),
          m_allowance(sight.planner().tree(), wanted.queue, amountsOf(wanted)) {
        for (NodeIndex node = 0; node < sight.cluster().size(); ++node)
            if (sight.cluster().outline(node).mayHold(wanted.shape)) look(node);
    }

    bool enough() const { return m_places.enough() && m_allowance.enough(); }

    /// Whether its end could help with what is still missing.
    bool helps(const Running& running) const {
        if (!m_allowance.enough() && m_allowance.concerns(running.request.queue)) return true;
        return !m_places.enough() &&
               std::ranges::any_of(running.grants, [this](const Grant& grant) { return usable(grant.node); });
    }
    void give(const Running& running) {
        give(running.grants);
        m_allowance.give(running.request.queue, held(running));
    }
    void take(const Running& running) {
        take(running.grants);
        m_allowance.take(running.request.queue, held(running));
    }
    void give(const std::vector<Grant>& grants) {
        for (const auto& grant : grants)
            if (look(grant.node)) m_places.give(grant);
    }
    void take(const std::vector<Grant>& grants) {
        for (const auto& grant : grants)
            if (look(grant.node)) m_places.take(grant);
    }
    queues::Amounts held(const Running& running) const {
        const auto& catalogue = m_sight.cluster().catalogue();
        return planning::amountsOf(catalogue.shape(running.request.shape), running.request.tasks);
    }

    /// Takes back, the last first, what is not needed; what is left, the first first.
    std::vector<const Running*> prune(std::vector<const Running*> gone) {
        std::vector<const Running*> needed;
        for (; !gone.empty(); gone.pop_back()) {
            take(*gone.back());
            if (enough()) continue;
            give(*gone.back());
            needed.push_back(gone.back());
        }
        std::ranges::reverse(needed);
        return needed;
    }

private:
    bool usable(NodeIndex node) const {
        return node != kNoNode && m_sight.cluster().outline(node).ready != 0 && m_places.eligible(node);
    }
    bool look(NodeIndex node) {
        if (!usable(node)) return false;
        if (!m_places.shown(node))
            m_places.show(node, m_sight.cluster().room(node), m_beside ? m_sight.cap(node, m_end) : nullptr);
        return true;
    }

    const Sight& m_sight;
    const Micros m_end;
    const bool m_beside;
    Places m_places;
    Allowance m_allowance;
};

}  // namespace

std::vector<Blocker> blockersOf(const Sight& sight, const Wanted& wanted) {
    // 1. As many as it takes, by their ends. 2. Without each that is not needed.
    Clearing clearing(sight, wanted, true);
    std::vector<const Running*> gone;
    for (const auto& [ends, id] : sight.planner().running().ends()) {
        if (clearing.enough()) break;
        const Running* running = sight.planner().running().find(id);
        if (!clearing.helps(*running)) continue;
        clearing.give(*running);
        gone.push_back(running);
    }
    if (!clearing.enough()) return {};
    std::vector<Blocker> blockers;
    for (const Running* one : clearing.prune(std::move(gone)))
        blockers.push_back({one->request.id, one->endsBy, clearing.held(*one)});
    return blockers;
}

Estimate openingBehind(const Sight& sight, const Wanted& wanted) {
    const auto& running = sight.planner().running();
    Clearing clearing(sight, wanted, false);
    // Who holds a promise has its nodes from now until it has run for as long as it may.
    std::vector<std::pair<Micros, const planning::Promised*>> later;
    for (const auto* one : sight.promises(planning::kNoLimit)) {
        clearing.take(one->opening.grants);
        later.emplace_back(planning::endOf(std::max(one->opening.at, sight.now()), one->request.limit), one);
    }
    std::ranges::stable_sort(later, {}, [](const auto& one) { return one.first; });
    std::vector<const Running*> gone;
    auto next = running.ends().begin();
    auto promised = later.begin();
    Micros at = sight.now();
    while (!clearing.enough()) {
        const Micros ends = next == running.ends().end() ? planning::kNoLimit : next->first;
        const Micros over = promised == later.end() ? planning::kNoLimit : promised->first;
        if (std::min(ends, over) == planning::kNoLimit) return {};
        at = std::max(at, std::min(ends, over));
        if (over < ends) {
            clearing.give((promised++)->second->opening.grants);
            continue;
        }
        const Running* one = running.find((next++)->second);
        if (!clearing.helps(*one)) continue;
        clearing.give(*one);
        gone.push_back(one);
    }
    return {Basis::Ends, at, static_cast<int>(clearing.prune(std::move(gone)).size())};
}

}  // namespace ph::explanation
