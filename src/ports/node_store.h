#pragma once

#include "domain/nodes/node.h"

#include <optional>
#include <vector>

namespace ph {

/// What is kept of a node between starts; capacity and load are found anew.
struct StoredNode {
    NodeId id;
    std::string name;
    bool cordoned = false;
    std::map<std::string, std::string> labels;
};

class NodeStore {
public:
    virtual ~NodeStore() = default;
    virtual Result<std::optional<StoredNode>> findByName(const std::string& name) = 0;
    virtual Result<> put(const StoredNode& node) = 0;
    virtual Result<std::vector<StoredNode>> all() = 0;
};

}  // namespace ph
