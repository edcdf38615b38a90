#include "planner/placement/census.h"

namespace ph::placement {

namespace {

void countNode(const Cluster& cluster, const JobShape& shape, CardMask allowed, NodeIndex index, ClassCensus& row) {
    const auto& outline = cluster.outline(index);
    const auto& room = cluster.room(index);
    if (outline.ready == 0)
        ++row.notReady;
    else if (shape.cpu > room.cpu)
        ++row.lackCpu;
    else if (shape.memory > room.memory)
        ++row.lackMemory;
    else if (shape.scratch > room.scratch)
        ++row.lackScratch;
    else if (cardsFit(shape.cards, allowed, cluster.classOf(index), room))
        ++row.candidates;
    else {
        int free = 0;
        for (CardMask rest = allowed; rest != 0; rest &= rest - 1) free += room.milli[std::countr_zero(rest)];
        row.idleMilli += free;
        ++(free >= shape.cards.milli() ? row.scatteredCards : row.lackCards);
    }
}

}  // namespace

Census takeCensus(const Cluster& cluster, const JobShape& shape) {
    std::vector<ClassCensus> rows(cluster.catalogue().classes());
    std::vector<CardMask> allowed;
    for (ClassId kind = 0; kind < rows.size(); ++kind) {
        const auto match = Catalogue::matchOf(shape, cluster.catalogue().nodeClass(kind));
        rows[kind].kind = kind;
        rows[kind].misfit = match.misfit;
        allowed.push_back(match.cards);
    }
    for (NodeIndex node = 0; node < cluster.size(); ++node) {
        ClassCensus& row = rows[cluster.outline(node).kind];
        ++row.nodes;
        if (row.misfit == Misfit::None) countNode(cluster, shape, allowed[row.kind], node, row);
    }
    Census census;
    for (const auto& row : rows) {
        if (row.nodes == 0) continue;
        census.nodes += row.nodes;
        census.candidates += row.candidates;
        if (row.misfit == Misfit::None) census.neverFits = false;
        census.classes.push_back(row);
    }
    return census;
}

}  // namespace ph::placement
