#pragma once

#include "domain/nodes/node.h"

namespace ph::api {

struct NodeList {
    std::vector<NodeSummary> items;
    std::string position;
};
BOOST_DESCRIBE_STRUCT(NodeList, (), (items, position))

}  // namespace ph::api
