#pragma once

#include "planner/planning/planner.h"

#include <map>

namespace ph::planning {

/// What all tasks of a job hold together: CPU, memory, scratch, cards. Shares count by their compute.
queues::Amounts amountsOf(const placement::JobShape& shape, int tasks);

/// One pass of the planner over everybody who waits. Lives for one call.
class Cycle {
public:
    Cycle(const Policy& policy, placement::Placer& placer, queues::QueueTree& tree, WaitingRoom& waiting,
          Occupancy& running, Vain& vain, Micros now);

    /// Renews the promises given before, finds places for lost tasks, starts whom it can of those with a promise, then
    /// gives everybody a turn. `renewNext` counts on through the promises from cycle to cycle, as looking for a better
    /// one takes time. `lost` keeps those that found none.
    Plan run(std::vector<Promised> promised, std::size_t& renewNext, std::vector<LostTask>& lost);
    /// Those that hold a promise now, the first promised first.
    std::vector<Promised> promised() const;

private:
    enum class Answer { Started, NoRoom, OverLimit };

    std::optional<std::vector<placement::Grant>> placeGang(const Request& request);
    std::optional<placement::Grant> placeMember(const Running& running);
    bool replaced(const LostTask& task);
    void breakPromise(placement::NodeIndex node, Micros end);
    bool fitsWithoutPromises(const Request& request);
    Answer tryStart(const Request& request);
    bool mayPromise(const Request& request);
    void promise(const Request& request);
    void renew(std::vector<Promised> promised, std::size_t& renewNext);
    bool stale(const Promised& promised) const;
    void startPromised();
    void putBefore();
    bool tryBefore(const std::vector<Request>& before);
    bool startPromised(RequestId id);
    void turns();
    void stop();
    void turn(queues::QueueIndex queue);

    const Policy& m_policy;
    placement::Placer& m_placer;
    queues::QueueTree& m_tree;
    WaitingRoom& m_waiting;
    Occupancy& m_running;
    Vain& m_vain;
    const Micros m_now;
    Commitments m_commitments;
    std::vector<RequestId> m_order;                ///< of those who hold a promise, the first promised first
    std::vector<std::size_t> m_kinds;              ///< by shape: jobs of one kind compete for the same cards
    std::vector<int> m_promises;                   ///< by kind
    std::vector<int> m_unpromisable;               ///< by shape: so many tasks or more are given no nodes; 0: not known
    std::vector<std::size_t> m_next;               ///< by queue, the place in its line
    std::vector<std::vector<std::size_t>> m_left;  ///< by queue, places of those who started
    bool m_stuck = false;
    Plan m_plan;
};

}  // namespace ph::planning
