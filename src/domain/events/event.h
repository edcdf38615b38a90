#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"

#include <boost/describe/enum.hpp>

#include <optional>
#include <string>

namespace ph {

enum class EventKind { JobChanged, JobRemoved, NodeChanged, NodeRemoved, UserChanged };
BOOST_DESCRIBE_ENUM(EventKind, JobChanged, JobRemoved, NodeChanged, NodeRemoved, UserChanged)

/// Where a reader stands. The epoch changes when the store is restored from a backup.
struct EventPosition {
    std::int64_t epoch = 0;
    std::int64_t seq = 0;
    friend auto operator<=>(const EventPosition&, const EventPosition&) = default;
};

/// One committed fact. `payload` is the JSON of the object's row after the change (JobSummary, NodeSummary, User).
struct Event {
    std::int64_t seq = 0;  ///< given by the log
    Timestamp at;
    std::optional<OrgId> org;     ///< nullopt: of the site, visible to everybody
    std::optional<UserId> owner;  ///< nullopt: not owned by one person
    EventKind kind = EventKind::JobChanged;
    std::string object;  ///< the id of what changed
    std::string payload;
};

/// "3.1042" <-> (epoch 3, seq 1042).
std::string positionText(EventPosition position);
std::optional<EventPosition> parsePosition(const std::string& text);

inline constexpr ErrorId kEventsGone{"events-gone", ErrorKind::Gone};

}  // namespace ph
