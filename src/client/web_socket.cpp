#include "client/web_socket.h"

#include "client/connection.h"

#include <QNetworkRequest>

namespace ph::client {

void openWebSocket(QWebSocket& socket, const Connection& connection, const Request& request,
                   std::optional<Error>& refused) {
    const ServerProfile& profile = connection.profile();
    socket.setSslConfiguration(pinnedConfiguration());
    // Nobody is trusted, so every handshake comes here before the upgrade request, and the token in it, is sent.
    QObject::connect(&socket, &QWebSocket::sslErrors, &socket, [&](const QList<QSslError>& errors) {
        const QSslCertificate shown = errors.isEmpty() ? QSslCertificate() : errors.first().certificate();
        if (fingerprintOf(shown) == connection.profile().fingerprint) return socket.ignoreSslErrors();
        refused = certificateChanged(connection.profile().fingerprint, shown);
    });
    QNetworkRequest prepared(urlOf(profile.url, request, QStringLiteral("wss")));
    prepared.setRawHeader("Authorization", "Bearer " + profile.token);
    socket.open(prepared);
}

}  // namespace ph::client
