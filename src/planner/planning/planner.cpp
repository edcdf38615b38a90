#include "planner/planning/planner.h"

#include "planner/planning/cycle.h"

namespace ph::planning {

Planner::Planner(Policy policy, queues::QueueTree tree)
    : m_policy(policy), m_tree(std::move(tree)), m_waiting(policy.order), m_vain(m_placer.cluster()) {}

queues::Amounts Planner::amountsOf(const Request& request) const {
    return planning::amountsOf(m_placer.cluster().catalogue().shape(request.shape), request.tasks);
}

void Planner::submit(const Request& request) {
    for (int task = 0; task < request.tasks; ++task) m_placer.arrived(request.shape);
    m_waiting.add(request);
}

bool Planner::withdraw(RequestId id) {
    std::erase_if(m_promised, [&](const Promised& one) { return one.request.id == id; });
    return m_waiting.remove(id);
}

void Planner::adopt(Running running) {
    for (const auto& grant : running.grants) m_placer.cluster().take(grant);
    m_tree.charge(running.request.queue, amountsOf(running.request));
    m_running.add(std::move(running));
}

void Planner::ended(RequestId id, Micros now) {
    m_tree.advance(now);
    const auto running = m_running.remove(id);
    if (!running) return;
    for (const auto& grant : running->grants) {
        m_placer.cluster().give(grant);
        m_vain.freed(grant.node);
    }
    m_tree.refund(running->request.queue, amountsOf(running->request));
}

Plan Planner::cycle(Micros now) {
    m_tree.advance(now);
    Cycle cycle(m_policy, m_placer, m_tree, m_waiting, m_running, m_vain, now);
    Plan plan = cycle.run(std::move(m_promised), m_renewNext);
    m_promised = cycle.promised();
    return plan;
}

}  // namespace ph::planning
