// Placements and releases a second, one thread, in clusters like the trace's with 95 % of the cards allocated: tasks of
// the trace's mix come and go, each placed by score.
//   bench_decisions NODES.csv PODS.csv SECONDS SIZE...

#include "bench/trace.h"
#include "planner/placement/placer.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

namespace {

using namespace ph;
using namespace bench;
/// Seconds of this thread's processor time: what others do on the machine does not count.
double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// A cluster of `size` nodes in the trace's proportions, and the pods that come to it.
class Site {
public:
    Site(const std::vector<TraceNode>& nodes, const PodList& list, std::size_t size) : m_list(list) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto& node = nodes[i % nodes.size()];
            placement::NodeClass kind;
            kind.cpu = node.cpu;
            kind.memory = node.memory;
            kind.cards.assign(node.cards, {node.model, 16'384});
            m_capacity += node.cards * 1000;
            m_placer.cluster().add(kind);
        }
        for (const auto& pod : list.shapes) {
            placement::JobShape shape;
            shape.cpu = pod.cpu;
            shape.memory = pod.memory;
            shape.cards = {pod.cards, pod.cards > 0 ? pod.milli : placement::kWholeCard, 0, {}};
            m_ids.push_back(m_placer.cluster().intern(shape));
        }
    }

    double allocated() const {
        return 1 - static_cast<double>(m_placer.cluster().idleMilli()) / static_cast<double>(m_capacity);
    }

    void fill(double share) {
        while (allocated() < share) {
            const auto shape = m_ids[m_list.pods[m_random() % m_list.pods.size()]];
            m_placer.arrived(shape);
            book(m_placer.best(shape), shape);
        }
    }

    /// Placements and releases a second: a few random tasks leave, as many of the same shapes come and are placed in
    /// another order. One that finds no room waits for the next turn, so that as much stays allocated as there was.
    double rate(double seconds, bool scan) {
        std::size_t done = 0;
        const double begin = now();
        double elapsed = 0;
        do {
            for (int i = 0; i < (scan ? 1 : kTurn); ++i) {
                release();
                ++done;
            }
            std::vector<placement::ShapeId> waiting;
            std::swap(waiting, m_waiting);
            for (; !waiting.empty(); waiting.pop_back()) {
                std::swap(waiting[m_random() % waiting.size()], waiting.back());
                const auto shape = waiting.back();
                if (!scan) m_placer.arrived(shape);
                if (book(scan ? m_placer.bestByScan(shape) : m_placer.best(shape), shape))
                    ++done;
                else
                    m_waiting.push_back(shape);
            }
            elapsed = now() - begin;
        } while (elapsed < seconds);
        return static_cast<double>(done) / elapsed;
    }

private:
    bool book(const std::optional<placement::Candidate>& found, placement::ShapeId shape) {
        if (!found) return false;
        m_grants.push_back({shape, found->node, found->cards});
        m_placer.cluster().take(m_grants.back());
        return true;
    }

    static constexpr int kTurn = 64;

    void release() {
        std::swap(m_grants[m_random() % m_grants.size()], m_grants.back());
        m_placer.cluster().give(m_grants.back());
        m_waiting.push_back(m_grants.back().shape);
        m_grants.pop_back();
    }

    const PodList& m_list;
    placement::Placer m_placer;
    std::vector<placement::ShapeId> m_ids;
    std::vector<placement::Grant> m_grants;
    std::vector<placement::ShapeId> m_waiting;
    std::int64_t m_capacity = 0;
    std::mt19937_64 m_random{42};
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int count, char** words) {
    if (count < 5) {
        std::fprintf(stderr, "bench_decisions NODES.csv PODS.csv SECONDS SIZE...\n");
        return 2;
    }
    const auto nodes = readNodes(words[1]);
    const auto list = readPods(words[2]);
    const double seconds = std::stod(words[3]);
    constexpr double kShare = 0.95;
    for (int i = 4; i < count; ++i) {
        const std::size_t size = std::stoul(words[i]);
        const double begin = now();
        Site site(nodes, list, size);
        site.fill(kShare);
        std::fprintf(stderr, "bench: %zu nodes: %.1f %% allocated after %.1f s\n", size, 100 * site.allocated(),
                     now() - begin);
        site.rate(seconds, false);  // a state that came about by coming and going
        std::vector<double> rates;
        for (int round = 0; round < 5; ++round) rates.push_back(site.rate(seconds, false));
        const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
        std::fprintf(stderr, "bench: %zu nodes: 5 runs from %.0f to %.0f, %.1f %% allocated\n", size, *least, *most,
                     100 * site.allocated());
        std::printf("decisions.n%zu.rate %.0f 1/s\n", size, median(rates));
        if (size == 10'000) {
            const double naive = site.rate(seconds, true);
            std::fprintf(stderr, "bench: %zu nodes: a scan of all nodes makes %.0f a second\n", size, naive);
            std::printf("decisions.n%zu.over_naive %.1f ratio\n", size, median(rates) / naive);
        }
        std::fflush(stdout);
    }
    return 0;
}
