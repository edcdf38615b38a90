#include "cli/server_address.h"

namespace ph::cli {

std::optional<QUrl> serverUrl(const std::string& text) {
    constexpr int kDefaultPort = 7443;
    const QString given = QString::fromStdString(text).trimmed();
    const QString whole = given.contains(QStringLiteral("://")) ? given : QStringLiteral("https://") + given;
    QUrl url(whole, QUrl::StrictMode);
    const bool bare = url.userInfo().isEmpty() && url.query().isEmpty() &&
                      (url.path().isEmpty() || url.path() == QStringLiteral("/"));
    if (!url.isValid() || url.scheme() != QStringLiteral("https") || url.host().isEmpty() || !bare) return std::nullopt;
    url.setPort(url.port(kDefaultPort));
    url.setPath(QString());
    return url;
}

std::string serverKey(const QUrl& url) {
    return url.authority().toStdString();
}

}  // namespace ph::cli
