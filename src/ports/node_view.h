#pragma once

#include "base/async.h"
#include "domain/nodes/node.h"

#include <string>
#include <vector>

namespace ph {

/// The nodes as the scheduler loop last saw them. Called on the logic thread.
class NodeView {
public:
    virtual ~NodeView() = default;
    virtual std::vector<NodeSummary> nodes() const = 0;
    /// Oldest first; kNodeNotFound.
    virtual Async<std::vector<UsageSample>> samples(NodeId id, std::size_t count) = 0;
};

}  // namespace ph
