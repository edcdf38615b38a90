#include "planner/placement/census.h"

namespace ph::placement {

namespace {

void countNode(const Cluster& cluster, ShapeId id, NodeIndex index, ClassCensus& row) {
    const auto& outline = cluster.outline(index);
    const auto& room = cluster.room(index);
    const auto& shape = cluster.catalogue().shape(id);
    const auto& match = cluster.catalogue().match(id, outline.kind);
    if (outline.ready == 0)
        ++row.notReady;
    else if (shape.cpu > room.cpu)
        ++row.lackCpu;
    else if (shape.memory > room.memory)
        ++row.lackMemory;
    else if (shape.scratch > room.scratch)
        ++row.lackScratch;
    else if (cardsFit(shape.cards, match.cards, cluster.classOf(index), room))
        ++row.candidates;
    else {
        int free = 0;
        for (CardMask rest = match.cards; rest != 0; rest &= rest - 1) free += room.milli[std::countr_zero(rest)];
        ++(free >= shape.cards.milli() ? row.scatteredCards : row.lackCards);
    }
}

}  // namespace

Census takeCensus(const Cluster& cluster, ShapeId shape) {
    std::vector<ClassCensus> rows(cluster.catalogue().classes());
    for (ClassId kind = 0; kind < rows.size(); ++kind) {
        rows[kind].kind = kind;
        rows[kind].misfit = cluster.catalogue().match(shape, kind).misfit;
    }
    for (NodeIndex node = 0; node < cluster.size(); ++node) {
        ClassCensus& row = rows[cluster.outline(node).kind];
        ++row.nodes;
        if (row.misfit == Misfit::None) countNode(cluster, shape, node, row);
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
