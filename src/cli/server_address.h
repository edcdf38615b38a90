#pragma once

#include <QUrl>

#include <optional>
#include <string>

namespace ph::cli {

/// "host", "host:port" or "https://host:port" as a URL with port (7443 by default); nullopt for anything else.
std::optional<QUrl> serverUrl(const std::string& text);
/// The name under which a server is saved: "host:port".
std::string serverKey(const QUrl& url);

}  // namespace ph::cli
