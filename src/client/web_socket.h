#pragma once

#include "base/error.h"
#include "client/request.h"

#include <QWebSocket>

#include <optional>

namespace ph::client {

class Connection;

/// Prepares and opens `socket` (new, unconnected): pinned certificate, token. Nothing of ours is sent to another
/// server; then `refused` holds why when the socket reports its error. `refused` must outlive the socket.
void openWebSocket(QWebSocket& socket, const Connection& connection, const Request& request,
                   std::optional<Error>& refused);

}  // namespace ph::client
