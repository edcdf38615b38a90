#include "planner/simulation/experiment.h"

#include "planner/simulation/replay.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace ph::simulation {

namespace {

constexpr auto kHalfLife = std::chrono::hours(24 * 7);
constexpr std::int64_t kWeights = 1000;

planning::Policy policyOf(PolicyName name) {
    switch (name) {
        case PolicyName::Fifo:
            return planning::Policy::fifo();
        case PolicyName::BestEffort:
            return planning::Policy::bestEffort();
        case PolicyName::Easy:
            return planning::Policy::easy();
        case PolicyName::Pilothouse:
            break;
    }
    return planning::Policy::pilothouse();
}

/// Which queue each row is in: one for a tenant, or one for all.
class Tenants {
public:
    Tenants(const Trace& trace, bool separate, std::int64_t cards)
        : tree({0, 0, 0, 1000 * cards}, kHalfLife), m_separate(separate) {
        std::map<std::string, double> asked;
        double all = 0;
        for (const auto& row : trace) {
            const double cardTime = row.cards * static_cast<double>(row.runs.count());
            asked[nameOf(row)] += cardTime;
            all += cardTime;
        }
        for (const auto& [tenant, cardTime] : asked) {
            queues::QueueSpec spec;
            spec.weight = std::max<std::int64_t>(1, all > 0 ? static_cast<std::int64_t>(kWeights * cardTime / all) : 1);
            m_queues[tenant] = tree.add(spec);
        }
    }
    queues::QueueIndex queueOf(const TraceRow& row) const { return m_queues.at(nameOf(row)); }

    queues::QueueTree tree;

private:
    std::string nameOf(const TraceRow& row) const { return m_separate ? row.tenant : std::string(); }

    bool m_separate;
    std::map<std::string, queues::QueueIndex> m_queues;
};

/// Jobs that could run on the empty site, and of which row each is.
struct Jobs {
    std::vector<TraceJob> all;
    std::vector<const TraceRow*> rows;
    std::vector<std::size_t> impossible;
};

Jobs jobsOf(const Trace& trace, const Tenants& tenants, const Setting& setting, placement::Cluster& cluster) {
    std::mt19937 random(setting.seed);
    constexpr std::array kSlack{1, 2, 5, 10};
    Jobs jobs;
    for (const auto& row : trace) {
        int each = std::min(row.cards, setting.cardsOfANode);
        while (each > 1 && row.cards % each != 0) --each;
        const Micros drawn = row.runs * kSlack[random() % kSlack.size()];
        const int tasks = each == 0 ? 1 : row.cards / each;
        if (each > 0 && tasks > std::int64_t{setting.nodes} * (setting.cardsOfANode / each)) {
            jobs.impossible.push_back(row.line);
            continue;
        }
        placement::JobShape shape;
        shape.cards.count = each;
        planning::Request request;
        request.id = jobs.all.size();
        request.queue = tenants.queueOf(row);
        request.tasks = tasks;
        request.shape = cluster.intern(shape);
        request.queuedAt = row.submitted;
        request.limit = std::max<Micros>(std::chrono::seconds(1), row.limit.value_or(drawn));
        jobs.all.push_back({request, std::min(row.runs, request.limit)});
        jobs.rows.push_back(&row);
    }
    return jobs;
}

Waits waitsOf(std::vector<Micros> waits) {
    if (waits.empty()) return {};
    std::ranges::sort(waits);
    const auto percentile = [&](std::size_t p) {
        return waits[std::max<std::size_t>(1, (waits.size() * p + 99) / 100) - 1];
    };
    Micros sum{};
    for (const Micros wait : waits) sum += wait;
    return {waits.size(), sum / static_cast<std::int64_t>(waits.size()), percentile(50), percentile(95),
            percentile(99)};
}

}  // namespace

std::string_view word(PolicyName policy) {
    constexpr std::string_view kWords[]{"fifo", "besteffort", "easy", "pilothouse"};
    return kWords[static_cast<std::size_t>(policy)];
}

Outcome simulate(const Trace& trace, PolicyName policy, const Setting& setting,
                 const std::function<void(std::size_t)>& progress) {
    const Tenants tenants(trace, policy == PolicyName::Pilothouse, std::int64_t{setting.nodes} * setting.cardsOfANode);
    planning::Planner planner(policyOf(policy), tenants.tree);
    placement::NodeClass kind;
    kind.cards.assign(static_cast<std::size_t>(setting.cardsOfANode), {"card", 0});
    for (int i = 0; i < setting.nodes; ++i) planner.placer().cluster().add(kind);
    const auto jobs = jobsOf(trace, tenants, setting, planner.placer().cluster());
    const Micros lastArrival = trace.empty() ? Micros{} : Micros{trace.back().submitted};
    const Micros end = std::min(setting.end, std::max<Micros>(lastArrival, std::chrono::seconds(1)));
    const auto replayed = replay(planner, jobs.all, setting.begin, end, progress);

    Outcome outcome;
    outcome.impossible = jobs.impossible;
    std::vector<Micros> all, single, within, across;
    double slowdown = 0;
    for (const auto& job : jobs.all) {
        const int cards = jobs.rows[job.request.id]->cards;
        const Micros wait = replayed.started[job.request.id] - job.request.queuedAt;
        all.push_back(wait);
        (cards <= 1 ? single : cards <= setting.cardsOfANode ? within : across).push_back(wait);
        const auto runs = static_cast<double>(job.runs.count());
        slowdown += std::max(1.0, (static_cast<double>(wait.count()) + runs) / std::max(runs, 1e7));
    }
    if (!all.empty()) outcome.slowdown = slowdown / static_cast<double>(all.size());
    const double window = static_cast<double>(std::max<std::int64_t>(1, (end - setting.begin).count()));
    outcome.use = static_cast<double>(replayed.used) / (1000.0 * setting.nodes * setting.cardsOfANode * window);
    outcome.all = waitsOf(std::move(all));
    outcome.single = waitsOf(std::move(single));
    outcome.within = waitsOf(std::move(within));
    outcome.across = waitsOf(std::move(across));
    return outcome;
}

}  // namespace ph::simulation
