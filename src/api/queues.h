#pragma once

#include "domain/queues/queue.h"

namespace ph::api {

struct QueueList {
    std::vector<Queue> items;
};
BOOST_DESCRIBE_STRUCT(QueueList, (), (items))

}  // namespace ph::api
