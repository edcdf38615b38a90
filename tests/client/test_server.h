#pragma once

#include "client/connection.h"
#include "client/test_certificate.h"

#include <QHash>
#include <QPointer>
#include <QSslServer>
#include <QSslSocket>
#include <QWebSocket>
#include <QWebSocketServer>

#include <functional>
#include <memory>
#include <vector>

namespace ph::test {

struct SeenRequest {
    QByteArray method;
    QByteArray target;                      ///< path and query
    QHash<QByteArray, QByteArray> headers;  ///< by lower-case name
    QByteArray body;
};

/// An answer with its manners.
struct Answer {
    int status = 200;
    QByteArray body = {};
    QByteArray headers = {};  ///< whole lines with their line ends
    bool chunked = false;     ///< in chunks of 7 bytes
    bool never = false;       ///< says nothing
    qsizetype cutAfter = -1;  ///< closes after so many bytes of the body
};

/// A TLS server on loopback that speaks enough HTTP and WebSocket to try clients on, badly where asked. Runs on the
/// event loop of its thread.
class TestServer : public QObject {
    Q_OBJECT

public:
    using Handler = std::function<Answer(const SeenRequest&)>;

    TestServer();
    ~TestServer() override;

    /// `route` like "GET /jobs", below /api/v1 and without the query.
    void on(const QByteArray& route, Handler handler) { m_handlers[route] = std::move(handler); }
    void on(const QByteArray& route, const Answer& answer) {
        on(route, [answer](const SeenRequest&) { return answer; });
    }
    /// Accepts WebSockets whose path begins with `path`; all others are refused with 404.
    void onSocket(const QByteArray& path, std::function<void(QWebSocket*, const SeenRequest&)> opened) {
        m_sockets[path] = std::move(opened);
    }
    /// Closes every connection at once, as a crash does.
    void dropAll();

    const std::vector<SeenRequest>& requests() const { return m_requests; }
    int connections() const { return m_connections; }
    QUrl url() const;
    QByteArray fingerprint() const;
    client::ServerProfile profile() const { return {url(), fingerprint(), "secret-token"}; }

private:
    struct Session;

    void accept();
    void read(const std::shared_ptr<Session>& session);
    bool upgrade(const std::shared_ptr<Session>& session, const SeenRequest& request);
    void answer(QSslSocket* socket, const Answer& answer);

    TestCertificate m_certificate;
    QSslServer m_server;
    QWebSocketServer m_upgrader;
    QHash<QByteArray, Handler> m_handlers;
    QHash<QByteArray, std::function<void(QWebSocket*, const SeenRequest&)>> m_sockets;
    std::vector<SeenRequest> m_requests;
    std::vector<QPointer<QSslSocket>> m_open;
    std::vector<SeenRequest> m_upgrading;
    int m_connections = 0;
};

}  // namespace ph::test
