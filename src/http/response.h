#pragma once

#include "http/errors.h"
#include "http/web_socket.h"
#include "reflect/codec.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ph::http {

/// A body that is made while it is sent. Pulled on the connection's executor; the next piece is asked for while the
/// last one is on its way, so it must not refer to it.
class BodySource {
public:
    virtual ~BodySource() = default;
    /// nullopt at the end; an empty piece means "nothing yet" and lets the session look whether the client still
    /// listens. An error cuts the connection, which is how a client sees that the body is not whole.
    virtual Async<std::optional<std::string>> next() = 0;
};

/// What runs on a connection after its upgrade. Its end closes the WebSocket.
class WebSocketSession {
public:
    virtual ~WebSocketSession() = default;
    virtual boost::asio::awaitable<void> run(WebSocket& socket) = 0;
};

/// A handler's answer: a body in memory, a body made while it is sent, or the session after an upgrade.
struct Response {
    int status = 200;
    std::string contentType = "application/json";
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::unique_ptr<BodySource> source;
    std::optional<std::int64_t> sourceSize;  ///< bytes that `source` yields; nullopt: chunked
    std::unique_ptr<WebSocketSession> webSocket;
};

Response jsonResponse(int status, const boost::json::value& value);
/// With the route's success status.
template <class T>
Response jsonResponse(int status, const T& value) {
    return jsonResponse(status, boost::json::value(reflect::encode(value)));
}
/// application/problem+json. Internal detail is logged with `where` it happened, never sent.
Response problemResponse(const Error& error, std::string_view where);
Response problemResponse(const ProtocolError& error, std::vector<Fault> faults = {});

/// Status line and headers up to the blank line. `contentLength` nullopt: chunked.
std::string responseHead(const Response& response, std::optional<std::int64_t> contentLength, bool keepAlive);

}  // namespace ph::http
