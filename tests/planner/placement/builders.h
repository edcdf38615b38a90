#pragma once

#include "planner/placement/placer.h"

#include <random>
#include <string>
#include <vector>

namespace ph::placement::test {

/// A node of `cores` and `memory` GiB with `count` cards of one model and 16 GiB each.
inline NodeClass nodeOf(int cores, int memory, int count = 0, const std::string& model = "T4") {
    NodeClass kind;
    kind.architecture = "x86-64";
    kind.cpu = cores * 1000;
    kind.memory = memory * 1024;
    kind.scratch = 100 * 1024;
    kind.cards.assign(count, {model, 16 * 1024});
    return kind;
}

/// A task of `cores` and `memory` GiB without cards.
inline JobShape hostTask(int cores, int memory) {
    JobShape shape;
    shape.cpu = cores * 1000;
    shape.memory = memory * 1024;
    shape.scratch = 1024;
    return shape;
}

inline JobShape wholeTask(int cores, int memory, int count, std::set<std::string> models = {}) {
    JobShape shape = hostTask(cores, memory);
    shape.cards = {count, kWholeCard, 0, std::move(models)};
    return shape;
}

inline JobShape shareTask(int cores, int memory, int milli, std::int32_t cardMemory = 0,
                          std::set<std::string> models = {}) {
    JobShape shape = hostTask(cores, memory);
    shape.cards = {1, milli, cardMemory, std::move(models)};
    return shape;
}

/// Everything that a decision can depend on, of every node.
inline std::vector<NodeRoom> roomsOf(const Cluster& cluster) {
    std::vector<NodeRoom> rooms;
    for (NodeIndex i = 0; i < cluster.size(); ++i) rooms.push_back(cluster.room(i));
    return rooms;
}

/// A mixed site and the shapes that come to it, for random histories.
struct Site {
    Placer placer;
    std::vector<ShapeId> shapes;

    explicit Site(int rounds = 3) {
        for (int i = 0; i < rounds; ++i) {
            placer.cluster().add(nodeOf(96, 384, 8, "A100"));
            placer.cluster().add(nodeOf(104, 512, 2, "T4"));
            placer.cluster().add(nodeOf(16, 120, 2, "P100"));
            placer.cluster().add(nodeOf(32, 64));
        }
        for (const auto& shape :
             {hostTask(8, 16), hostTask(2, 30), wholeTask(11, 48, 1), wholeTask(4, 8, 1, {"T4"}), wholeTask(64, 256, 8),
              wholeTask(20, 60, 2), shareTask(3, 6, 810), shareTask(8, 30, 470), shareTask(4, 8, 250, 8 * 1024),
              shareTask(4, 8, 160, 0, {"P100", "T4"}), wholeTask(33, 120, 4, {"A100"})})
            shapes.push_back(placer.cluster().intern(shape));
    }
};

/// One step of a random history: a task comes, goes, or a gang is tried.
class RandomHistory {
public:
    RandomHistory(Site& site, unsigned seed) : m_site(site), m_random(seed) {}

    ShapeId anyShape() { return m_site.shapes[m_random() % m_site.shapes.size()]; }
    bool chance(unsigned percent) { return m_random() % 100 < percent; }

    void step() {
        if (!m_grants.empty() && chance(45)) {
            leave();
            return;
        }
        const ShapeId shape = anyShape();
        m_site.placer.arrived(shape);
        if (const auto grant = m_site.placer.place(shape)) m_grants.push_back(*grant);
    }
    void leave() {
        std::swap(m_grants[m_random() % m_grants.size()], m_grants.back());
        m_site.placer.cluster().give(m_grants.back());
        m_grants.pop_back();
    }
    void leaveAll() {
        while (!m_grants.empty()) leave();
    }
    const std::vector<Grant>& grants() const { return m_grants; }

private:
    Site& m_site;
    std::mt19937 m_random;
    std::vector<Grant> m_grants;
};

}  // namespace ph::placement::test
