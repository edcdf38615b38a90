// The scheduler's answers to "why does it wait".
#include "scheduler/scheduler.h"
#include "scheduler/waiting_verdict.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace ph {

namespace asio = boost::asio;

namespace {

constexpr int kMostQuestions = 32;
constexpr auto kAnswerWithin = std::chrono::seconds(2);

/// `verdict` with what the planner computed.
void add(Foresight&& seen, Verdict& verdict) {
    verdict.estimate = seen.verdict.estimate;
    verdict.relaxations = std::move(seen.verdict.relaxations);
    verdict.blockers = std::move(seen.verdict.blockers);
    verdict.keepers = std::move(seen.verdict.keepers);
}

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

/// Who asks waits no longer than `ready`, whatever the planner does.
struct Scheduler::Question {
    Asked asked;
    DeskTime time;
    boost::asio::steady_timer ready;
    std::optional<Foresight> answer;
};

bool Scheduler::waitsForRoom(const Job& job) const {
    return job.summary.state == JobState::Queued && !m_state.queue.isHeld(job.summary.id) &&
           job.notBefore <= m_clock.now();
}

std::optional<Verdict> Scheduler::explainNow(const Job& job, const std::vector<NodeFree>& nodes) const {
    if (m_state.queue.isHeld(job.summary.id)) {
        std::string names;
        for (const auto& other : job.spec.after) names += (names.empty() ? "" : ", ") + other;
        return Verdict{{ReasonCode::AfterOthers, {{"jobs", names}}}, 0, {}, {}, {}, {}, {}, {}};
    }
    if (job.notBefore > m_clock.now()) return Verdict{job.summary.reason, 0, {}, {}, {}, {}, {}, {}};
    return explainWaiting(job, sceneOf(m_state, nodes, planTime()));
}

std::optional<Verdict> Scheduler::why(JobId id) const {
    const Job* job = m_state.queue.find(id);
    if (!job || job->summary.state != JobState::Queued) return std::nullopt;
    return explainNow(*job, m_state.board.nodesFree());
}

Verdict Scheduler::couldEverFit(const Resources& resources) const {
    auto nodes = m_state.board.nodesFree();
    for (auto& node : nodes) {
        node.ready = true;
        node.free = node.total;
    }
    Verdict verdict = explainNoRoom(resources, nodes);
    // What a node has whose engine was never reached is not known: a job may well fit there.
    const auto& known = m_state.board.nodes();
    const bool unseen = std::ranges::any_of(
        known, [](const auto& entry) { return entry.second.down && entry.second.inventory.capacity.cpu.value == 0; });
    return unseen && verdict.reason.code == ReasonCode::NeverFits ? Verdict() : verdict;
}

Async<std::optional<Verdict>> Scheduler::explain(JobId id) {
    auto verdict = why(id);
    const Job* job = m_state.queue.find(id);
    if (!job || !waitsForRoom(*job)) co_return verdict;
    auto asking = ask([id](PlanningDesk& desk, DeskTime time) { return desk.explain(id, time); });
    auto seen = co_await std::move(asking);
    if (!seen) co_return seen.error();
    if (!*seen) co_return verdict;
    if (!verdict) verdict.emplace();
    add(std::move(**seen), *verdict);
    co_return verdict;
}

Async<Verdict> Scheduler::whatIf(ProposedJob job) {
    auto asking = ask([job](PlanningDesk& desk, DeskTime time) { return std::optional(desk.whatIf(job, time)); });
    auto seen = co_await std::move(asking);
    if (!seen) co_return seen.error();
    const auto nodes = m_state.board.nodesFree();
    Verdict verdict = explainNew(job, sceneOf(m_state, nodes, planTime()));
    if (!*seen) co_return verdict;
    // The planner knows better who may pass whom.
    if ((*seen)->starts && verdict.reason.code == ReasonCode::BehindInQueue) verdict.reason = {};
    if (!(*seen)->starts && verdict.reason.code == ReasonCode::None) {
        const auto ahead = std::max<std::size_t>(1, (*seen)->verdict.keepers.size());
        verdict.reason = {ReasonCode::BehindInQueue, {{"ahead", std::to_string(ahead)}}};
    }
    add(std::move(**seen), verdict);
    co_return verdict;
}

Async<std::optional<Foresight>> Scheduler::ask(Asked asked) {
    if (m_questions >= kMostQuestions) co_return std::nullopt;
    ++m_questions;
    const auto question = std::make_shared<Question>(Question{
        std::move(asked), {planTime(), m_clock.now()}, asio::steady_timer(m_logic, kAnswerWithin), std::nullopt});
    m_scope.start("answer", [this, question] { return answer(question); });
    boost::system::error_code answered;
    co_await question->ready.async_wait(asio::redirect_error(asio::use_awaitable, answered));
    co_return std::move(question->answer);
}

asio::awaitable<void> Scheduler::answer(std::shared_ptr<Question> question) {
    auto pending = m_planning.block(
        [this, question]() -> Result<std::optional<Foresight>> { return question->asked(m_desk, question->time); });
    auto seen = co_await std::move(pending);
    --m_questions;
    if (seen) question->answer = std::move(*seen);
    question->ready.cancel();
}

}  // namespace ph
