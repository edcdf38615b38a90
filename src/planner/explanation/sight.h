#pragma once

#include "planner/explanation/explanation.h"
#include "planner/planning/planner.h"

#include <set>
#include <unordered_map>

namespace ph::explanation {

/// The site as one request sees it between two cycles: the room of nodes beside what is promised to others. Only reads;
/// valid until the planner changes.
class Sight {
public:
    /// `aside`: who holds no promise in this view, the request itself first of all.
    Sight(const planning::Planner& planner, Micros now, std::set<RequestId> aside);

    const planning::Planner& planner() const { return m_planner; }
    const placement::Cluster& cluster() const { return m_planner.placer().cluster(); }
    Micros now() const { return m_now; }

    /// What a promise leaves of a node for somebody who has ended by `end`; nullptr if it leaves all.
    const placement::NodeRoom* cap(placement::NodeIndex node, Micros end) const;
    /// How many tasks have room now, counted up to all of them; in one domain, if that is required. What was promised
    /// to one of its queue that it comes before may be used.
    int places(const Wanted& wanted) const;
    /// Whether it would start now: room beside the promises, and no limit in the way.
    bool starts(const Wanted& wanted) const;
    /// Promises that take something from who ends by `end`, by when they fall due.
    std::vector<const planning::Promised*> promises(Micros end) const;

private:
    int placesBeside(const Wanted& wanted) const;

    struct Kept {
        Micros at{};
        const placement::NodeRoom* spare = nullptr;
    };
    const planning::Planner& m_planner;
    Micros m_now;
    std::set<RequestId> m_aside;
    std::unordered_map<placement::NodeIndex, Kept> m_kept;
};

/// What all tasks hold together.
queues::Amounts amountsOf(const Wanted& wanted);

}  // namespace ph::explanation
