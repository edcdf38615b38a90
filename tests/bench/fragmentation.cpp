// The experiment of the FGD paper (Weng et al., USENIX ATC 2023): pods arrive one by one, each is placed at once or
// fails for good. Prints how much of the cards is not allocated when as much was asked for as there is.
//   bench_fragmentation NODES.csv PODS_DIR ORDERS_DIR FIRST_SEED LAST_SEED LIST...

#include "bench/baselines.h"
#include "bench/trace.h"
#include "planner/placement/placer.h"

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>

namespace {

using namespace ph;
using namespace bench;

/// Places one pod and says whether it had room.
using Policy = std::function<bool(std::size_t shape)>;

/// Unallocated percent, averaged over the arrivals at which the demand rounds to 100 % of the cards.
double unallocated(const std::vector<TraceNode>& nodes, const PodList& list, const Arrivals& arrivals,
                   const Policy& place) {
    std::int64_t capacity = 0;
    for (const auto& node : nodes) capacity += node.cards * 1000;
    std::int64_t arrived = 0;
    std::int64_t used = 0;
    double sum = 0;
    int events = 0;
    for (const std::size_t pod : arrivals.pods) {
        arrived += list.shapes[pod].total();
        if (place(pod)) used += list.shapes[pod].total();
        const double percent = 100.0 * static_cast<double>(arrived) / static_cast<double>(capacity);
        if (percent > 101) break;
        if (std::llround(percent) != 100) continue;
        sum += 100 - 100.0 * static_cast<double>(used) / static_cast<double>(capacity);
        ++events;
    }
    return sum / events;
}

double runBaseline(Baseline& baseline, const std::vector<TraceNode>& nodes, const PodList& list,
                   const Arrivals& arrivals) {
    std::vector<Room> rooms;
    for (const std::size_t i : arrivals.nodes) {
        Room room{nodes[i].cpu, nodes[i].memory, nodes[i].cards, {}, nodes[i].model};
        std::fill_n(room.milli.begin(), room.cards, 1000);
        rooms.push_back(room);
    }
    return unallocated(nodes, list, arrivals, [&](std::size_t shape) {
        const auto [node, card] = baseline.choose(rooms, shape);
        if (node < 0) return false;
        rooms[node].take(list.shapes[shape], card);
        baseline.changed(node);
        return true;
    });
}

placement::JobShape shapeOf(const TraceShape& pod) {
    placement::JobShape shape;
    shape.cpu = pod.cpu;
    shape.memory = pod.memory;
    shape.cards = {
        pod.cards, pod.cards > 0 ? pod.milli : placement::kWholeCard, 0, {pod.models.begin(), pod.models.end()}};
    return shape;
}

/// Ours knows nothing of the list before it comes: it learns from the pods that have arrived. FGD is told the whole
/// list.
double runOurs(const std::vector<TraceNode>& nodes, const PodList& list, const Arrivals& arrivals) {
    placement::Placer placer;
    for (const std::size_t i : arrivals.nodes) {
        placement::NodeClass kind;
        kind.cpu = nodes[i].cpu;
        kind.memory = nodes[i].memory;
        kind.cards.assign(nodes[i].cards, {nodes[i].model, 16'384});
        placer.cluster().add(kind);
    }
    std::vector<placement::ShapeId> ids;
    for (const auto& shape : list.shapes) ids.push_back(placer.cluster().intern(shapeOf(shape)));
    return unallocated(nodes, list, arrivals, [&](std::size_t shape) {
        placer.arrived(ids[shape]);
        return placer.place(ids[shape]).has_value();
    });
}

}  // namespace

int main(int count, char** words) {
    if (count < 7) {
        std::fprintf(stderr, "bench_fragmentation NODES.csv PODS_DIR ORDERS_DIR FIRST_SEED LAST_SEED LIST...\n");
        return 2;
    }
    const auto nodes = readNodes(words[1]);
    const unsigned first = static_cast<unsigned>(std::stoul(words[4]));
    const unsigned last = static_cast<unsigned>(std::stoul(words[5]));
    double gains = 0;
    for (int i = 6; i < count; ++i) {
        const std::string name = words[i];
        const auto list = readPods(std::string(words[2]) + "/openb-pods-" + name + ".csv");
        std::map<std::string, double> sums;
        for (unsigned seed = first; seed <= last; ++seed) {
            const auto arrivals = readArrivals(std::string(words[3]) + "/" + name + "." + std::to_string(seed) + ".txt",
                                               list, nodes.size());
            const double ours = runOurs(nodes, list, arrivals);
            const double fgd = runBaseline(*makeFgd(list), nodes, list, arrivals);
            sums["ours"] += ours;
            sums["fgd"] += fgd;
            sums["bestfit"] += runBaseline(*makeBestFit(list), nodes, list, arrivals);
            sums["random"] += runBaseline(*makeRandom(list, seed), nodes, list, arrivals);
            std::fprintf(stderr, "bench: %s, seed %u: ours %.2f, fgd %.2f\n", name.c_str(), seed, ours, fgd);
        }
        const double runs = last - first + 1;
        for (const auto* policy : {"ours", "fgd", "bestfit", "random"})
            std::printf("fragmentation.%s.%s %.3f percent\n", name.c_str(), policy, sums[policy] / runs);
        std::printf("fragmentation.%s.gain %.3f points\n", name.c_str(), (sums["fgd"] - sums["ours"]) / runs);
        std::fflush(stdout);
        gains += (sums["fgd"] - sums["ours"]) / runs;
    }
    std::printf("fragmentation.mean.gain %.3f points\n", gains / (count - 6));
    return 0;
}
