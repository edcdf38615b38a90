#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// A node of the trace `openb-nodes.csv`.
struct TraceNode {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    int cards = 0;
    std::string model;
};

/// A pod shape of a trace `openb-pods-*.csv`: `milli` of each of `cards`; no models: any.
struct TraceShape {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    int cards = 0;
    int milli = 0;
    std::vector<std::string> models;

    std::int64_t total() const { return std::int64_t{cards} * milli; }
    bool isShare() const { return cards == 1 && milli < 1000; }
    friend auto operator<=>(const TraceShape&, const TraceShape&) = default;
};

/// The pods of one list by their shape; `suffixes[i]` is what the name of pod i ends in.
struct PodList {
    std::vector<TraceShape> shapes;
    std::vector<std::size_t> pods;  ///< shape of each
    std::vector<std::string> suffixes;
};

/// One run: the nodes in the order in which ties are decided, and the shapes that arrive.
struct Arrivals {
    std::vector<std::size_t> nodes;
    std::vector<std::size_t> pods;
};

/// All of these end the program with a sentence on standard error when a file is missing or malformed.
std::vector<TraceNode> readNodes(const std::string& path);
PodList readPods(const std::string& path);
Arrivals readArrivals(const std::string& path, const PodList& list, std::size_t nodes);

}  // namespace bench
