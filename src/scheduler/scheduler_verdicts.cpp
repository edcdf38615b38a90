// The scheduler's answers to "why does it wait".
#include "scheduler/scheduler.h"
#include "scheduler/waiting_verdict.h"

namespace ph {

namespace {

WaitingScene sceneOf(const SchedulerState& state, const std::vector<NodeFree>& nodes, std::chrono::microseconds now) {
    return {nodes, state.outlook, now,
            [&state](JobId id) -> const Job* {
                const Job* job = state.queue.find(id);
                return job && job->summary.state == JobState::Queued ? job : nullptr;
            },
            [&state](NodeId id) {
                const auto node = state.board.nodes().find(id);
                return node == state.board.nodes().end() ? id.str() : node->second.inventory.name;
            }};
}

}  // namespace

std::optional<Verdict> Scheduler::explain(const Job& job, const std::vector<NodeFree>& nodes) const {
    if (m_state.queue.isHeld(job.summary.id)) {
        std::string names;
        for (const auto& other : job.spec.after) names += (names.empty() ? "" : ", ") + other;
        return Verdict{{ReasonCode::AfterOthers, {{"jobs", names}}}, 0, {}, {}};
    }
    if (job.notBefore > m_clock.now()) return Verdict{job.summary.reason, 0, {}, {}};
    return explainWaiting(job, sceneOf(m_state, nodes, planTime()));
}

std::optional<Verdict> Scheduler::why(JobId id) const {
    const Job* job = m_state.queue.find(id);
    if (!job || job->summary.state != JobState::Queued) return std::nullopt;
    return explain(*job, m_state.board.nodesFree());
}

Verdict Scheduler::couldEverFit(const Resources& resources) const {
    auto nodes = m_state.board.nodesFree();
    for (auto& node : nodes) {
        node.ready = true;
        node.free = node.total;
    }
    return explainNoRoom(resources, nodes);
}

Verdict Scheduler::couldStartNow(const Resources& resources, int priority) const {
    const auto nodes = m_state.board.nodesFree();
    return explainNew(resources, priority, sceneOf(m_state, nodes, planTime()));
}

}  // namespace ph
