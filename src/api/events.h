#pragma once

#include "domain/events/event.h"

#include <boost/describe/class.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace ph::api {

/// One event on the wire; `row` is the object's row after the change (JobSummary, NodeSummary or User by kind).
struct EventRow {
    std::int64_t seq = 0;
    Timestamp at;
    EventKind kind = EventKind::JobChanged;
    std::string object;
    boost::json::value row;
};
BOOST_DESCRIBE_STRUCT(EventRow, (), (seq, at, kind, object, row))

/// One text message of GET /events?from=POSITION (WebSocket): everything visible in (from, to]; gaps in seq are normal. With
/// `resync` the subscriber was too slow, its rights changed or the position is unknown: fetch lists again, go on from `to`.
/// Without `from` the stream begins at the head. An empty one comes every 15 s as a sign of life.
struct EventFrame {
    std::string from;
    std::string to;
    bool resync = false;
    std::vector<EventRow> events;
};
BOOST_DESCRIBE_STRUCT(EventFrame, (), (from, to, resync, events))

/// GET /event-log?after=POSITION&limit=
struct EventPage {
    std::vector<EventRow> items;
    std::string next;  ///< position to go on from
};
BOOST_DESCRIBE_STRUCT(EventPage, (), (items, next))

}  // namespace ph::api
