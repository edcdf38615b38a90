#include "planner/explanation/explainer.h"

#include "planner/explanation/allowance.h"
#include "planner/explanation/blockers.h"
#include "planner/explanation/nearest.h"
#include "planner/explanation/relaxations.h"

#include <algorithm>

namespace ph::explanation {

using namespace placement;
using planning::Promised;

namespace {

constexpr std::size_t kMostKnown = 1024;

/// Moves nodes whose room is promised to others from the candidates to those kept.
void countKept(const Sight& sight, const Wanted& wanted, Census& census) {
    const auto& cluster = sight.cluster();
    const Micros end = planning::endOf(sight.now(), wanted.limit);
    for (const auto* one : sight.promises(end)) {
        for (const auto& [node, spare] : one->opening.spare) {
            const auto& kind = cluster.classOf(node);
            const auto match = Catalogue::matchOf(wanted.shape, kind);
            const auto fits = [&](const NodeRoom& room) {
                return places(wanted.shape, match.cards, kind, room, 1) > 0;
            };
            if (!match.eligible() || cluster.outline(node).ready == 0 || !fits(cluster.room(node))) continue;
            if (fits(common(cluster.room(node), spare))) continue;
            const auto row = std::ranges::find(census.classes, cluster.outline(node).kind, &ClassCensus::kind);
            --row->candidates;
            ++row->kept;
            --census.candidates;
        }
    }
}

/// Tasks that would have room, were every node there and empty.
int placesEver(const Cluster& cluster, const Wanted& wanted) {
    const auto level = wanted.required();
    std::vector<int> each;
    for (ClassId id = 0; id < cluster.catalogue().classes(); ++id) {
        const auto& kind = cluster.catalogue().nodeClass(id);
        const auto match = Catalogue::matchOf(wanted.shape, kind);
        each.push_back(match.eligible() ? places(wanted.shape, match.cards, kind, emptyRoom(kind), wanted.tasks) : 0);
    }
    std::vector<int> groups(level ? cluster.topology().size() : 1);
    int most = 0;
    for (NodeIndex node = 0; node < cluster.size() && most < wanted.tasks; ++node) {
        const std::size_t group = level ? cluster.topology().domain(node, *level) : 0;
        if (group < groups.size()) most = std::max(most, groups[group] += each[cluster.outline(node).kind]);
    }
    return std::min(most, wanted.tasks);
}

std::set<RequestId> everybody(const planning::Planner& planner) {
    std::set<RequestId> ids;
    for (const auto& one : planner.promised()) ids.insert(one.request.id);
    return ids;
}

/// A least set of promises without which there would be room, those that fall due soon rather than late.
std::vector<Keeper> keepersOf(const planning::Planner& planner, const Wanted& wanted, Micros now,
                              const std::set<RequestId>& own) {
    const auto& cluster = planner.placer().cluster();
    const Sight all(planner, now, own);
    std::set<RequestId> aside = own;
    std::vector<Keeper> keepers;
    for (const auto* one : all.promises(planning::endOf(now, wanted.limit))) {
        int nodes = 0;
        for (const auto& [node, spare] : one->opening.spare) {
            const auto& kind = cluster.classOf(node);
            const auto match = Catalogue::matchOf(wanted.shape, kind);
            if (!match.eligible() || cluster.outline(node).ready == 0) continue;
            const auto room = [&](const NodeRoom& free) {
                return places(wanted.shape, match.cards, kind, free, wanted.tasks);
            };
            if (room(cluster.room(node)) > room(common(cluster.room(node), spare))) ++nodes;
        }
        if (nodes == 0) continue;
        keepers.push_back({one->request.id, one->opening.at, nodes});
        aside.insert(one->request.id);
        if (Sight(planner, now, aside).places(wanted) >= wanted.tasks) break;
    }
    for (std::size_t i = keepers.size(); i-- > 0;) {
        aside.erase(keepers[i].id);
        if (Sight(planner, now, aside).places(wanted) >= wanted.tasks)
            keepers.erase(keepers.begin() + static_cast<std::ptrdiff_t>(i));
        else
            aside.insert(keepers[i].id);
    }
    return keepers;
}

/// One explanation while it is made.
class Making {
public:
    Making(const planning::Planner& planner, const Wanted& wanted, Micros now, const Promised* promised)
        : m_planner(planner),
          m_wanted(wanted),
          m_own(promised != nullptr ? std::set{promised->request.id} : std::set<RequestId>{}),
          m_sight(planner, now, m_own),
          m_promised(promised) {}

    /// `queued`: it waits, with somebody before it or nobody.
    Explanation make(std::optional<bool> queued) {
        m_out.tasks = m_wanted.tasks;
        m_out.census = takeCensus(m_sight.cluster(), m_wanted.shape);
        countKept(m_sight, m_wanted, m_out.census);
        m_out.placesEver = placesEver(m_sight.cluster(), m_wanted);
        auto all = everybody(m_planner);
        m_out.placesNow = Sight(m_planner, m_sight.now(), std::move(all)).places(m_wanted);
        m_out.placesBeside = m_sight.places(m_wanted);
        m_out.cause = cause(queued);
        if (m_out.cause == Cause::ReservedFor) m_out.keepers = keepersOf(m_planner, m_wanted, m_sight.now(), m_own);
        if (m_out.cause == Cause::Binding) {
            m_out.estimate = {Basis::Now, m_sight.now(), 0};
            return std::move(m_out);
        }
        m_out.relaxations = relaxationsOf(m_sight, m_wanted);
        if (m_out.cause == Cause::NeverFits || m_out.cause == Cause::QuotaCap) return std::move(m_out);
        m_out.blockers = blockersOf(m_sight, m_wanted);
        m_out.estimate = estimate();
        return std::move(m_out);
    }

private:
    Cause cause(std::optional<bool> queued) {
        const auto asked = amountsOf(m_wanted);
        if (m_out.placesEver < m_wanted.tasks) {
            m_out.nearest = nearestOf(m_sight.cluster().catalogue(), m_out.census, m_wanted.shape);
            return Cause::NeverFits;
        }
        if ((m_out.obstacle = capOf(m_planner.tree(), m_wanted.queue, asked))) return Cause::QuotaCap;
        const bool behind = queued.value_or(false);
        if (behind && !m_planner.policy().passing) return Cause::BehindInQueue;
        if ((m_out.obstacle = m_planner.tree().obstacle(m_wanted.queue, asked))) return Cause::QuotaBusy;
        if (m_out.placesNow < m_wanted.tasks) return shortage();
        if (m_out.placesBeside < m_wanted.tasks) return Cause::ReservedFor;
        // It has room and waits all the same: another queue may not be passed either, or it was not its turn yet.
        const bool unpassed = !m_planner.policy().passing && queued && m_planner.settled();
        return unpassed || (behind && !m_planner.settled()) ? Cause::BehindInQueue : Cause::Binding;
    }

    Cause shortage() const {
        if (m_wanted.required()) {
            Wanted anywhere = m_wanted;
            anywhere.together = planning::Together::Anywhere;
            const Sight open(m_planner, m_sight.now(), everybody(m_planner));
            if (open.places(anywhere) >= m_wanted.tasks) return Cause::DomainsFull;
        }
        if (m_out.placesNow > 0) return Cause::GangPartial;
        std::int64_t idle = 0;
        for (const auto& row : m_out.census.classes) idle += row.idleMilli;
        const int milli = m_wanted.shape.cards.milli();
        return milli > 0 && idle >= milli ? Cause::Fragmented : Cause::NoRoom;
    }

    Estimate estimate() const {
        if (m_promised == nullptr || m_promised->opening.at < m_sight.now()) return openingBehind(m_sight, m_wanted);
        // Nodes are promised, not limits: who passes may reach one first.
        const bool sure = !limited(m_planner.tree(), m_wanted.queue, amountsOf(m_wanted));
        return {sure ? Basis::Promised : Basis::Ends, m_promised->opening.at, static_cast<int>(m_out.blockers.size())};
    }

    const planning::Planner& m_planner;
    const Wanted& m_wanted;
    const std::set<RequestId> m_own;
    const Sight m_sight;
    const Promised* m_promised;
    Explanation m_out;
};

}  // namespace

Wanted Explainer::wantedOf(const planning::Request& request) const {
    return {m_planner.placer().cluster().catalogue().shape(request.shape),
            request.queue,
            request.tasks,
            request.limit,
            request.together,
            request.level,
            request.priority,
            request.head};
}

std::optional<Answer> Explainer::explain(RequestId id, Micros now) {
    const auto* request = m_planner.waiting().find(id);
    if (request == nullptr) return std::nullopt;
    if (m_version != m_planner.version() || m_known.size() >= kMostKnown) m_known.clear();
    m_version = m_planner.version();
    const auto promised =
        std::ranges::find(m_planner.promised(), id, [](const Promised& one) { return one.request.id; });
    const bool has = promised != m_planner.promised().end();
    const std::size_t ahead = m_planner.waiting().ahead(*request);
    const Key key{request->shape,    request->queue,    request->tasks,
                  request->limit,    request->together, request->level,
                  request->priority, request->head,     has ? std::optional(id) : std::nullopt,
                  ahead > 0};
    auto& known = m_known[key];
    if (!known)
        known = std::make_shared<const Explanation>(
            Making(m_planner, wantedOf(*request), now, has ? &*promised : nullptr).make(ahead > 0));
    return Answer{known, ahead};
}

Explanation Explainer::whatIf(const Wanted& wanted, Micros now) const {
    return Making(m_planner, wanted, now, nullptr).make(std::nullopt);
}

}  // namespace ph::explanation
