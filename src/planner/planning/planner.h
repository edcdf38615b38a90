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
    /// A node was added, or is ready again.
    void nodeChanged(placement::NodeIndex node) { m_vain.freed(node); }
    queues::QueueTree& tree() { return m_tree; }
    const WaitingRoom& waiting() const { return m_waiting; }
    const Occupancy& running() const { return m_running; }

    void submit(const Request& request);
    bool withdraw(RequestId id);
    /// Books something that runs already, as after a restart.
    void adopt(Running running);
    /// A started job has ended at `now`: its room is free.
    void ended(RequestId id, Micros now);

    /// One cycle at `now`, which never goes back. What it starts runs from then on.
    Plan cycle(Micros now);

private:
    queues::Amounts amountsOf(const Request& request) const;

    Policy m_policy;
    placement::Placer m_placer;
    queues::QueueTree m_tree;
    WaitingRoom m_waiting;
    Occupancy m_running;
    Vain m_vain;
    std::vector<Promised> m_promised;  ///< the first promised first
    std::size_t m_renewNext = 0;       ///< counts on through the promises
};

}  // namespace ph::planning
