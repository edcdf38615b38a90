#pragma once

#include "planner/placement/cluster.h"

#include <vector>

namespace ph::placement {

/// Nodes of one class, by the first thing that keeps a shape from starting on them now.
struct ClassCensus {
    ClassId kind = 0;
    Misfit misfit = Misfit::None;  ///< why the class can never run it; the other counts are zero then
    int nodes = 0;
    int notReady = 0;
    int lackCpu = 0;
    int lackMemory = 0;
    int lackScratch = 0;
    int lackCards = 0;       ///< fewer free cards of an allowed model than asked for
    int scatteredCards = 0;  ///< free compute is enough, but lies on too many cards
    int kept = 0;            ///< with room, which is promised to somebody else
    int candidates = 0;
    std::int64_t idleMilli = 0;  ///< compute milli free on the nodes that lack cards or have them scattered
};

/// The funnel of nodes for one shape: what an explanation is made of.
struct Census {
    std::vector<ClassCensus> classes;  ///< that have nodes, by id
    int nodes = 0;
    int candidates = 0;
    bool neverFits = true;  ///< on no class, ready or not
};

/// Looks at every node once; `kept` stays zero, as nothing is known of promises here. Pure.
Census takeCensus(const Cluster& cluster, const JobShape& shape);

}  // namespace ph::placement
