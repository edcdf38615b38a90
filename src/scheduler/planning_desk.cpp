#include "scheduler/planning_desk.h"

#include "scheduler/no_room.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ph {

using namespace planning;

namespace {

constexpr auto kHalfLife = std::chrono::hours(24 * 7);
constexpr auto kShortest = std::chrono::seconds(1);

placement::CardKind kindOf(const Accelerator& card) {
    return {card.model, static_cast<std::int32_t>(mebibytesDown(card.memory))};
}

/// The cards in the order of their node's class.
std::vector<Accelerator> sorted(std::vector<Accelerator> cards) {
    std::stable_sort(cards.begin(), cards.end(),
                     [](const Accelerator& a, const Accelerator& b) { return kindOf(a) < kindOf(b); });
    return cards;
}

placement::NodeClass classOf(const NodeCapacity& capacity, const std::vector<Accelerator>& cards) {
    placement::NodeClass kind;
    kind.cpu = capacity.cpu.value;
    kind.memory = mebibytesDown(capacity.memory);
    kind.scratch = mebibytesDown(capacity.scratch);
    for (const auto& card : cards) kind.cards.push_back(kindOf(card));
    return kind;
}

std::vector<std::string> idsOf(const std::vector<Accelerator>& cards) {
    std::vector<std::string> ids;
    for (const auto& card : cards) ids.push_back(card.id);
    return ids;
}

/// What is not said is `otherwise`.
queues::Amounts amountsOf(const QueueAmounts& amounts, std::int64_t otherwise) {
    queues::Amounts all(queues::kCards + 1, otherwise);
    if (amounts.cpu) all[queues::kCpu] = amounts.cpu->value;
    if (amounts.memory) all[queues::kMemory] = mebibytesDown(*amounts.memory);
    if (amounts.accelerators) all[queues::kCards] = *amounts.accelerators * placement::kWholeCard;
    return all;
}

queues::QueueSpec specOf(const QueueSettings& settings) {
    constexpr std::int64_t kNoLimit = -1;
    return {std::nullopt, settings.weight, amountsOf(settings.guaranteed, 0), amountsOf(settings.limit, kNoLimit)};
}

QueueAmounts heldBy(const queues::Amounts& used) {
    return {MilliCpu{queues::at(used, queues::kCpu)}, mebibytes(queues::at(used, queues::kMemory)),
            queues::at(used, queues::kCards) / placement::kWholeCard};
}

bool same(const Request& a, const Request& b) {
    return a.queue == b.queue && a.priority == b.priority && a.shape == b.shape && a.queuedAt == b.queuedAt &&
           a.limit == b.limit;
}

}  // namespace

placement::JobShape shapeOf(const Resources& asked) {
    placement::JobShape shape;
    shape.cpu = asked.cpu.value;
    shape.memory = mebibytesUp(asked.memory);
    shape.scratch = mebibytesUp(asked.scratch);
    auto& cards = shape.cards;
    bool any = false;
    for (const auto& request : asked.accelerators) {
        cards.count += request.count;
        any |= request.model == "any";
        if (request.model != "any") cards.models.insert(request.model);
        if (request.model != "any" && asked.accelerators.size() > 1) cards.atLeast[request.model] = request.count;
    }
    if (any) cards.models.clear();
    return shape;
}

PlanningDesk::PlanningDesk(std::chrono::microseconds endSlack)
    : m_endSlack(endSlack), m_planner(Policy::pilothouse(), queues::QueueTree({}, kHalfLife)) {}

DeskPlan PlanningDesk::plan(const DeskNews& news) {
    m_now = std::max(m_now, news.now);
    // Runs are told where they are before what their node has now.
    if (news.nodes) takeNodes(*news.nodes, false);
    for (const JobId job : news.undone) undo(job);
    for (const auto& run : news.runs) {
        if (const auto* begun = std::get_if<BegunRun>(&run))
            begin(*begun);
        else
            end(std::get<TaskRunId>(run));
    }
    if (news.nodes) {
        takeNodes(*news.nodes, true);
        setCapacity();
        retryMisfits();
    }
    if (news.queues) setQueues(*news.queues);
    for (const auto& job : news.jobs) {
        if (const auto* waiting = std::get_if<WaitingJob>(&job))
            take(*waiting);
        else
            withdraw(std::get<JobId>(job));
    }
    const auto decided = m_planner.cycle(m_now);
    DeskPlan plan;
    for (const auto& start : decided.starts) plan.starts.push_back(placementOf(start));
    plan.outlook = outlook(decided.promises);
    return plan;
}

/// The known ones, or those that are new.
void PlanningDesk::takeNodes(const std::vector<DeskNode>& nodes, bool known) {
    auto& cluster = m_planner.placer().cluster();
    for (const auto& node : nodes) {
        const auto seated = m_nodes.find(node.id);
        if (seated == m_nodes.end()) {
            seat(node);
            continue;
        }
        if (!known) continue;
        const auto cards = sorted(node.capacity.accelerators);
        const auto& before = seated->second;
        if (cluster.classOf(before.index) != classOf(node.capacity, cards) || before.cards != idsOf(cards)) seat(node);
        const auto index = m_nodes.at(node.id).index;
        if (node.ready == (cluster.outline(index).ready != 0)) continue;
        cluster.setReady(index, node.ready);
        m_planner.nodeChanged(index);
    }
}

/// A node has one class for good: one that has changed is another, and what runs there moves over.
void PlanningDesk::seat(const DeskNode& node) {
    auto& cluster = m_planner.placer().cluster();
    if (const auto before = m_nodes.find(node.id); before != m_nodes.end())
        cluster.setReady(before->second.index, false);
    const auto cards = sorted(node.capacity.accelerators);
    const auto index = cluster.add(classOf(node.capacity, cards));
    m_nodes.insert_or_assign(node.id, Node{index, node.capacity, idsOf(cards)});
    m_nodeIds.resize(index + 1);
    m_nodeIds[index] = node.id;
    cluster.setReady(index, node.ready);
    m_planner.nodeChanged(index);
    for (auto& [id, run] : m_runs) {
        if (run.begun.held.node != node.id) continue;
        m_planner.ended(run.request, m_now);
        adopt(run.request, run.begun);
    }
}

void PlanningDesk::setCapacity() {
    queues::Amounts sum(queues::kCards + 1);
    for (const auto& [id, node] : m_nodes) {
        sum[queues::kCpu] += node.capacity.cpu.value;
        sum[queues::kMemory] += mebibytesDown(node.capacity.memory);
        sum[queues::kScratch] += mebibytesDown(node.capacity.scratch);
        sum[queues::kCards] += static_cast<std::int64_t>(node.cards.size()) * placement::kWholeCard;
    }
    m_planner.tree().setCapacity(std::move(sum));
}

void PlanningDesk::setQueues(const std::map<OrgId, QueueSettings>& queues) {
    for (const auto& [id, settings] : queues) {
        auto& organisation = m_organisations[id];
        organisation.settings = settings;
        if (organisation.queue) m_planner.tree().change(*organisation.queue, specOf(settings));
    }
}

void PlanningDesk::undo(JobId job) {
    const auto known = m_requests.find(job);
    if (known == m_requests.end()) return;
    const auto* running = m_planner.running().find(known->second);
    if (!running) return;
    Request request = running->request;
    // It had its turn: who was promised its room meanwhile comes after it.
    request.head = true;
    m_planner.ended(request.id, m_now);
    m_planner.submit(request);
}

void PlanningDesk::begin(const BegunRun& run) {
    const auto known = m_requests.find(run.held.job);
    RequestId id = 0;
    if (known == m_requests.end()) {
        id = ++m_lastId;
        adopt(id, run);
    } else {
        id = known->second;
        const auto* running = m_planner.running().find(id);
        if (!running) m_planner.withdraw(id);
        const auto node = m_nodes.find(run.held.node);
        const bool there = running && node != m_nodes.end() && running->grants.front().node == node->second.index;
        m_jobs.erase(id);
        m_requests.erase(known);
        if (!there) {
            m_planner.ended(id, m_now);
            adopt(id, run);
        }
    }
    m_runs.insert_or_assign(run.held.taskRun, Run{id, run});
}

void PlanningDesk::end(TaskRunId run) {
    const auto ended = m_runs.extract(run);
    if (ended) m_planner.ended(ended.mapped().request, m_now);
}

/// Books what a run holds. What has no room on the node any more, as that has shrunk, counts as far as there is room.
void PlanningDesk::adopt(RequestId id, const BegunRun& run) {
    const auto& held = run.held;
    const auto node = m_nodes.find(held.node);
    if (node == m_nodes.end()) return;
    auto& cluster = m_planner.placer().cluster();
    const auto& room = cluster.room(node->second.index);
    placement::JobShape shape;
    shape.cpu = std::clamp<std::int64_t>(held.cpu.value, 0, room.cpu);
    shape.memory = std::clamp<std::int64_t>(mebibytesUp(held.memory), 0, room.memory);
    shape.scratch = std::clamp<std::int64_t>(mebibytesUp(held.scratch), 0, room.scratch);
    placement::CardMask cards = 0;
    for (std::size_t i = 0; i < node->second.cards.size(); ++i)
        if (std::ranges::find(held.accelerators, node->second.cards[i]) != held.accelerators.end())
            cards |= placement::CardMask{1} << i;
    cards &= room.whole;
    shape.cards.count = std::popcount(cards);
    Running running;
    running.request.id = id;
    running.request.queue = queueOf(held.org, held.owner);
    running.request.shape = cluster.intern(shape);
    running.request.limit = limitOf(run.timeLimit);
    running.request.queuedAt = Micros(held.from.micros);
    running.endsBy = Micros(held.from.micros) + running.request.limit;
    running.grants.push_back({running.request.shape, node->second.index, cards});
    m_planner.adopt(std::move(running));
}

void PlanningDesk::take(const WaitingJob& job) {
    m_misfits.erase(job.id);
    const auto known = m_requests.find(job.id);
    if (known != m_requests.end()) {
        const RequestId id = known->second;
        if (m_planner.running().find(id)) return;
        if (const auto* waiting = m_planner.waiting().find(id); waiting && same(*waiting, requestOf(id, job))) return;
        withdraw(job.id);
    }
    const Request request = requestOf(++m_lastId, job);
    if (!fitsSomewhere(request.shape)) {
        m_misfits.insert_or_assign(job.id, job);
        return;
    }
    m_requests[job.id] = request.id;
    m_jobs[request.id] = job.id;
    m_planner.submit(request);
}

void PlanningDesk::withdraw(JobId job) {
    m_misfits.erase(job);
    const auto known = m_requests.find(job);
    // One that was decided is not waiting any more; that it began, or did not, is told apart.
    if (known == m_requests.end() || !m_planner.withdraw(known->second)) return;
    m_jobs.erase(known->second);
    m_requests.erase(known);
}

void PlanningDesk::retryMisfits() {
    for (const auto& [id, job] : std::exchange(m_misfits, {})) take(job);
}

bool PlanningDesk::fitsSomewhere(placement::ShapeId shape) {
    const auto& cluster = m_planner.placer().cluster();
    return std::ranges::any_of(m_nodes, [&](const auto& node) {
        return cluster.catalogue().match(shape, cluster.outline(node.second.index).kind).eligible();
    });
}

queues::QueueIndex PlanningDesk::queueOf(OrgId org, UserId owner) {
    const auto place = [&](queues::QueueSpec spec, UserId whose) {
        const auto index = m_planner.tree().add(std::move(spec));
        m_owners.resize(index + 1);
        m_owners[index] = whose;
        return index;
    };
    auto& organisation = m_organisations[org];
    if (!organisation.queue) organisation.queue = place(specOf(organisation.settings), UserId());
    const auto [user, first] = organisation.users.try_emplace(owner);
    if (first) user->second = place({organisation.queue, 1, {}, {}}, owner);
    return user->second;
}

Request PlanningDesk::requestOf(RequestId id, const WaitingJob& job) {
    Request request;
    request.id = id;
    request.queue = queueOf(job.org, job.owner);
    request.priority = job.priority;
    request.shape = m_planner.placer().cluster().intern(shapeOf(job.resources));
    request.queuedAt = Micros(job.queuedAt.micros);
    request.limit = limitOf(job.timeLimit);
    return request;
}

Micros PlanningDesk::limitOf(Seconds timeLimit) const {
    return std::max<Micros>(kShortest, std::chrono::seconds(timeLimit.value) + m_endSlack);
}

Placement PlanningDesk::placementOf(const Start& start) const {
    const auto& grant = start.grants.front();
    Placement placed{m_jobs.at(start.id), m_nodeIds[grant.node], {}};
    const auto& cards = m_nodes.at(placed.node).cards;
    for (placement::CardMask rest = grant.cards; rest != 0; rest &= rest - 1)
        placed.accelerators.push_back(cards[static_cast<std::size_t>(std::countr_zero(rest))]);
    return placed;
}

Outlook PlanningDesk::outlook(const std::vector<Promise>& promises) const {
    Outlook outlook;
    outlook.waiting = m_planner.waiting().size();
    for (const auto& promise : promises)
        outlook.promised.push_back({m_jobs.at(promise.id), m_nodeIds[promise.grants.front().node], promise.at});
    for (const auto& [id, organisation] : m_organisations)
        if (organisation.queue && organisation.settings.limit != QueueAmounts())
            outlook.limited[id] = {organisation.settings.limit, heldBy(m_planner.tree().used(*organisation.queue))};
    auto lines = std::make_shared<std::map<UserId, std::vector<JobId>>>();
    for (queues::QueueIndex queue = 0; queue < m_planner.waiting().queues(); ++queue) {
        const auto& line = m_planner.waiting().line(queue);
        if (line.empty()) continue;
        auto& jobs = (*lines)[m_owners[queue]];
        for (const auto& request : line) jobs.push_back(m_jobs.at(request.id));
    }
    outlook.lines = std::move(lines);
    return outlook;
}

}  // namespace ph
