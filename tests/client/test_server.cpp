#include "client/test_server.h"

#include <QSslConfiguration>

namespace ph::test {

struct TestServer::Session {
    QSslSocket* socket;
};

TestServer::TestServer()
    : m_certificate(makeCertificate()), m_upgrader(QStringLiteral("test"), QWebSocketServer::NonSecureMode) {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(m_certificate.certificate);
    configuration.setPrivateKey(m_certificate.key);
    m_server.setSslConfiguration(configuration);
    connect(&m_server, &QSslServer::pendingConnectionAvailable, this, &TestServer::accept);
    connect(&m_upgrader, &QWebSocketServer::newConnection, this, [this] {
        QWebSocket* socket = m_upgrader.nextPendingConnection();
        socket->setParent(this);
        const SeenRequest request = m_upgrading.front();
        m_upgrading.erase(m_upgrading.begin());
        for (auto it = m_sockets.begin(); it != m_sockets.end(); ++it)
            if (request.target.mid(7).startsWith(it.key())) it.value()(socket, request);
    });
    m_server.listen(QHostAddress::LocalHost);
}

TestServer::~TestServer() {
    dropAll();
}

void TestServer::dropAll() {
    for (const auto& socket : m_open)
        if (socket) socket->abort();
    m_open.clear();
}

QUrl TestServer::url() const {
    return QUrl(QStringLiteral("https://127.0.0.1:%1").arg(m_server.serverPort()));
}

QByteArray TestServer::fingerprint() const {
    return client::fingerprintOf(m_certificate.certificate);
}

void TestServer::accept() {
    while (auto* socket = qobject_cast<QSslSocket*>(m_server.nextPendingConnection())) {
        ++m_connections;
        m_open.emplace_back(socket);
        const auto session = std::make_shared<Session>(Session{socket});
        connect(socket, &QSslSocket::readyRead, this, [this, session] { read(session); });
        read(session);
    }
}

void TestServer::read(const std::shared_ptr<Session>& session) {
    for (;;) {
        const QByteArray held = session->socket->peek(64 << 20);
        const qsizetype end = held.indexOf("\r\n\r\n");
        if (end < 0) return;
        SeenRequest request;
        const auto lines = held.left(end).split('\n');
        const auto first = lines.front().trimmed().split(' ');
        request.method = first.value(0);
        request.target = first.value(1);
        for (const auto& line : lines.mid(1)) {
            const auto colon = line.indexOf(':');
            request.headers[line.left(colon).toLower()] = line.mid(colon + 1).trimmed();
        }
        if (request.headers.contains("upgrade")) {
            m_requests.push_back(request);
            if (upgrade(session, request)) return;
        } else {
            const qsizetype length = request.headers.value("content-length").toLongLong();
            if (held.size() < end + 4 + length) return;
            request.body = held.mid(end + 4, length);
            session->socket->skip(end + 4 + length);
            m_requests.push_back(request);
            const QByteArray route = request.method + ' ' + request.target.mid(7).split('?').front();
            const auto handler = m_handlers.value(route);
            answer(session->socket, handler ? handler(request) : Answer{404, R"({"error":"route-not-found"})"});
        }
        if (!session->socket->isOpen()) return;
    }
}

bool TestServer::upgrade(const std::shared_ptr<Session>& session, const SeenRequest& request) {
    for (auto it = m_sockets.begin(); it != m_sockets.end(); ++it) {
        if (!request.target.mid(7).startsWith(it.key())) continue;
        session->socket->disconnect(this);
        m_upgrading.push_back(request);
        m_upgrader.handleConnection(session->socket);
        return true;
    }
    session->socket->readAll();
    answer(session->socket, {404, R"({"error":"job-not-found"})", "Connection: close\r\n"});
    session->socket->disconnectFromHost();
    return true;
}

void TestServer::answer(QSslSocket* socket, const Answer& answer) {
    if (answer.never) return;
    QByteArray out = "HTTP/1.1 " + QByteArray::number(answer.status) + " Whatever\r\n" + answer.headers;
    if (answer.chunked) {
        out += "Transfer-Encoding: chunked\r\n\r\n";
        const QByteArray body = answer.cutAfter < 0 ? answer.body : answer.body.left(answer.cutAfter);
        for (qsizetype at = 0; at < body.size(); at += 7) {
            const QByteArray piece = body.mid(at, 7);
            out += QByteArray::number(piece.size(), 16) + "\r\n" + piece + "\r\n";
        }
        if (answer.cutAfter < 0) out += "0\r\n\r\n";
    } else {
        out += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n\r\n";
        out += answer.cutAfter < 0 ? answer.body : answer.body.left(answer.cutAfter);
    }
    socket->write(out);
    if (answer.cutAfter >= 0) socket->disconnectFromHost();
}

}  // namespace ph::test
