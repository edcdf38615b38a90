#include "planner/planning/random_site.h"

#include "planner/planning/cycle.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ph::planning::test {

using namespace placement;
using namespace std::chrono_literals;

namespace {

constexpr int kRacks = 3;
constexpr int kNodesOfARack = 4;
constexpr queues::QueueIndex kFirstLeaf = 2;
constexpr std::size_t kSettleCycles = 200;
constexpr std::size_t kCalmCycles = 20;  // more than it takes to look at every promise

NodeClass nodeOf(int number) {
    NodeClass kind;
    kind.architecture = "x86-64";
    const int model = number % kNodesOfARack;
    kind.cpu = model == 3 ? 64'000 : 32'000;
    kind.memory = model == 3 ? 256'000 : 128'000;
    kind.scratch = 100'000;
    if (model < 2) kind.cards.assign(8, {"H200", 80'000});
    if (model == 2) kind.cards.assign(4, {"T4", 16'000});
    return kind;
}

std::map<std::string, std::string> labelsOf(int number) {
    const int rack = number / kNodesOfARack;
    // The last node of the last rack stands alone.
    if (number == kRacks * kNodesOfARack - 1) return {};
    return {{"rack", "r" + std::to_string(rack)}, {"switch", number % 2 == 0 ? "a" : "b"}};
}

}  // namespace

RandomSite::RandomSite(unsigned seed, Habits habits, Policy policy)
    : m_random(seed), m_habits(habits), m_policy(policy) {
    m_specs.resize(6);
    m_specs[0].guaranteed = {0, 0, 0, 16'000};
    m_specs[0].limit = {-1, -1, -1, 60'000};
    m_specs[2].parent = 0;
    m_specs[2].limit = {-1, -1, -1, 30'000};
    m_specs[3].parent = 0;
    m_specs[3].weight = 3;
    m_specs[4].parent = 1;
    m_specs[4].limit = {90'000, 300'000};
    m_specs[5].parent = 1;
    for (int i = 0; i < kRacks * kNodesOfARack; ++i) m_nodes.push_back(nodeOf(i));
    m_ready.assign(m_nodes.size(), true);
    build();
}

void RandomSite::build() {
    queues::QueueTree tree({528'000, 2'112'000, 1'200'000, 60'000}, std::chrono::hours(24));
    for (const auto& spec : m_specs) tree.add(spec);
    m_planner = std::make_unique<Planner>(m_policy, std::move(tree));
    auto& cluster = m_planner->placer().cluster();
    cluster.topology().setLevels({"rack", "switch"});
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const NodeIndex node = cluster.add(m_nodes[i]);
        cluster.topology().place(node, labelsOf(static_cast<int>(i)));
        cluster.setReady(node, m_ready[i]);
        m_planner->nodeChanged(node);
    }
    for (const auto& shape : m_shapes) cluster.intern(shape);
}

ShapeId RandomSite::intern(const JobShape& shape) {
    if (std::ranges::find(m_shapes, shape) == m_shapes.end()) m_shapes.push_back(shape);
    return m_planner->placer().cluster().intern(shape);
}

Request RandomSite::ask() {
    JobShape shape;
    shape.cpu = 1000 * (1 + draw(4));
    shape.memory = 4000 * (1 + draw(4));
    const auto kind = draw(10);
    if (kind < 6) {
        shape.cards.count = 1 << draw(4);
        shape.cpu *= shape.cards.count;
        if (draw(2) == 0) shape.cards.models = {draw(4) == 0 ? "T4" : "H200"};
    } else if (kind < 8) {
        shape.cards = {1, 100 * static_cast<int>(1 + draw(9)), 0, {}};
    }
    Request request;
    request.id = ++m_last;
    request.queue = kFirstLeaf + draw(4);
    request.priority = static_cast<int>(draw(3));
    request.tasks = draw(3) == 0 ? static_cast<int>(2 + draw(5)) : 1;
    request.shape = intern(shape);
    request.queuedAt = now;
    request.limit = draw(20) == 0 ? kNoLimit : Micros(std::chrono::minutes(5 + draw(600)));
    request.together = static_cast<Together>(draw(3));
    request.level = draw(2);
    return request;
}

void RandomSite::submit(const Request& request) {
    m_planner->submit(request);
    m_waiting[request.id] = request;
}

void RandomSite::end(RequestId id) {
    m_planner->ended(id, now);
    m_running.erase(id);
    std::erase_if(m_lost, [&](const auto& task) { return task.first == id; });
}

void RandomSite::withdraw(RequestId id) {
    EXPECT_TRUE(m_planner->withdraw(id));
    m_waiting.erase(id);
}

bool RandomSite::amend(const Request& request) {
    m_waiting[request.id] = request;
    return m_planner->amend(request);
}

void RandomSite::step() {
    now += std::chrono::minutes(draw(15));
    const int dice = static_cast<int>(draw(100));
    int below = m_habits.submissions;
    if (dice < below)
        submit(ask());
    else if (dice < (below += m_habits.withdrawals)) {
        if (!m_waiting.empty())
            withdraw(std::next(m_waiting.begin(), draw(static_cast<std::uint32_t>(m_waiting.size())))->first);
    } else if (dice < (below += m_habits.losses))
        loseOrReturnNode();
    else if (dice < (below += m_habits.quotas))
        changeQuota();
    else if (dice < (below += m_habits.restarts))
        restart();
    else
        endSomebody();
    cycle();
}

void RandomSite::cycle() {
    m_plan = m_planner->cycle(now);
    told(m_plan);
}

void RandomSite::settle() {
    std::size_t calm = 0;
    for (std::size_t i = 0; i < kSettleCycles && calm < kCalmCycles; ++i) {
        const auto before = m_planner->version();
        cycle();
        calm = m_planner->version() == before ? calm + 1 : 0;
    }
}

void RandomSite::told(const Plan& plan) {
    for (const RequestId id : plan.withdrawn) {
        EXPECT_TRUE(m_running.erase(id));
        std::erase_if(m_lost, [&](const auto& task) { return task.first == id; });
        m_decisions.emplace_back(id, 0, kNoNode);
        const auto* request = m_planner->waiting().find(id);
        if (request != nullptr) m_waiting[id] = *request;
        if (request == nullptr) m_waiting[id] = m_planner->running().find(id)->request;
    }
    for (const auto& [id, member, grant] : plan.replacements) {
        EXPECT_TRUE(m_lost.erase({id, member}));
        EXPECT_TRUE(m_ready[grant.node]);
        m_decisions.emplace_back(id, member, grant.node);
    }
    for (const auto& start : plan.starts) {
        ASSERT_TRUE(m_waiting.contains(start.id)) << "it starts without waiting";
        const Request& request = m_waiting[start.id];
        ASSERT_EQ(start.grants.size(), static_cast<std::size_t>(request.tasks)) << "a gang in part";
        for (std::size_t i = 0; i < start.grants.size(); ++i) {
            EXPECT_TRUE(m_ready[start.grants[i].node]);
            m_decisions.emplace_back(start.id, i, start.grants[i].node);
        }
        for (std::optional<queues::QueueIndex> up = request.queue; up; up = m_specs[*up].parent)
            for (std::size_t i = 0; i < m_specs[*up].limit.size(); ++i) {
                const auto asked =
                    amountsOf(m_planner->placer().cluster().catalogue().shape(request.shape), request.tasks);
                if (m_specs[*up].limit[i] >= 0 && asked[i] > 0) {
                    EXPECT_LE(queues::at(m_planner->tree().used(*up), i), m_specs[*up].limit[i]) << "queue " << *up;
                }
            }
        m_waiting.erase(start.id);
        m_running.insert(start.id);
    }
}

/// Whoever has reached its limit ends; else somebody does early.
void RandomSite::endSomebody() {
    std::vector<RequestId> due;
    for (const auto& [ends, id] : m_planner->running().ends())
        if (ends <= now) due.push_back(id);
    if (due.empty() && !m_running.empty())
        due.push_back(*std::next(m_running.begin(), draw(static_cast<std::uint32_t>(m_running.size()))));
    for (const RequestId id : due) end(id);
}

void RandomSite::loseOrReturnNode() {
    const NodeIndex node = draw(static_cast<std::uint32_t>(m_nodes.size()));
    m_ready[node] = !m_ready[node];
    m_planner->placer().cluster().setReady(node, m_ready[node]);
    m_planner->nodeChanged(node);
    if (m_ready[node]) return;
    const auto running = m_running;
    for (const RequestId id : running) {
        const auto grants = m_planner->running().find(id)->grants;
        for (std::size_t member = 0; member < grants.size(); ++member) {
            if (grants[member].node != node) continue;
            if (grants.size() == 1) {
                end(id);
            } else {
                EXPECT_TRUE(m_planner->lost(id, member, now));
                m_lost.emplace(id, member);
            }
        }
    }
}

void RandomSite::changeQuota() {
    const auto queue = static_cast<queues::QueueIndex>(draw(6));
    auto& spec = m_specs[queue];
    spec.weight = 1 + draw(4);
    spec.guaranteed = {0, 0, 0, 1000 * static_cast<std::int64_t>(draw(20))};
    spec.limit = {-1, -1, -1, draw(3) == 0 ? -1 : 1000 * static_cast<std::int64_t>(8 + draw(50))};
    m_planner->tree().change(queue, spec);
}

void RandomSite::restart() {
    std::vector<Running> running;
    for (const RequestId id : m_running) running.push_back(*m_planner->running().find(id));
    build();
    m_planner->tree().advance(now);
    for (auto& one : running) m_planner->adopt(std::move(one));
    for (const auto& [id, request] : m_waiting) m_planner->submit(request);
    for (const auto& [id, member] : m_lost) EXPECT_TRUE(m_planner->lost(id, member, now));
}

void RandomSite::check() const {
    checkRooms();
    checkQueues();
    checkGangs();
}

void RandomSite::checkRooms() const {
    const auto& cluster = m_planner->placer().cluster();
    std::vector<NodeRoom> rooms;
    for (const auto& kind : m_nodes) rooms.push_back(emptyRoom(kind));
    for (const RequestId id : m_running)
        for (const auto& grant : m_planner->running().find(id)->grants)
            if (grant.node != kNoNode)
                take(cluster.catalogue().shape(grant.shape), grant.cards, m_nodes[grant.node], rooms[grant.node]);
    for (NodeIndex node = 0; node < rooms.size(); ++node) {
        EXPECT_EQ(rooms[node], cluster.room(node)) << "node " << node << " has not what is left of it";
        EXPECT_GE(rooms[node].cpu, 0);
        EXPECT_GE(rooms[node].memory, 0);
        EXPECT_GE(*std::ranges::min_element(rooms[node].milli), 0);
    }
}

void RandomSite::checkQueues() const {
    std::vector<queues::Amounts> sums(m_specs.size(), queues::Amounts(4));
    const auto& catalogue = m_planner->placer().cluster().catalogue();
    for (const RequestId id : m_running) {
        const auto& request = m_planner->running().find(id)->request;
        for (std::optional<queues::QueueIndex> up = request.queue; up; up = m_specs[*up].parent)
            queues::add(sums[*up], amountsOf(catalogue.shape(request.shape), request.tasks));
    }
    for (queues::QueueIndex queue = 0; queue < sums.size(); ++queue)
        for (std::size_t i = 0; i < sums[queue].size(); ++i)
            EXPECT_EQ(queues::at(m_planner->tree().used(queue), i), sums[queue][i]) << "use of " << queue;
}

void RandomSite::checkGangs() const {
    const auto& topology = m_planner->placer().cluster().topology();
    for (const RequestId id : m_running) {
        const auto& running = *m_planner->running().find(id);
        EXPECT_EQ(running.grants.size(), static_cast<std::size_t>(running.request.tasks));
        std::set<DomainId> domains;
        for (std::size_t i = 0; i < running.grants.size(); ++i) {
            EXPECT_EQ(running.grants[i].node == kNoNode, m_lost.contains({id, i})) << "a task without a node";
            if (running.grants[i].node != kNoNode)
                domains.insert(topology.domain(running.grants[i].node, running.request.level));
        }
        if (running.request.together != Together::Required || domains.empty()) continue;
        EXPECT_EQ(domains.size(), 1u) << "a required domain is left";
        EXPECT_FALSE(domains.contains(kNoDomain));
    }
}

}  // namespace ph::planning::test
