#include "client/request.h"

#include "api/routes.h"
#include "api/version.h"

namespace ph::client {

namespace {

QByteArray encoded(const std::string& text) {
    return QUrl::toPercentEncoding(QString::fromStdString(text));
}

QByteArray pathOf(const Request& request) {
    const std::string_view pattern = api::route(request.route).path;
    QByteArray path(api::kPrefix.data(), static_cast<qsizetype>(api::kPrefix.size()));
    path.append(pattern.data(), static_cast<qsizetype>(pattern.size()));
    for (const auto& [name, value] : request.path)
        path.replace("{" + QByteArray::fromStdString(name) + "}", encoded(value));
    return path;
}

}  // namespace

QUrl urlOf(const QUrl& server, const Request& request, const QString& scheme) {
    QByteArray query;
    for (const auto& [name, value] : request.query) {
        if (value.empty()) continue;
        if (!query.isEmpty()) query += '&';
        query += encoded(name) + '=' + encoded(value);
    }
    QUrl url;
    url.setScheme(scheme.isEmpty() ? server.scheme() : scheme);
    url.setHost(server.host());
    url.setPort(server.port());
    url.setPath(QString::fromLatin1(pathOf(request)), QUrl::StrictMode);
    if (!query.isEmpty()) url.setQuery(QString::fromLatin1(query), QUrl::StrictMode);
    return url;
}

}  // namespace ph::client
