#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ph::client {

/// One HTTP request, named by the id of its route in api::routes().
struct Request {
    std::string_view route = {};
    std::vector<std::pair<std::string, std::string>> path = {};  ///< values of the path's {parameters}, not yet encoded
    std::vector<std::pair<std::string, std::string>> query = {};  ///< empty values are left out
    QByteArray body = {};
    QByteArray idempotencyKey = {};
    std::chrono::milliseconds deadline = std::chrono::seconds(30);
};

/// `server` with the request's path and query; `scheme` replaces the server's unless empty ("wss" for WebSockets).
QUrl urlOf(const QUrl& server, const Request& request, const QString& scheme = {});

}  // namespace ph::client
