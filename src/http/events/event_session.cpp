#include "http/events/event_session.h"

#include "base/task_scope.h"
#include "http/events/event_frames.h"

namespace ph::http {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kSignOfLife{15};
constexpr int kPage = 500;

}  // namespace

asio::awaitable<void> EventSession::run(WebSocket& socket) {
    TaskScope scope(socket.executor());
    scope.start("event stream", [this, &socket] { return feed(socket); });
    // Nothing is expected from the client; reading answers its pings and sees it go.
    while (true) {
        auto reading = socket.read();
        const auto message = co_await std::move(reading);
        if (!message) break;
    }
    auto stopping = scope.stop();
    co_await std::move(stopping);
}

asio::awaitable<void> EventSession::feed(WebSocket& socket) {
    const auto subscription = m_hub.subscribe(m_who, socket.executor());
    const EventPosition head = m_hub.head();
    m_position = m_from.value_or(head);
    auto catching = catchUp(socket, head);
    bool listening = co_await std::move(catching);
    while (listening) {
        auto waiting = subscription->next(kSignOfLife);
        Result<EventBatch> batch = co_await std::move(waiting);
        if (!batch) break;
        auto following = follow(socket, std::move(*batch));
        listening = co_await std::move(following);
    }
    auto closing = socket.close(WebSocket::CloseCode::GoingAway);
    co_await std::move(closing);
}

asio::awaitable<bool> EventSession::catchUp(WebSocket& socket, EventPosition head) {
    // A position ahead of the log is as unknown as one of another epoch: the service tells.
    while (m_position != head) {
        auto paging = m_logic.run(m_events, &EventService::page, m_who, m_position, kPage);
        Result<VisibleEvents> page = co_await std::move(paging);
        if (!page && page.error().id != kEventsGone) co_return false;
        if (!page) {
            auto sending = send(socket, head, true, {});
            co_return co_await std::move(sending);
        }
        if (page->items.empty() && page->next <= m_position) break;
        std::vector<std::shared_ptr<const Event>> events;
        for (auto& event : page->items) events.push_back(std::make_shared<Event>(std::move(event)));
        auto sending = send(socket, page->next, false, std::move(events));
        const bool sent = co_await std::move(sending);
        if (!sent) co_return false;
    }
    // One frame even if there was nothing: it tells a new subscriber where it stands.
    auto sending = send(socket, m_position, false, {});
    co_return co_await std::move(sending);
}

asio::awaitable<bool> EventSession::follow(WebSocket& socket, EventBatch batch) {
    const auto known = [this](const auto& event) { return event->seq <= m_position.seq; };
    std::erase_if(batch.events, known);
    const EventPosition to = batch.resync ? batch.to : std::max(batch.to, m_position);
    auto sending = send(socket, to, batch.resync, std::move(batch.events));
    co_return co_await std::move(sending);
}

asio::awaitable<bool> EventSession::send(WebSocket& socket, EventPosition to, bool resync,
                                         std::vector<std::shared_ptr<const Event>> events) {
    const auto frames = eventFrames(m_position, to, resync, events);
    m_position = to;
    for (const auto& text : frames) {
        auto sending = socket.sendText(text);
        const bool sent = co_await std::move(sending);
        if (!sent) co_return false;
    }
    co_return true;
}

}  // namespace ph::http
