#pragma once

#include "base/hop.h"
#include "http/response.h"
#include "http/web_socket.h"
#include "ports/task_stream.h"

#include <functional>

namespace ph::http {

/// A channel into a task, bridged to a client's WebSocket: binary messages are input, output comes with a first byte
/// that names its kind, control texts are api::StreamControl, the last text is api::StreamEnd.
class ChannelSession final : public WebSocketSession {
public:
    /// Opens the channel, given the client's first text where the stream begins with one (else empty).
    using Opener = std::function<Async<std::unique_ptr<TaskChannel>>(std::string)>;

    ChannelSession(Hop logic, bool firstText, Opener open)
        : m_logic(std::move(logic)), m_firstText(firstText), m_open(std::move(open)) {}
    boost::asio::awaitable<void> run(WebSocket& socket) override;

private:
    boost::asio::awaitable<WebSocket::CloseCode> bridge(WebSocket& socket);
    boost::asio::awaitable<void> output(WebSocket& socket);
    /// Ends with what the client is told: it left, or sent what nobody understands.
    boost::asio::awaitable<WebSocket::CloseCode> input(WebSocket& socket);
    boost::asio::awaitable<bool> control(const std::string& text);

    Hop m_logic;
    bool m_firstText;
    Opener m_open;
    std::unique_ptr<TaskChannel> m_channel;
};

}  // namespace ph::http
