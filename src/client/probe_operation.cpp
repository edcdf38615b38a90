#include "client/probe_operation.h"

#include "client/client_errors.h"
#include "client/connection.h"

namespace ph::client {

ProbeOperation::ProbeOperation(const QString& host, quint16 port) : m_host(host) {
    constexpr std::chrono::seconds kDeadlineTime(10);
    m_socket.setSslConfiguration(pinnedConfiguration());
    connect(&m_socket, &QSslSocket::sslErrors, this, &ProbeOperation::shown);
    connect(&m_socket, &QSslSocket::encrypted, this, &ProbeOperation::shown);
    connect(&m_socket, &QSslSocket::errorOccurred, this, &ProbeOperation::broken);
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { end(Error(ph::kDeadline)); });
    m_deadline.start(kDeadlineTime);
    m_socket.connectToHostEncrypted(host, port);
}

void ProbeOperation::abort() {
    m_deadline.stop();
    m_socket.abort();
}

void ProbeOperation::shown() {
    const QByteArray fingerprint = fingerprintOf(m_socket.peerCertificate());
    m_deadline.stop();
    end(fingerprint);
    QMetaObject::invokeMethod(&m_socket, &QSslSocket::abort, Qt::QueuedConnection);
}

void ProbeOperation::broken() {
    m_deadline.stop();
    end(Error(kNoConnection).with("host", m_host.toStdString()).with("reason", m_socket.errorString().toStdString()));
}

}  // namespace ph::client
