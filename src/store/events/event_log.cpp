#include "store/events/event_log.h"

#include "store/sql/json_row.h"
#include "store/sql/query.h"

#include <stdexcept>

namespace ph {

namespace {

constexpr std::int64_t kMostEvents = 1'000'000;
constexpr std::chrono::hours kKept(7 * 24);
/// Deleted in one call, so that a trim never holds up the writes behind it for long.
constexpr std::int64_t kMostTrimmed = 100'000;

}  // namespace

WriterState& SqlEventLog::writer() const {
    if (!m_writer) throw std::logic_error("an event is appended outside a write");
    return *m_writer;
}

std::int64_t SqlEventLog::nextSeq() const {
    return writer().seq + 1;
}

Result<std::int64_t> SqlEventLog::append(const Event& event) {
    auto& state = writer();
    Event numbered = event;
    numbered.seq = nextSeq();
    Query query(m_connection,
                "INSERT INTO events (seq, at, org, owner, kind, object, payload) "
                "VALUES (:seq, :at, :org, :owner, :kind, :object, :payload)");
    query.bind(numbered.seq, numbered.at, numbered.org, numbered.owner, reflect::word(numbered.kind), numbered.object,
               numbered.payload);
    query.run();
    state.seq = numbered.seq;
    state.events.push_back(std::move(numbered));
    return state.seq;
}

Result<std::vector<Event>> SqlEventLog::read(std::int64_t after, int most) {
    std::int64_t trimmed = 0;
    Query kept(m_connection, "SELECT trimmed FROM controller_state");
    kept.into(trimmed).next();
    if (after < trimmed) return Error(kEventsGone);

    Query query(
        m_connection,
        "SELECT seq, at, org, owner, kind, object, payload FROM events WHERE seq > :after ORDER BY seq LIMIT :most");
    std::int64_t seq = 0, at = 0;
    std::string org, owner, kind, object, payload;
    query.bind(after, most).into(seq, at, org, owner, kind, object, payload);
    std::vector<Event> events;
    while (query.next())
        events.push_back({seq,
                          {at},
                          optionalIdFromRow<OrgId>(org),
                          optionalIdFromRow<UserId>(owner),
                          wordFromRow<EventKind>(kind),
                          object,
                          payload});
    return events;
}

Result<EventPosition> SqlEventLog::head() {
    if (m_writer) return EventPosition{m_writer->epoch, m_writer->seq};
    EventPosition position;
    Query query(m_connection, "SELECT epoch, (SELECT coalesce(max(seq), 0) FROM events) FROM controller_state");
    query.into(position.epoch, position.seq).next();
    return position;
}

Result<> SqlEventLog::trim(Timestamp now) {
    // 1. The last event that is too old or one too many.
    std::int64_t firstKept = 0;
    Query young(m_connection, "SELECT seq FROM events WHERE at >= :oldest ORDER BY seq LIMIT 1");
    young.bind(now + -std::chrono::microseconds(kKept)).into(firstKept);
    std::int64_t last = young.next() ? firstKept - 1 : writer().seq;
    last = std::max(last, writer().seq - kMostEvents);
    // The newest one stays, however old: it tells the last seq.
    last = std::min(last, writer().seq - 1);

    // 2. At most a batch of them, from the oldest.
    std::int64_t oldest = 0;
    Query first(m_connection, "SELECT coalesce(min(seq), 0) FROM events");
    first.into(oldest).next();
    if (oldest == 0 || last < oldest) return {};
    last = std::min(last, oldest + kMostTrimmed - 1);
    Query remove(m_connection, "DELETE FROM events WHERE seq <= :last");
    remove.bind(last).run();
    Query remember(m_connection, "UPDATE controller_state SET trimmed = :last");
    remember.bind(last).run();
    return {};
}

}  // namespace ph
