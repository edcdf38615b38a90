#pragma once

#include "domain/accounts/access.h"
#include "domain/audit/audit_record.h"
#include "domain/events/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ph {

/// The append-only log of committed events.
class EventLog {
public:
    virtual ~EventLog() = default;
    /// Returns the seq that it got.
    virtual Result<std::int64_t> append(const Event& event) = 0;
    /// Events after `after`, at most `most`, whoever may see them; kEventsGone if older ones than that were deleted.
    virtual Result<std::vector<Event>> read(std::int64_t after, int most) = 0;
    virtual Result<EventPosition> head() = 0;
    /// Keeps 7 days or a million, whichever is less.
    virtual Result<> trim(Timestamp now) = 0;
};

/// The append-only, hash-chained record of who did what.
class AuditLog {
public:
    virtual ~AuditLog() = default;
    /// Fills number and hash itself.
    virtual Result<> append(AuditRecord record) = 0;
    /// Newest first, below `before` (0: from the head), at most `most`.
    virtual Result<std::vector<AuditRecord>> read(const OrgScope& scope, std::int64_t before, int most) = 0;
    /// Walks the whole chain; with an anchor, also checks that record number `anchorNumber` has that hash.
    virtual Result<AuditVerification> verify(std::int64_t anchorNumber, const std::string& anchorHash) = 0;
};

/// Told after each durable commit that wrote events, on the SQL writer's thread; must return at once.
class CommitListener {
public:
    virtual ~CommitListener() = default;
    virtual void committed(const std::vector<Event>& events) = 0;
};

}  // namespace ph
