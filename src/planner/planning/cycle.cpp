#include "planner/planning/cycle.h"

#include <algorithm>

namespace ph::planning {

using namespace placement;

namespace {
constexpr std::size_t kRenewedAtOnce = 2;  ///< promises for which a cycle looks for something better
constexpr std::size_t kPutBefore = 16;     ///< of higher priority that are tried before a promise is kept
}  // namespace

queues::Amounts amountsOf(const JobShape& shape, int tasks) {
    return {shape.cpu * tasks, shape.memory * tasks, shape.scratch * tasks, std::int64_t{shape.cards.milli()} * tasks};
}

Cycle::Cycle(const Policy& policy, Placer& placer, queues::QueueTree& tree, WaitingRoom& waiting, Occupancy& running,
             Vain& vain, Micros now)
    : m_policy(policy),
      m_placer(placer),
      m_tree(tree),
      m_waiting(waiting),
      m_running(running),
      m_vain(vain),
      m_now(now),
      m_commitments(placer.cluster()),
      m_next(waiting.queues()),
      m_left(waiting.queues()) {
    std::map<std::pair<bool, std::set<std::string>>, std::size_t> kinds;
    const auto& catalogue = placer.cluster().catalogue();
    for (ShapeId shape = 0; shape < catalogue.shapes(); ++shape) {
        const auto& cards = catalogue.shape(shape).cards;
        m_kinds.push_back(kinds.emplace(std::pair(cards.count > 0, cards.models), kinds.size()).first->second);
    }
    m_promises.resize(kinds.size());
    m_unpromisable.resize(m_kinds.size());
    m_vain.beginCycle();
}

Plan Cycle::run(std::vector<Promised> promised, std::size_t& renewNext, std::vector<LostTask>& lost) {
    renew(std::move(promised), renewNext);
    std::erase_if(lost, [this](const LostTask& task) { return replaced(task); });
    putBefore();
    startPromised();
    turns();
    m_commitments.viewAll();
    for (const auto& one : m_commitments.all())
        m_plan.promises.push_back({one.request.id, one.opening.at, one.opening.grants});
    return std::move(m_plan);
}

std::vector<Promised> Cycle::promised() const {
    std::vector<Promised> kept;
    for (const RequestId id : m_order)
        for (const auto& one : m_commitments.all())
            if (one.request.id == id) kept.push_back(one);
    return kept;
}

/// Whether its time has come, or a node of it went.
bool Cycle::stale(const Promised& promised) const {
    return promised.opening.at <= m_now || std::ranges::any_of(promised.opening.spare, [&](const auto& node) {
               return m_placer.cluster().outline(node.first).ready == 0;
           });
}

/// Each may move to better nodes, but never to those of another: so none comes later than it was.
void Cycle::renew(std::vector<Promised> promised, std::size_t& renewNext) {
    std::set<NodeIndex> taken;
    for (const auto& one : promised) taken.merge(one.nodes());
    const std::size_t first = promised.empty() ? 0 : renewNext % promised.size();
    renewNext = first + kRenewedAtOnce;
    for (std::size_t i = 0; i < promised.size(); ++i) {
        Promised& one = promised[i];
        const bool turn = (i + promised.size() - first) % promised.size() < kRenewedAtOnce;
        if (turn || stale(one)) {
            auto better = earliestOpening(m_placer.cluster(), m_running, one.request, taken, one.nodes(), m_now);
            if (!better) continue;
            one.opening = std::move(*better);
            taken.merge(one.nodes());
        }
        ++m_promises[m_kinds[one.request.shape]];
        m_order.push_back(one.request.id);
        m_commitments.add(std::move(one));
    }
}

/// Who starts elsewhere leaves nodes to the others.
void Cycle::startPromised() {
    for (bool again = true; again;) {
        again = false;
        for (const RequestId id : m_order) again |= m_commitments.has(id) && startPromised(id);
    }
}

/// Who has a higher priority than somebody of its queue with a promise may use what that was promised.
void Cycle::putBefore() {
    for (const RequestId id : std::vector(m_order)) {
        auto own = m_commitments.remove(id);
        std::vector<Request> before;
        const auto precedence = [](const Request& request) { return std::pair(request.head, request.priority); };
        for (const Request& request : m_waiting.line(own->request.queue)) {
            if (precedence(request) <= precedence(own->request) || before.size() == kPutBefore) break;
            if (!m_commitments.has(request.id)) before.push_back(request);
        }
        int& promises = m_promises[m_kinds[own->request.shape]];
        bool kept = true;
        --promises;
        if (!before.empty() && tryBefore(before)) {
            m_commitments.viewAll();
            auto later = earliestOpening(m_placer.cluster(), m_running, own->request, m_commitments.nodes(), {}, m_now);
            kept = later.has_value();
            if (later) own->opening = std::move(*later);
        }
        if (kept) {
            ++promises;
            m_commitments.add(std::move(*own));
        } else {
            std::erase(m_order, id);
        }
    }
    std::ranges::fill(m_unpromisable, 0);
}

/// Whether one of them started or was promised something.
bool Cycle::tryBefore(const std::vector<Request>& before) {
    bool changed = false;
    for (const Request& request : before) {
        const Answer answer = tryStart(request);
        if (answer == Answer::Started) m_waiting.remove(request.id);
        if (answer == Answer::NoRoom && mayPromise(request)) promise(request);
        changed |= answer == Answer::Started || m_commitments.has(request.id);
    }
    m_vain.forgetPromises();
    return changed;
}

bool Cycle::startPromised(RequestId id) {
    auto own = m_commitments.remove(id);
    if (tryStart(own->request) != Answer::Started) {
        m_commitments.add(std::move(*own));
        return false;
    }
    m_waiting.remove(id);
    m_vain.forgetPromises();
    return true;
}

std::optional<Grant> Cycle::placeMember(const Running& running) {
    const Request& request = running.request;
    const auto& topology = m_placer.cluster().topology();
    if (request.together != Together::Anywhere) {
        const auto survivor =
            std::ranges::find_if(running.grants, [](const Grant& one) { return one.node != kNoNode; });
        std::optional<std::vector<Grant>> found;
        if (survivor == running.grants.end()) {
            // All are lost: the first goes where all of them have room, the others follow it.
            {
                const Trial trial(m_placer.cluster());
                found = m_placer.placeGangIn(request.level, request.shape, request.tasks);
            }
            if (found) m_placer.cluster().take(found->front());
        } else if (const auto domain = topology.domain(survivor->node, request.level); domain != kNoDomain) {
            found = m_placer.placeGangOn(topology.nodes(domain), request.shape, 1);
        }
        if (found) return found->front();
        if (request.together == Together::Required) return std::nullopt;
    }
    return m_placer.place(request.shape);
}

/// Before everybody else: beside promises if there is room, else at their cost.
bool Cycle::replaced(const LostTask& task) {
    const Running& running = *m_running.find(task.id);
    m_commitments.view(running.endsBy);
    auto grant = placeMember(running);
    if (!grant && m_commitments.holding()) {
        m_commitments.viewAll();
        grant = placeMember(running);
        if (grant) breakPromise(grant->node, running.endsBy);
    }
    if (!grant) return false;
    m_running.regrant(task.id, task.member, *grant);
    m_plan.replacements.push_back({task.id, task.member, *grant});
    return true;
}

/// Whoever counted on that node is promised another opening, if there is one.
void Cycle::breakPromise(NodeIndex node, Micros end) {
    const auto broken = std::ranges::find_if(
        m_commitments.all(), [&](const Promised& one) { return one.opening.at < end && one.nodes().contains(node); });
    if (broken == m_commitments.all().end()) return;
    const auto one = *m_commitments.remove(broken->request.id);
    std::erase(m_order, one.request.id);
    --m_promises[m_kinds[one.request.shape]];
    promise(one.request);
}

void Cycle::turns() {
    for (queues::QueueIndex queue = 0; queue < m_waiting.queues(); ++queue)
        if (!m_waiting.line(queue).empty()) m_tree.open(queue);
    while (const auto queue = m_tree.turn()) {
        turn(*queue);
        if (m_stuck || m_next[*queue] == m_waiting.line(*queue).size()) m_tree.close(*queue);
    }
    for (queues::QueueIndex queue = 0; queue < m_left.size(); ++queue) m_waiting.removeAt(queue, m_left[queue]);
}

/// Nobody passes who has no room.
void Cycle::stop() {
    m_stuck = true;
}

/// Goes along the line until one starts or nobody is left.
void Cycle::turn(queues::QueueIndex queue) {
    const auto& line = m_waiting.line(queue);
    for (std::size_t& next = m_next[queue]; next < line.size(); ++next) {
        const Request& request = line[next];
        const bool vain = m_vain.holds(request, endOf(m_now, request.limit));
        if (vain && !m_policy.passing) return stop();
        if ((vain && !mayPromise(request)) || m_commitments.has(request.id)) continue;
        const Answer answer = vain ? Answer::NoRoom : tryStart(request);
        if (answer == Answer::Started) {
            m_left[queue].push_back(next++);
            return;
        }
        if (answer == Answer::OverLimit) continue;
        if (!m_policy.passing) return stop();
        if (mayPromise(request)) promise(request);
    }
}

/// Ranks are numbered along the topology.
std::optional<std::vector<Grant>> Cycle::placeGang(const Request& request) {
    std::optional<std::vector<Grant>> grants;
    if (request.together != Together::Anywhere)
        grants = m_placer.placeGangIn(request.level, request.shape, request.tasks);
    if (!grants && request.together != Together::Required)
        grants = m_placer.placeGang(std::vector<ShapeId>(static_cast<std::size_t>(request.tasks), request.shape));
    if (!grants) return std::nullopt;
    const auto& topology = m_placer.cluster().topology();
    std::ranges::stable_sort(
        *grants, [&](const Grant& a, const Grant& b) { return a.node != b.node && topology.before(a.node, b.node); });
    return grants;
}

/// Whether only promises stand against it, so that a shorter one may pass.
bool Cycle::fitsWithoutPromises(const Request& request) {
    if (!m_commitments.holding()) return false;
    m_commitments.viewAll();
    const Trial trial(m_placer.cluster());
    return placeGang(request).has_value();
}

Cycle::Answer Cycle::tryStart(const Request& request) {
    const auto amounts = amountsOf(m_placer.cluster().catalogue().shape(request.shape), request.tasks);
    if (m_tree.obstacle(request.queue, amounts)) return Answer::OverLimit;
    const Micros end = endOf(m_now, request.limit);
    m_commitments.view(end);
    auto grants = placeGang(request);
    if (!grants) {
        fitsWithoutPromises(request) ? m_vain.noRoomBeside(request, end) : m_vain.noRoom(request);
        return Answer::NoRoom;
    }
    m_plan.starts.push_back({request.id, *grants, m_tree.borrows(request.queue, amounts)});
    m_tree.charge(request.queue, amounts);
    m_running.add({request, end, std::move(*grants)});
    return Answer::Started;
}

bool Cycle::mayPromise(const Request& request) {
    const int hopeless = m_unpromisable[request.shape];
    return m_promises[m_kinds[request.shape]] < m_policy.promises && (hopeless == 0 || request.tasks < hopeless) &&
           !m_commitments.has(request.id);
}

void Cycle::promise(const Request& request) {
    m_commitments.viewAll();
    auto opening = earliestOpening(m_placer.cluster(), m_running, request, m_commitments.nodes(), {}, m_now);
    if (!opening) {
        // Nodes of promises are only taken, not given back, as the turns go on.
        int& hopeless = m_unpromisable[request.shape];
        if (!request.required()) hopeless = hopeless == 0 ? request.tasks : std::min(hopeless, request.tasks);
        return;
    }
    ++m_promises[m_kinds[request.shape]];
    m_order.push_back(request.id);
    m_commitments.add({request, std::move(*opening)});
}

}  // namespace ph::planning
