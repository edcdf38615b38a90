#pragma once

#include "planner/planning/request.h"

#include <set>
#include <unordered_map>

namespace ph::planning {

/// A job that runs and when it has ended at the latest (kNoLimit: never). A grant on kNoNode stands for a task that was
/// lost.
struct Running {
    Request request;
    Micros endsBy{};
    std::vector<placement::Grant> grants;
};

/// What runs, in the order in which it ends at the latest. One thread.
class Occupancy {
public:
    void add(Running running);
    /// What it held, for giving back; nullopt if it does not run.
    std::optional<Running> remove(RequestId id);
    const Running* find(RequestId id) const;
    /// Writes where a task of a running job is now.
    void regrant(RequestId id, std::size_t member, const placement::Grant& grant);
    std::size_t size() const { return m_running.size(); }
    /// By end, soonest first.
    const std::set<std::pair<Micros, RequestId>>& ends() const { return m_ends; }

private:
    std::unordered_map<RequestId, Running> m_running;
    std::set<std::pair<Micros, RequestId>> m_ends;
};

}  // namespace ph::planning
