#pragma once

#include "base/hop.h"
#include "events/event_hub.h"
#include "http/response.h"
#include "service/events/event_service.h"

namespace ph::http {

/// A subscriber's WebSocket: joins the hub first, reads what lies between its position and the hub's head from the log,
/// and goes on with live events; nothing is missed and nothing comes twice.
class EventSession final : public WebSocketSession {
public:
    /// `from` nullopt: begins at the head.
    EventSession(Hop logic, EventService& events, EventHub& hub, Principal who, std::optional<EventPosition> from)
        : m_logic(std::move(logic)), m_events(events), m_hub(hub), m_who(std::move(who)), m_from(from) {}

    boost::asio::awaitable<void> run(WebSocket& socket) override;

private:
    boost::asio::awaitable<void> feed(WebSocket& socket);
    boost::asio::awaitable<bool> catchUp(WebSocket& socket, EventPosition head);
    boost::asio::awaitable<bool> follow(WebSocket& socket, EventBatch batch);
    /// Sends (m_position, to] and moves on; false once the client is gone.
    boost::asio::awaitable<bool> send(WebSocket& socket, EventPosition to, bool resync,
                                      std::vector<std::shared_ptr<const Event>> events);

    Hop m_logic;
    EventService& m_events;
    EventHub& m_hub;
    Principal m_who;
    std::optional<EventPosition> m_from;
    EventPosition m_position;
};

}  // namespace ph::http
