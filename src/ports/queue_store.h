#pragma once

#include "domain/queues/queue.h"

#include <map>

namespace ph {

/// What organisations' queues may have, of one transaction.
class QueueStore {
public:
    virtual ~QueueStore() = default;
    /// Of the organisations whose queue was ever set.
    virtual Result<std::map<OrgId, QueueSettings>> all() = 0;
    virtual Result<> put(OrgId org, const QueueSettings& settings) = 0;
    /// Grows with every put.
    virtual Result<std::int64_t> revision() = 0;
};

}  // namespace ph
