#pragma once

#include "base/error.h"
#include "base/id.h"
#include "base/units.h"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// How much of what queues share; what is not said is neither guaranteed nor limited.
struct QueueAmounts {
    std::optional<MilliCpu> cpu;
    std::optional<Bytes> memory;
    std::optional<std::int64_t> accelerators;
    friend bool operator==(const QueueAmounts&, const QueueAmounts&) = default;
};
BOOST_DESCRIBE_STRUCT(QueueAmounts, (), (cpu, memory, accelerators))

/// What an organisation's queue may have. Below what it is guaranteed it comes before those that borrow; what is
/// borrowed is shared by weight.
struct QueueSettings {
    std::int64_t weight = 1;  ///< 1 to 1,000,000
    QueueAmounts guaranteed;
    QueueAmounts limit;  ///< never more, of all its running jobs together
    friend bool operator==(const QueueSettings&, const QueueSettings&) = default;
};
BOOST_DESCRIBE_STRUCT(QueueSettings, (), (weight, guaranteed, limit))

/// An organisation's place in the scheduler.
struct Queue {
    OrgId org;
    std::string name;  ///< the organisation's
    QueueSettings settings;
    QueueAmounts held;  ///< by all its live allocations
    /// Paths of amounts of which the site has less, such as "limit.cpu": they hold back nobody, or cannot be given.
    std::vector<std::string> beyondSite;
};
BOOST_DESCRIBE_STRUCT(Queue, (), (org, name, settings, held, beyondSite))

inline constexpr ErrorId kQueueNotFound{"queue-not-found", ErrorKind::NotFound};

/// Every fault with its path.
std::vector<Fault> validateQueueSettings(const QueueSettings& settings);
/// Paths of amounts that are more than `site` has.
std::vector<std::string> beyondSite(const QueueSettings& settings, const QueueAmounts& site);

}  // namespace ph
