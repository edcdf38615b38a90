#include "events/event_hub.h"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <deque>

namespace ph {

namespace asio = boost::asio;

namespace {
/// Beyond this many a subscriber is too slow: fetching lists anew costs less than what it would have to catch up on.
constexpr std::size_t kMostQueued = 1024;
}  // namespace

/// One subscriber. What the hub's thread and the subscriber's touch is guarded by the hub's mutex; the timer is the
/// subscriber's own and touched on its executor only.
struct EventSubscription::State {
    State(std::shared_ptr<EventHub::Shared> h, Principal p, asio::any_io_executor e)
        : hub(std::move(h)), who(std::move(p)), executor(std::move(e)), timer(executor) {}

    const std::shared_ptr<EventHub::Shared> hub;
    const Principal who;
    const asio::any_io_executor executor;
    asio::steady_timer timer;

    EventPosition from;
    std::deque<std::shared_ptr<const Event>> queue;
    bool resync = false;
    bool ended = false;
    bool waiting = false;
};

struct EventHub::Shared {
    using Subscriber = EventSubscription::State;

    Shared(EventPosition h, Filter f) : filter(f), head(h) {}

    const Filter filter;
    mutable std::mutex mutex;
    EventPosition head;
    std::vector<std::shared_ptr<Subscriber>> subscribers;
    bool closed = false;

    /// Callers hold the mutex.
    void drop(Subscriber& to) {
        to.queue.clear();
        to.resync = true;
    }
    /// Callers hold the mutex.
    void wake(const std::shared_ptr<Subscriber>& to) {
        if (!std::exchange(to->waiting, false)) return;
        asio::post(to->executor, [to] { to->timer.cancel(); });
    }
    EventBatch take(Subscriber& of) {
        EventBatch batch{of.from, head, std::exchange(of.resync, false), {}};
        batch.events.assign(std::make_move_iterator(of.queue.begin()), std::make_move_iterator(of.queue.end()));
        of.queue.clear();
        of.from = head;
        return batch;
    }
};

EventHub::EventHub(EventPosition head, Filter filter) : m_shared(std::make_shared<Shared>(head, filter)) {}

EventHub::~EventHub() {
    const std::lock_guard lock(m_shared->mutex);
    m_shared->closed = true;
    for (auto& subscriber : m_shared->subscribers) m_shared->wake(subscriber);
    // A subscription that outlives the hub keeps what both share; this breaks the circle.
    m_shared->subscribers.clear();
}

void EventHub::committed(const std::vector<Event>& events) {
    if (events.empty()) return;
    // One copy of each event for all subscribers.
    std::vector<std::shared_ptr<const Event>> shared;
    shared.reserve(events.size());
    for (const auto& event : events) shared.push_back(std::make_shared<const Event>(event));

    const std::lock_guard lock(m_shared->mutex);
    m_shared->head.seq = events.back().seq;
    for (const auto& subscriber : m_shared->subscribers) {
        if (subscriber->ended) continue;
        bool visible = false;
        for (const auto& event : shared) {
            if (!m_shared->filter(subscriber->who, *event)) continue;
            visible = true;
            if (subscriber->resync) break;  // it will fetch everything anyway
            if (subscriber->queue.size() == kMostQueued)
                m_shared->drop(*subscriber);
            else
                subscriber->queue.push_back(event);
        }
        if (visible) m_shared->wake(subscriber);
    }
}

std::unique_ptr<EventSubscription> EventHub::subscribe(Principal who, asio::any_io_executor executor) {
    auto state = std::make_shared<EventSubscription::State>(m_shared, std::move(who), std::move(executor));
    const std::lock_guard lock(m_shared->mutex);
    state->from = m_shared->head;
    m_shared->subscribers.push_back(state);
    return std::unique_ptr<EventSubscription>(new EventSubscription(std::move(state)));
}

void EventHub::rightsChanged(UserId user) {
    const std::lock_guard lock(m_shared->mutex);
    for (const auto& subscriber : m_shared->subscribers) {
        if (subscriber->who.user != user) continue;
        m_shared->drop(*subscriber);
        subscriber->ended = true;
        m_shared->wake(subscriber);
    }
}

EventPosition EventHub::head() const {
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->head;
}

EventSubscription::~EventSubscription() {
    const std::lock_guard lock(m_state->hub->mutex);
    std::erase(m_state->hub->subscribers, m_state);
}

Async<EventBatch> EventSubscription::next(std::chrono::milliseconds wait) {
    const auto state = m_state;
    const auto deadline = std::chrono::steady_clock::now() + wait;
    bool late = false;
    while (true) {
        {
            const std::lock_guard lock(state->hub->mutex);
            state->waiting = false;
            if (state->resync || !state->queue.empty()) co_return state->hub->take(*state);
            if (state->ended || state->hub->closed) co_return Error(kSubscriptionEnded);
            if (late) co_return state->hub->take(*state);
            state->waiting = true;
            state->timer.expires_at(deadline);
        }
        boost::system::error_code woken;
        auto pending = state->timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        co_await std::move(pending);
        late = std::chrono::steady_clock::now() >= deadline;
    }
}

}  // namespace ph
