#include "planner/planning/planner.h"

#include "planner/planning/cycle.h"

#include <algorithm>

namespace ph::planning {

using namespace placement;

namespace {

bool samePromise(const Promised& a, const Promised& b) {
    return a.request.id == b.request.id && a.opening.at == b.opening.at && a.opening.grants == b.opening.grants &&
           a.opening.spare == b.opening.spare;
}

}  // namespace

Planner::Planner(Policy policy, queues::QueueTree tree)
    : m_policy(policy), m_tree(std::move(tree)), m_waiting(policy.order), m_vain(m_placer.cluster()) {}

queues::Amounts Planner::amountsOf(const Request& request) const {
    return planning::amountsOf(m_placer.cluster().catalogue().shape(request.shape), request.tasks);
}

void Planner::nodeChanged(NodeIndex node) {
    ++m_version;
    m_vain.freed(node);
}

void Planner::submit(const Request& request) {
    ++m_version;
    for (int task = 0; task < request.tasks; ++task) m_placer.arrived(request.shape);
    m_waiting.add(request);
}

bool Planner::withdraw(RequestId id) {
    ++m_version;
    std::erase_if(m_promised, [&](const Promised& one) { return one.request.id == id; });
    return m_waiting.remove(id);
}

bool Planner::amend(const Request& request) {
    if (!m_waiting.remove(request.id)) return false;
    submit(request);
    const auto promised = std::ranges::find(m_promised, request.id, [](const Promised& one) { return one.request.id; });
    if (promised != m_promised.end()) {
        promised->request = request;
        promised->opening.at = Micros::min();  // due: the next cycle looks for another
    }
    return true;
}

void Planner::adopt(Running running) {
    ++m_version;
    for (const auto& grant : running.grants)
        if (grant.node != kNoNode) m_placer.cluster().take(grant);
    m_tree.charge(running.request.queue, amountsOf(running.request));
    m_running.add(std::move(running));
}

void Planner::ended(RequestId id, Micros now) {
    m_tree.advance(now);
    const auto running = m_running.remove(id);
    if (!running) return;
    ++m_version;
    for (const auto& grant : running->grants) {
        if (grant.node == kNoNode) continue;
        m_placer.cluster().give(grant);
        m_vain.freed(grant.node);
    }
    std::erase_if(m_lost, [&](const LostTask& task) { return task.id == id; });
    m_tree.refund(running->request.queue, amountsOf(running->request));
}

bool Planner::lost(RequestId id, std::size_t member, Micros now) {
    const Running* running = m_running.find(id);
    if (running == nullptr || member >= running->grants.size()) return false;
    const bool known =
        std::ranges::any_of(m_lost, [&](const LostTask& task) { return task.id == id && task.member == member; });
    if (known) return true;
    ++m_version;
    Grant grant = running->grants[member];
    if (grant.node != kNoNode) {
        m_placer.cluster().give(grant);
        m_vain.freed(grant.node);
        m_running.regrant(id, member, {grant.shape, kNoNode, 0});
    }
    m_lost.push_back({id, member, now});
    return true;
}

/// Withdraws gangs that have lacked a task for too long.
std::vector<RequestId> Planner::giveUp(Micros now) {
    std::vector<RequestId> late;
    for (const auto& task : m_lost)
        if (now - task.since >= m_policy.replaceWithin && std::ranges::find(late, task.id) == late.end())
            late.push_back(task.id);
    for (const RequestId id : late) {
        Request request = m_running.find(id)->request;
        ended(id, now);
        request.head = true;
        m_waiting.add(request);
    }
    return late;
}

Plan Planner::cycle(Micros now) {
    m_tree.advance(now);
    const auto withdrawn = giveUp(now);
    const auto before = std::move(m_promised);
    Cycle cycle(m_policy, m_placer, m_tree, m_waiting, m_running, m_vain, now);
    Plan plan = cycle.run(before, m_renewNext, m_lost);
    plan.withdrawn = withdrawn;
    m_promised = cycle.promised();
    if (!plan.starts.empty() || !plan.replacements.empty() || !std::ranges::equal(before, m_promised, samePromise))
        ++m_version;
    m_settled = version();
    return plan;
}

}  // namespace ph::planning
