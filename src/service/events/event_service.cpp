#include "service/events/event_service.h"

#include <algorithm>

namespace ph {

namespace {

/// One call looks at no more events than this: somebody who sees little of a busy site pages on.
constexpr int kMostScanned = 10'000;
constexpr int kChunk = 1'000;

Result<VisibleEvents> visibleAfter(Transaction& tx, const Principal& who, EventPosition after, int limit) {
    const auto head = tx.events().head();
    if (!head) return head.error();
    if (after.epoch != head->epoch || after.seq > head->seq) return Error(kEventsGone);
    VisibleEvents page{{}, after};
    for (int scanned = 0; scanned < kMostScanned; scanned += kChunk) {
        auto events = tx.events().read(page.next.seq, kChunk);
        if (!events) return events.error();
        for (auto& event : *events) {
            page.next.seq = event.seq;
            if (maySee(who, event)) page.items.push_back(std::move(event));
            if (page.items.size() == static_cast<std::size_t>(limit)) return page;
        }
        if (events->size() < static_cast<std::size_t>(kChunk)) {
            page.next = *head;
            return page;
        }
    }
    return page;
}

}  // namespace

bool maySee(const Principal& who, const Event& event) {
    const OrgScope scope = visibleScope(who);
    if (scope.org && event.org && *scope.org != *event.org) return false;
    return !scope.owner || !event.owner || *scope.owner == *event.owner;
}

EventService::EventService(Database& database) : m_database(database) {}

Async<VisibleEvents> EventService::page(Principal who, EventPosition after, int limit) {
    const int most = std::clamp(limit, 1, 1000);
    auto work = [who, after, most](Transaction& tx) { return visibleAfter(tx, who, after, most); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<EventPosition> EventService::head(Principal) {
    auto work = [](Transaction& tx) { return tx.events().head(); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

}  // namespace ph
