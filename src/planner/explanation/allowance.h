#pragma once

#include "planner/queues/queue_tree.h"

#include <vector>

namespace ph::explanation {

/// Whether the limits above a queue allow a request, while jobs end or come back. One thread.
class Allowance {
public:
    Allowance(const queues::QueueTree& tree, queues::QueueIndex queue, const queues::Amounts& asked);

    bool enough() const;
    /// Whether what that queue holds counts against a limit that is in the way.
    bool concerns(queues::QueueIndex queue) const;
    void give(queues::QueueIndex queue, const queues::Amounts& amounts) { move(queue, amounts, -1); }
    void take(queues::QueueIndex queue, const queues::Amounts& amounts) { move(queue, amounts, 1); }

private:
    struct Over {
        queues::QueueIndex queue = 0;
        std::size_t dimension = 0;
        std::int64_t excess = 0;
    };
    void move(queues::QueueIndex queue, const queues::Amounts& amounts, int sign);
    bool under(queues::QueueIndex queue, queues::QueueIndex above) const;

    const queues::QueueTree& m_tree;
    std::vector<Over> m_overs;  ///< limits that would be broken at first
};

/// The first limit, from the queue upwards, that `asked` alone breaks, were nothing held.
std::optional<queues::Obstacle> capOf(const queues::QueueTree& tree, queues::QueueIndex queue,
                                      const queues::Amounts& asked);

}  // namespace ph::explanation
