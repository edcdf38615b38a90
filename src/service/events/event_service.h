#pragma once

#include "domain/accounts/access.h"
#include "domain/events/event.h"
#include "ports/database.h"

#include <vector>

namespace ph {

struct VisibleEvents {
    std::vector<Event> items;
    EventPosition next;
};

/// Whether `who` may see an event: of the site, of their scope.
bool maySee(const Principal& who, const Event& event);

/// Kept events for people who catch up. kEventsGone for positions of another epoch or older than what is kept.
class EventService {
public:
    explicit EventService(Database& database);
    Async<VisibleEvents> page(Principal who, EventPosition after, int limit);
    Async<EventPosition> head(Principal who);

private:
    Database& m_database;
};

}  // namespace ph
