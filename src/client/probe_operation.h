#pragma once

#include "client/operation.h"

#include <QSslSocket>
#include <QTimer>

namespace ph::client {

/// A handshake that ends as soon as the server has shown its certificate; the outcome is its fingerprint.
class ProbeOperation final : public Operation {
    Q_OBJECT

public:
    ProbeOperation(const QString& host, quint16 port);

private:
    void abort() override;
    void shown();
    void broken();

    QSslSocket m_socket;
    QTimer m_deadline;
    QString m_host;
};

}  // namespace ph::client
