#include "client/client_errors.h"
#include "client/connection.h"

#include <QCryptographicHash>

namespace ph::client {

QByteArray fingerprintOf(const QSslCertificate& certificate) {
    return "sha256:" + QCryptographicHash::hash(certificate.toDer(), QCryptographicHash::Sha256).toHex();
}

QSslConfiguration pinnedConfiguration() {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({});
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    return configuration;
}

Error certificateChanged(const QByteArray& pinned, const QSslCertificate& shown) {
    return Error(kCertificateChanged)
        .with("expected", pinned.toStdString())
        .with("shown", fingerprintOf(shown).toStdString());
}

}  // namespace ph::client
