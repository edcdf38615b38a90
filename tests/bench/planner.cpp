// Times cycles of the planner and explanations: 100,000 waiting jobs of 500 shapes in 200 queues, 10,000 nodes. Prints
// "name value unit" lines.
#include "planner/planning/planner.h"

#include "planner/explanation/explainer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>

using namespace ph;
using namespace std::chrono_literals;
using planning::Micros;

namespace {

constexpr int kNodes = 10'000;
constexpr int kShapes = 500;
constexpr int kOrganisations = 20;
constexpr int kQueuesOfEach = 10;
constexpr std::size_t kWaiting = 100'000;
constexpr int kChanges = 301;
constexpr int kExplained = 301;

struct Model {
    const char* name;
    int cards;
    std::int64_t cores;
    int part;  ///< percent of the nodes
};
constexpr Model kModels[]{
    {"H200", 8, 192, 20}, {"A100", 8, 128, 30}, {"L40S", 4, 64, 20}, {"T4", 2, 32, 20}, {"", 0, 128, 10}};

/// A site that is full, with its line; the same for the same seed.
class Site {
public:
    Site() : planner(planning::Policy::pilothouse(), tree()) {
        auto& cluster = planner.placer().cluster();
        for (const auto& model : kModels)
            for (int i = 0; i < kNodes * model.part / 100; ++i) {
                placement::NodeClass kind;
                kind.cpu = model.cores * 1000;
                kind.memory = model.cores * 8192;
                kind.cards.assign(static_cast<std::size_t>(model.cards), {model.name, 80'000});
                cluster.add(kind);
            }
        for (int i = 0; i < kShapes; ++i) {
            const auto& model = kModels[m_random() % std::size(kModels)];
            placement::JobShape shape;
            shape.cards.count = model.cards == 0 ? 0
                                                 : 1 << (m_random() % (model.cards == 8   ? 4
                                                                       : model.cards == 4 ? 3
                                                                                          : 2));
            if (shape.cards.count > 0) shape.cards.models = {model.name};
            shape.cpu = 1000 * static_cast<std::int64_t>(1 + m_random() % 8) * std::max(1, shape.cards.count);
            shape.memory = 4096 * static_cast<std::int64_t>(1 + m_random() % 12) * std::max(1, shape.cards.count);
            m_shapes.push_back(cluster.intern(shape));
        }
    }

    planning::Request ask() {
        planning::Request request;
        request.id = ++m_last;
        request.queue = static_cast<queues::QueueIndex>(kOrganisations + m_random() % (kOrganisations * kQueuesOfEach));
        request.shape = m_shapes[m_random() % kShapes];
        request.tasks = m_random() % 10 == 0 ? 2 << (m_random() % 4) : 1;
        request.queuedAt = now;
        request.limit = std::chrono::minutes(10 + m_random() % 5000);
        return request;
    }

    Micros now{1h};
    planning::Planner planner;

private:
    static queues::QueueTree tree() {
        queues::Amounts capacity(4);
        for (const auto& model : kModels) {
            const std::int64_t nodes = kNodes * model.part / 100;
            queues::add(capacity, {model.cores * 1000, model.cores * 8192, 0, 1000 * model.cards}, nodes);
        }
        queues::QueueTree made(capacity, std::chrono::hours(168));
        for (int i = 0; i < kOrganisations; ++i) made.add({});
        for (int i = 0; i < kOrganisations * kQueuesOfEach; ++i) {
            queues::QueueSpec spec;
            spec.parent = static_cast<queues::QueueIndex>(i / kQueuesOfEach);
            made.add(spec);
        }
        return made;
    }

    std::mt19937 m_random{42};
    std::vector<placement::ShapeId> m_shapes;
    planning::RequestId m_last = 0;
};

template <class Work>
double milliseconds(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double residentMiB() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    return 0;
}

/// Explains some of those who wait, anew and again.
void explain(const planning::Planner& planner, const std::vector<planning::Request>& waiting, Micros now) {
    std::vector<double> cold;
    std::vector<double> again;
    std::mt19937 random(9);
    while (cold.size() < kExplained) {
        const auto id = waiting[random() % waiting.size()].id;
        if (planner.waiting().find(id) == nullptr) continue;
        explanation::Explainer explainer(planner);
        cold.push_back(milliseconds([&] { explainer.explain(id, now); }));
        again.push_back(milliseconds([&] { explainer.explain(id, now); }));
    }
    std::ranges::sort(cold);
    std::ranges::sort(again);
    std::fprintf(stderr, "planner: %d explanations from %.2f to %.2f ms\n", kExplained, cold.front(), cold.back());
    std::printf("explain.cold %.2f ms\n", cold[cold.size() / 2]);
    std::printf("explain.cold.p99 %.2f ms\n", cold[cold.size() * 99 / 100]);
    std::printf("explain.again %.4f ms\n", again[again.size() / 2]);
}

}  // namespace

int main() {
    Site site;
    // 1. Full, and a line of that length behind it. The same decisions are then carried into a planner that knows
    // nothing yet.
    std::vector<planning::Running> running;
    std::vector<planning::Request> waiting;
    for (std::size_t batch = kWaiting; site.planner.waiting().size() < kWaiting;) {
        while (site.planner.waiting().size() < batch) site.planner.submit(site.ask());
        site.planner.cycle(site.now);
    }
    for (const auto& [end, id] : site.planner.running().ends()) running.push_back(*site.planner.running().find(id));
    for (queues::QueueIndex queue = 0; queue < site.planner.waiting().queues(); ++queue)
        for (const auto& request : site.planner.waiting().line(queue)) waiting.push_back(request);
    std::fprintf(stderr, "planner: %zu run, %zu wait\n", running.size(), waiting.size());

    // 2. After one change: a job ends, or one more is submitted.
    std::vector<double> changes;
    std::mt19937 random(7);
    std::size_t started = 0;
    for (int i = 0; i < kChanges; ++i) {
        site.now += 1s;
        if (i % 2 == 0)
            site.planner.ended(running[random() % running.size()].request.id, site.now);
        else
            site.planner.submit(site.ask());
        changes.push_back(milliseconds([&] { started += site.planner.cycle(site.now).starts.size(); }));
    }
    std::ranges::sort(changes);
    std::fprintf(stderr, "planner: %d changes started %zu jobs; from %.2f to %.2f ms\n", kChanges, started,
                 changes.front(), changes.back());
    std::printf("planner.change %.2f ms\n", changes[changes.size() / 2]);

    explain(site.planner, waiting, site.now);

    // 3. Cold: everything that runs and waits is known, nothing has been computed.
    Site cold;
    for (auto& one : running) cold.planner.adopt(one);
    for (const auto& request : waiting) cold.planner.submit(request);
    std::printf("planner.cold %.1f ms\n", milliseconds([&] { cold.planner.cycle(site.now); }));
    std::printf("planner.rss %.0f MiB\n", residentMiB());
}
