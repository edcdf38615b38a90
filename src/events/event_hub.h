#pragma once

#include "base/async.h"
#include "domain/accounts/access.h"
#include "domain/events/event.h"
#include "ports/event_log.h"

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <mutex>
#include <vector>

namespace ph {

/// What a subscriber gets in one turn: everything that it may see in (from, to]. After `resync` it must fetch lists
/// again.
struct EventBatch {
    EventPosition from;
    EventPosition to;
    bool resync = false;
    std::vector<std::shared_ptr<const Event>> events;
};

/// The subscriber's rights changed or the hub closed: authenticate and subscribe again.
inline constexpr ErrorId kSubscriptionEnded{"subscription-ended", ErrorKind::Unavailable};

class EventHub;

/// One reader's bounded queue (1,024 events; beyond that it is told to resync). Leaves the hub when destroyed.
class EventSubscription {
public:
    ~EventSubscription();
    /// Waits up to `wait` for visible events; an empty batch still moves the position on. One call at a time, on its
    /// executor, which runs one handler at a time. kSubscriptionEnded after the resync that rightsChanged() brings.
    Async<EventBatch> next(std::chrono::milliseconds wait);

private:
    friend class EventHub;
    struct State;
    explicit EventSubscription(std::shared_ptr<State> state) : m_state(std::move(state)) {}
    std::shared_ptr<State> m_state;
};

/// Live fan-out of committed events to subscribers with different rights. Thread-safe.
class EventHub final : public CommitListener {
public:
    /// Whether a principal may see an event is the service layer's rule, passed in.
    using Filter = bool (*)(const Principal&, const Event&);
    EventHub(EventPosition head, Filter filter);
    ~EventHub() override;

    void committed(const std::vector<Event>& events) override;
    /// Events from after the hub's head on; what lies before it is read from the log first. `executor` runs next().
    std::unique_ptr<EventSubscription> subscribe(Principal who, boost::asio::any_io_executor executor);
    /// The subscriptions of a user get a resync and end: their rights changed.
    void rightsChanged(UserId user);
    EventPosition head() const;

private:
    friend class EventSubscription;
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

}  // namespace ph
