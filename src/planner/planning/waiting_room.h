#pragma once

#include "planner/planning/request.h"

#include <unordered_map>
#include <vector>

namespace ph::planning {

/// How the jobs of one queue are put in order.
struct OrderPolicy {
    /// Percent of a job's time limit by which later ones may pass it: a job comes before another if it was submitted
    /// that much earlier. So short jobs pass long ones, but nobody is passed for ever. Zero: by submission.
    int patience = 0;
};

/// The jobs that wait, by queue, in the order in which they are to start: who is put at the head, priority, then
/// submission plus patience (of a year at most). Gangs have none of the latter, as each job that passes one costs it
/// several nodes. One thread.
class WaitingRoom {
public:
    explicit WaitingRoom(OrderPolicy policy) : m_policy(policy) {}

    void add(const Request& request);
    /// False if it does not wait here.
    bool remove(RequestId id);
    std::size_t size() const { return m_where.size(); }

    /// nullptr if it does not wait here. Valid until the next change.
    const Request* find(RequestId id) const;
    /// How many of its queue come before it, or would, did it wait.
    std::size_t ahead(const Request& request) const;

    /// Of one queue, first to start first. Valid until the next change.
    const std::vector<Request>& line(queues::QueueIndex queue) const;
    /// Queues in which somebody waits, or did.
    std::size_t queues() const { return m_lines.size(); }
    /// Whether `a` starts before `b`, were they in one queue.
    bool before(const Request& a, const Request& b) const;
    /// Removes from one line those at these places, ascending.
    void removeAt(queues::QueueIndex queue, const std::vector<std::size_t>& places);

private:
    Micros placeOf(const Request& request) const;

    OrderPolicy m_policy;
    std::vector<std::vector<Request>> m_lines;
    std::unordered_map<RequestId, Request> m_where;
};

}  // namespace ph::planning
