#include "planner/placement/scarcity.h"

#include <algorithm>
#include <cmath>

namespace ph::placement {

namespace {

constexpr int kLevels = 4;  // few, as each change makes nodes be judged anew

/// Whether every place for `large` is one for `small`.
bool covers(const JobShape& large, const JobShape& small) {
    const auto& models = small.cards.models;
    const auto& own = large.cards.models;
    const bool sameNodes =
        (small.architecture.empty() || small.architecture == large.architecture) &&
        std::includes(large.labels.begin(), large.labels.end(), small.labels.begin(), small.labels.end()) &&
        std::includes(small.tolerations.begin(), small.tolerations.end(), large.tolerations.begin(),
                      large.tolerations.end());
    const bool sameCards =
        models.empty() || (!own.empty() && std::includes(models.begin(), models.end(), own.begin(), own.end()));
    return sameNodes && sameCards && large.cards.count >= small.cards.count && large.cpu >= small.cpu &&
           large.memory >= small.memory && large.scratch >= small.scratch;
}

std::int64_t squareRoot(std::int64_t value) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
    while (root * root > value) --root;
    while ((root + 1) * (root + 1) <= value) ++root;
    return root;
}

}  // namespace

void Scarcity::choose(const Mix& mix, const Catalogue& catalogue) {
    std::vector<MixEntry> several;
    for (const auto& entry : mix.entries) {
        const auto& cards = catalogue.shape(entry.shape).cards;
        if (!cards.isShare() && cards.count >= 2) several.push_back(entry);
    }
    const auto volume = [&](const MixEntry& entry) { return entry.parts * catalogue.shape(entry.shape).cards.count; };
    std::stable_sort(several.begin(), several.end(),
                     [&](const auto& a, const auto& b) { return volume(a) > volume(b); });
    m_shapes.clear();
    for (std::size_t i = 0; i < std::min(several.size(), kMostShapes); ++i) {
        const auto& small = catalogue.shape(several[i].shape);
        std::int64_t cards = 0;
        for (const auto& entry : several)
            if (covers(catalogue.shape(entry.shape), small)) cards += volume(entry);
        m_shapes.push_back({several[i].shape, cards / small.cards.count});
    }
}

void Scarcity::rebuild(const Mix& mix, Cluster& cluster) {
    choose(mix, cluster.catalogue());
    m_milliPerTask = mix.milliPerTask;
    m_places.assign(cluster.size(), {});
    m_seen = 0;
    m_anyPrice = false;
    refresh(cluster);
}

void Scarcity::count(const Cluster& cluster, NodeIndex index) {
    if (index >= m_places.size()) m_places.resize(cluster.size());
    const auto& outline = cluster.outline(index);
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        const auto& match = cluster.catalogue().match(m_shapes[i].shape, outline.kind);
        int places = 0;
        if (match.eligible() && outline.mayHold(cluster.catalogue().shape(m_shapes[i].shape)))
            places = slots(cluster.catalogue().shape(m_shapes[i].shape), match.cards, cluster.room(index));
        m_shapes[i].places += places - m_places[index][i];
        m_places[index][i] = static_cast<std::uint8_t>(places);
    }
}

/// The upper tail of a Poisson number of tasks, as the straight line that touches the normal one in the middle.
int Scarcity::levelOf(const Priced& priced, std::int64_t idleMilli) const {
    if (m_milliPerTask == 0) return 0;
    const std::int64_t demand = idleMilli * 16 * (priced.demand / 16) / std::max<std::int64_t>(m_milliPerTask / 16, 1);
    const std::int64_t deviation = squareRoot(16 * demand + 64);
    const std::int64_t surplus = 16 * priced.places - 8 - demand;
    return static_cast<int>(std::clamp<std::int64_t>(kLevels / 2 - surplus * kLevels / 4 / deviation, 0, kLevels));
}

void Scarcity::refresh(Cluster& cluster) {
    if (m_shapes.empty() || cluster.changes() == m_seen) return;
    if (!cluster.visitChanged(m_seen, [&](NodeIndex node) { count(cluster, node); }))
        for (NodeIndex node = 0; node < cluster.size(); ++node) count(cluster, node);
    m_seen = cluster.changes();
    std::array<bool, kMostShapes> changed{};
    bool any = false;
    m_anyPrice = false;
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        Priced& priced = m_shapes[i];
        const int level = levelOf(priced, cluster.idleMilli());
        if (level != priced.level) {
            priced.level = level;
            priced.price = std::int64_t{cluster.catalogue().shape(priced.shape).cards.milli()} * level / kLevels;
            changed[i] = any = true;
        }
        if (priced.price > 0) m_anyPrice = true;
    }
    if (!any) return;
    for (NodeIndex node = 0; node < m_places.size(); ++node)
        for (std::size_t i = 0; i < m_shapes.size(); ++i)
            if (changed[i] && m_places[node][i] > 0) {
                cluster.touch(node);
                break;
            }
    m_seen = cluster.changes();
}

std::int64_t Scarcity::cost(ClassId kind, const NodeRoom& before, const NodeRoom& after,
                            const Catalogue& catalogue) const {
    if (!m_anyPrice || std::popcount(before.whole) < 2) return 0;
    std::int64_t most = 0;
    for (const auto& priced : m_shapes) {
        if (priced.price == 0) continue;
        const auto& match = catalogue.match(priced.shape, kind);
        if (!match.eligible()) continue;
        const auto& shape = catalogue.shape(priced.shape);
        const int had = slots(shape, match.cards, before);
        if (had > 0) most = std::max(most, priced.price * (had - slots(shape, match.cards, after)));
    }
    return most;
}

}  // namespace ph::placement
