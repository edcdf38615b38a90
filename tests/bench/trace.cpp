#include "bench/trace.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

namespace bench {

namespace {

[[noreturn]] void fail(const std::string& what) {
    std::cerr << "bench: " << what << '\n';
    std::exit(1);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

std::ifstream open(const std::string& path) {
    std::ifstream file(path);
    if (!file) fail("cannot read " + path);
    return file;
}

std::vector<std::vector<std::string>> rowsOf(const std::string& path, std::size_t columns) {
    auto file = open(path);
    std::vector<std::vector<std::string>> rows;
    std::string line;
    for (std::getline(file, line); std::getline(file, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        rows.push_back(split(line, ','));
        if (rows.back().size() < columns) fail(path + ": too few columns in " + line);
    }
    return rows;
}

}  // namespace

std::vector<TraceNode> readNodes(const std::string& path) {
    std::vector<TraceNode> nodes;
    for (const auto& row : rowsOf(path, 5))
        nodes.push_back({std::stoll(row[1]), std::stoll(row[2]), std::stoi(row[3]), row[4]});
    return nodes;
}

PodList readPods(const std::string& path) {
    PodList list;
    std::map<TraceShape, std::size_t> known;
    for (const auto& row : rowsOf(path, 5)) {
        TraceShape shape{std::stoll(row[1]), std::stoll(row[2]), std::stoi(row[3]), std::stoi(row[4]), {}};
        if (shape.cards == 0) shape.milli = 0;
        if (row.size() > 5) shape.models = split(row[5], '|');
        const auto [place, isNew] = known.try_emplace(shape, list.shapes.size());
        if (isNew) list.shapes.push_back(shape);
        list.pods.push_back(place->second);
        list.suffixes.push_back(row[0].substr(row[0].rfind('-') + 1));
    }
    return list;
}

Arrivals readArrivals(const std::string& path, const PodList& list, std::size_t nodes) {
    std::map<std::string, std::size_t> shapes;
    for (std::size_t i = 0; i < list.pods.size(); ++i) shapes[list.suffixes[i]] = list.pods[i];
    auto file = open(path);
    Arrivals arrivals;
    std::string line;
    std::getline(file, line);
    std::istringstream first(line);
    std::string word;
    first >> word;
    for (std::size_t node = 0; first >> node;) arrivals.nodes.push_back(node);
    if (word != "#perm" || arrivals.nodes.size() != nodes) fail(path + " does not begin with an order of the nodes");
    while (std::getline(file, line)) {
        if (line.empty()) continue;
        const auto found = shapes.find(line);
        if (found == shapes.end()) fail(path + " names a pod that is not in the list: " + line);
        arrivals.pods.push_back(found->second);
    }
    return arrivals;
}

}  // namespace bench
