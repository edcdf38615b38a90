#pragma once

#include "domain/jobs/job_state.h"

#include <boost/describe/class.hpp>

#include <string>
#include <vector>

namespace ph {

/// How many nodes were set aside for one cause, in the order in which they were.
struct NodeFunnelStep {
    std::string cause;  ///< "not-ready", "model", "cpu", "memory", "scratch", "accelerators"
    int nodes = 0;
};
BOOST_DESCRIBE_STRUCT(NodeFunnelStep, (), (cause, nodes))

/// Asked against free, for the node that comes nearest. Units of the resource: milli-CPU, bytes or cards.
struct ResourceGap {
    std::string resource;
    std::int64_t asked = 0;
    std::int64_t free = 0;
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(ResourceGap, (), (resource, asked, free, total))

/// The planner's answer to "why is my job waiting?".
struct Verdict {
    Reason reason;
    int nodes = 0;  ///< all nodes looked at
    std::vector<NodeFunnelStep> funnel;
    std::vector<ResourceGap> nearest;
};
BOOST_DESCRIBE_STRUCT(Verdict, (), (reason, nodes, funnel, nearest))

}  // namespace ph
