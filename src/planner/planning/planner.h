#pragma once

#include "planner/placement/placer.h"
#include "planner/planning/commitments.h"
#include "planner/planning/vain.h"
#include "planner/planning/waiting_room.h"

namespace ph::planning {

/// How jobs are chosen.
struct Policy {
    OrderPolicy order;
    /// Whether who has no room lets others pass; else everybody behind waits.
    bool passing = true;
    /// How many jobs that have no room are promised nodes at a time, for each kind of card (and for none).
    int promises = 0;
    /// How long a new place is looked for if a running gang loses a task; then the gang is withdrawn whole.
    Micros replaceWithin = std::chrono::minutes(10);

    /// Strictly by submission.
    static Policy fifo() { return {{0}, false, 0}; }
    /// By submission, and whoever fits starts.
    static Policy bestEffort() { return {{0}, true, 0}; }
    /// By submission, whoever fits starts if the first that waits is not put off by it (Lifka 1995).
    static Policy easy() { return {{0}, true, 1}; }
    static Policy pilothouse() { return {{70}, true, 10}; }
};

/// What a cycle decided.
struct Plan {
    std::vector<Start> starts;
    std::vector<Promise> promises;
    std::vector<Replacement> replacements;
    /// Gangs that lost a task for which no place was found in time: they run no longer and wait at the head of their
    /// queue. One may be among the starts of the same cycle.
    std::vector<RequestId> withdrawn;
};

/// Decides which jobs start now and where: turns by fair share, order within a queue, whole gangs or none, backfill
/// behind promises. A promise is kept from one cycle to the next and never moves later because of those who pass. The
/// same calls give the same decisions. No I/O, one thread.
class Planner {
public:
    Planner(Policy policy, queues::QueueTree tree);
    Planner(const Planner&) = delete;
    Planner& operator=(const Planner&) = delete;

    /// For interning shapes and adding nodes; what becomes of nodes is told by `nodeChanged`.
    placement::Placer& placer() { return m_placer; }
    const placement::Placer& placer() const { return m_placer; }
    /// A node was added, was placed elsewhere in the topology, or has become ready or not.
    void nodeChanged(placement::NodeIndex node);
    queues::QueueTree& tree() { return m_tree; }
    const queues::QueueTree& tree() const { return m_tree; }
    const WaitingRoom& waiting() const { return m_waiting; }
    const Occupancy& running() const { return m_running; }
    /// Who holds a promise since the last cycle.
    const std::vector<Promised>& promised() const { return m_promised; }
    const Policy& policy() const { return m_policy; }
    /// Differs from every earlier one once something that decisions depend on has changed, time apart.
    std::uint64_t version() const { return m_version + m_tree.changes(); }
    /// Whether nothing has changed since the last cycle.
    bool settled() const { return m_settled == version(); }

    void submit(const Request& request);
    bool withdraw(RequestId id);
    /// Puts another request of that id in the place of one that waits; nodes promised to it stay kept until the next
    /// cycle. False if none waits.
    bool amend(const Request& request);
    /// Books something that runs already, as after a restart.
    void adopt(Running running);
    /// A started job has ended at `now`: its room is free.
    void ended(RequestId id, Micros now);
    /// A running gang has lost that task: its room is free, and before anything else it gets a new place, if required
    /// in the domain of the others. Meanwhile it counts as if it ran. False if no such task runs.
    bool lost(RequestId id, std::size_t member, Micros now);

    /// One cycle at `now`, which never goes back. What it starts runs from then on.
    Plan cycle(Micros now);

private:
    queues::Amounts amountsOf(const Request& request) const;
    std::vector<RequestId> giveUp(Micros now);

    Policy m_policy;
    placement::Placer m_placer;
    queues::QueueTree m_tree;
    WaitingRoom m_waiting;
    Occupancy m_running;
    Vain m_vain;
    std::vector<Promised> m_promised;  ///< the first promised first
    std::size_t m_renewNext = 0;       ///< counts on through the promises
    std::vector<LostTask> m_lost;      ///< the first lost first
    std::uint64_t m_version = 0;
    std::uint64_t m_settled = 0;
};

}  // namespace ph::planning
